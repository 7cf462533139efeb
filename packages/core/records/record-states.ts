import type { Clock } from "../clock/clock.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type RecordMacs, type RecordState, STAGE } from "./record-state.ts";
import type { RecordStateStore } from "./record-state-store.ts";

/**
 * Milliseconds for which a process trusts what it read of a record's state. For so long, a record that was
 * put back after a change or a revocation elsewhere still opens in it (docs/security.md).
 */
const TRUSTED_MS = 30_000;
const MAX_CACHED = 10_000;
/** As many others may change a state first, one after another. */
const MAX_TURNS = 20;

/** A state whose signature is wrong: somebody wrote it past the service. */
export class StateForgedError extends Error {
  override readonly name = "StateForgedError";
}

export interface RecordStatesOptions {
  store: RecordStateStore;
  macs: RecordMacs;
  clock: Clock;
}

type Changed = Omit<RecordState, "tenant_id" | "record" | "mac">;

/** `undefined`: nothing is to be written. */
type Change = (before: RecordState | undefined) => Changed | undefined;

/** Names a record's state. */
export interface StateName {
  owner: string;
  record: string;
  /** When the record expires; left out by one that does not. */
  expiresAt?: string | undefined;
}

/** Which versions of records count. Every state read is one whose signature was checked. */
export class RecordStates {
  readonly #store: RecordStateStore;
  readonly #macs: RecordMacs;
  readonly #clock: Clock;
  readonly #read = new Map<string, { state: RecordState; at: number }>();
  readonly #reading = new Map<string, Promise<RecordState | undefined>>();

  constructor({ store, macs, clock }: RecordStatesOptions) {
    this.#store = store;
    this.#macs = macs;
    this.#clock = clock;
  }

  /** Throws StateForgedError, and what the store and the key service throw. */
  async get(owner: string, record: string): Promise<RecordState | undefined> {
    const state = await this.#store.get(owner, record);
    if (!state) return undefined;
    if (state.tenant_id === owner && state.record === record && (await this.#isSigned(state))) return state;
    throw new StateForgedError("The state of a record was not written by the service.");
  }

  /** Tells whether this process read a moment ago that this version counts, without asking anybody. */
  isKnownCurrent(owner: string, record: string, version: number): boolean {
    const known = this.#read.get(`${owner}/${record}`);
    return (
      known !== undefined && this.#clock.now() - known.at < TRUSTED_MS && isCurrent(known.state, version)
    );
  }

  /**
   * The state as a process has read it a moment ago, if that lets this version count; else as of now. Callers
   * that ask at the same time share one read.
   */
  async recent(owner: string, record: string, version?: number): Promise<RecordState | undefined> {
    const id = `${owner}/${record}`;
    const known = this.#read.get(id);
    const isFresh = known !== undefined && this.#clock.now() - known.at < TRUSTED_MS;
    if (isFresh && (version === undefined || known.state.version === version)) return known.state;
    let reading = this.#reading.get(id);
    if (!reading) {
      reading = this.#readAnew(id, owner, record).finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    return reading;
  }

  /**
   * Lets `version` count beside the one that it replaces, `from`, before it is written. Whoever wrote `from`
   * may have ended before it was settled. Returns `false` where `from` does not count, and nothing changed.
   */
  async begin(name: StateName, from: number, version: number): Promise<boolean> {
    let counts = true;
    await this.#change(name, (before) => {
      counts = !before || isCurrent(before, from);
      if (!counts) return undefined;
      const present = !before || before.next === from ? from : before.version;
      return { version: present, next: version, revoked_at: null };
    });
    return counts;
  }

  /** Lets this version alone count, once it is written. */
  settle(name: StateName, version: number): Promise<void> {
    return this.#change(name, (before) =>
      before && (before.version > version || (before.version === version && before.next === null))
        ? undefined
        : { version, next: null, revoked_at: before?.revoked_at ?? null },
    );
  }

  /** Nothing of the record counts any more. The first time stays. */
  revoke(name: StateName, at: string): Promise<void> {
    return this.#change(name, (before) =>
      before?.revoked_at ? undefined : { version: before?.version ?? 1, next: null, revoked_at: at },
    );
  }

  async delete(owner: string, record: string): Promise<void> {
    this.#read.delete(`${owner}/${record}`);
    await this.#store.delete(owner, record);
  }

  async #readAnew(id: string, owner: string, record: string): Promise<RecordState | undefined> {
    const at = this.#clock.now();
    const state = await this.get(owner, record);
    this.#read.delete(id);
    // What is about to change is read anew by the next.
    if (state?.next !== null) return state;
    this.#read.set(id, { state, at });
    const oldest = this.#read.keys().next().value;
    if (this.#read.size > MAX_CACHED && oldest !== undefined) this.#read.delete(oldest);
    return state;
  }

  async #change({ owner, record, expiresAt }: StateName, change: Change): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const before = await this.get(owner, record);
      const changed = change(before);
      this.#read.delete(`${owner}/${record}`);
      if (!changed) return;
      const expiry = expiresAt === undefined ? {} : { expires_at: expiresAt };
      const unsigned = { tenant_id: owner, record, ...changed, ...expiry };
      const mac = await this.#macs.sign(STAGE, textOf(unsigned));
      if (await this.#store.put({ ...unsigned, mac }, before)) return;
    }
    throw new Error("The state of a record was changed again and again.");
  }

  /**
   * The stage's key signs, so that a state is read also while a tenant has disabled its own. States of
   * credentials were signed with the tenant's key before.
   */
  async #isSigned({ mac, ...state }: RecordState): Promise<boolean> {
    const text = textOf(state);
    if (await this.#macs.verify(STAGE, text, mac)) return true;
    return state.record.startsWith("credential/") && this.#macs.verify(state.tenant_id, text, mac);
  }
}

/** Tells whether the key table lets this version of the record count. */
export function isCurrent(state: RecordState, version: number): boolean {
  return state.revoked_at === null && (state.version === version || state.next === version);
}

function textOf({ tenant_id, record, version, next, revoked_at }: Omit<RecordState, "mac">): string {
  return canonicalJson(["record state", tenant_id, record, version, next, revoked_at]);
}
