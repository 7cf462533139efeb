import type { Clock } from "../clock/clock.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { RecordKind } from "./record-kind.ts";
import { type RecordMacs, type RecordState, STAGE } from "./record-state.ts";
import type { RecordRead, RecordStore } from "./record-store.ts";

/**
 * Milliseconds for which a process trusts what it read of a record's state. For so long, a record that was
 * put back after a change or a revocation elsewhere still opens in it (docs/security.md).
 */
const TRUSTED_MS = 30_000;
const MAX_CACHED = 10_000;
/** As many others may change a state first, one after another. */
const MAX_TURNS = 20;

/** Unsigned here: RecordStates signs and verifies each state. */
export const RECORD_STATES: RecordKind<RecordState> = {
  name: "record_states",
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

/** States of records that expire, such as approvals: they go when their records do. */
export const EXPIRING_STATES: RecordKind<RecordState> = {
  ...RECORD_STATES,
  name: "expiring_states",
  expires: ({ expires_at }) => expires_at,
};

/** A state whose signature is wrong: somebody wrote it past the service. */
export class StateForgedError extends Error {
  override readonly name = "StateForgedError";
}

export interface RecordStatesOptions {
  records: RecordStore;
  /** `RECORD_STATES` when left out. */
  kind?: RecordKind<RecordState>;
  macs: RecordMacs;
  clock: Clock;
}

type Changed = Omit<RecordState, "tenant_id" | "record" | "mac">;

/** Returns `undefined` where nothing is to be written. */
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
  readonly #records: RecordStore;
  readonly #kind: RecordKind<RecordState>;
  readonly #macs: RecordMacs;
  readonly #clock: Clock;
  readonly #read = new Map<string, { state: RecordState; at: number }>();
  readonly #reading = new Map<string, Promise<RecordState | undefined>>();

  constructor({ records, kind = RECORD_STATES, macs, clock }: RecordStatesOptions) {
    this.#records = records;
    this.#kind = kind;
    this.#macs = macs;
    this.#clock = clock;
  }

  /** Throws StateForgedError, and what the store and the key service throw. */
  async get(owner: string, record: string): Promise<RecordState | undefined> {
    return this.checked(owner, record, await this.#records.get(this.#kind, [owner, record]));
  }

  /** The read of a state, for whoever reads it beside its record; `checked` says whether it counts. */
  readOf(owner: string, record: string): RecordRead<RecordState> {
    return { kind: this.#kind, key: [owner, record] };
  }

  /** Returns a state that was read. Throws StateForgedError, and what the key service throws. */
  async checked(
    owner: string,
    record: string,
    state: RecordState | undefined,
  ): Promise<RecordState | undefined> {
    if (!state) return undefined;
    if (state.tenant_id === owner && state.record === record && (await this.#isSigned(state))) return state;
    throw new StateForgedError("The state of a record was not written by the service.");
  }

  /** Tells whether this process read a moment ago that this version counts, without asking anybody. */
  isKnownCurrent(owner: string, record: string, version: number): boolean {
    const known = this.known(owner, record);
    return known !== undefined && isCurrent(known, version);
  }

  /** The state as this process has read it a moment ago; `undefined` where it has to be asked for. */
  known(owner: string, record: string): RecordState | undefined {
    const known = this.#read.get(`${owner}/${record}`);
    return known && this.#clock.now() - known.at < TRUSTED_MS ? known.state : undefined;
  }

  /**
   * The state as a process has read it a moment ago, if that lets this version count; else as of now. Callers
   * that ask at the same time share one read.
   */
  async recent(owner: string, record: string, version?: number): Promise<RecordState | undefined> {
    const known = this.known(owner, record);
    if (known && (version === undefined || known.version === version)) return known;
    const id = `${owner}/${record}`;
    let reading = this.#reading.get(id);
    if (!reading) {
      reading = this.#readAnew(id, owner, record).finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    return reading;
  }

  /**
   * Gives out a version that counts beside the one that it replaces, `from`, before it is written: the next
   * number that was never given out, or `wanted` where the writer needs it to be that. Whoever wrote `from`
   * may have ended before it was settled. Returns `undefined` where `from` does not count or `wanted` was
   * given out; nothing changed then.
   */
  begin(name: StateName, from: number, wanted?: number): Promise<RecordState | undefined> {
    return this.#change(name, (before) => {
      if (before && !isCurrent(before, from)) return undefined;
      const last = before ? lastGiven(before) : from;
      if (wanted !== undefined && wanted <= last) return undefined;
      const floor = before?.version === from ? floorOf(before) : last;
      return { version: from, next: wanted ?? last + 1, floor, revoked_at: null };
    });
  }

  /**
   * Lets a version alone count that was begun, once it is written. Of several that were begun from one, the
   * first that is settled counts; `false` for all others, and where the record was ended meanwhile.
   */
  async finish(name: StateName, begun: RecordState, version: number): Promise<boolean> {
    let counts = true;
    const finished = (state: RecordState | undefined): Changed | undefined => {
      counts = state !== undefined && isCurrent(state, version);
      const isBegun = counts && state?.version === begun.version && state.next !== null;
      return isBegun ? { version, next: null, floor: lastGiven(state), revoked_at: null } : undefined;
    };
    await this.#change(name, finished, begun);
    return counts;
  }

  /** Lets the version count that a new record has. */
  async settle(name: StateName, version: number): Promise<void> {
    await this.#change(name, (before) => {
      const isSettled = before?.next === null && before.version >= version;
      if (before && (isSettled || before.version > version || before.revoked_at !== null)) return undefined;
      return { version, next: null, floor: before && lastGiven(before), revoked_at: null };
    });
  }

  /** Nothing of the record counts any more. The first time stays. */
  async revoke(name: StateName, at: string): Promise<void> {
    await this.#change(name, (before) =>
      before?.revoked_at
        ? undefined
        : { version: before ? lastGiven(before) : 1, next: null, revoked_at: at },
    );
  }

  async delete(owner: string, record: string): Promise<void> {
    this.#read.delete(`${owner}/${record}`);
    await this.#records.delete(this.#kind, [owner, record]);
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

  /** `known`: the state as it was a moment ago, which saves a read where it still is. Returns the new one. */
  async #change(
    { owner, record, expiresAt }: StateName,
    change: Change,
    known?: RecordState,
  ): Promise<RecordState | undefined> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const before = turn === 0 && known ? known : await this.get(owner, record);
      const changed = change(before);
      this.#read.delete(`${owner}/${record}`);
      if (!changed) return undefined;
      const { floor = changed.version, ...others } = changed;
      const expires_at = expiresAt ?? before?.expires_at;
      const expiry = expires_at === undefined ? {} : { expires_at };
      const least = floor > changed.version ? { floor } : {};
      const unsigned = { tenant_id: owner, record, ...others, ...least, ...expiry };
      const state = { ...unsigned, mac: await this.#macs.sign(STAGE, textOf(unsigned)) };
      if (await this.#put(state, before)) return state;
    }
    throw new Error("The state of a record was changed again and again.");
  }

  /**
   * Writes a state in place of `before`, or of none. `false` when another was there. Returns `true` for a
   * deleted tenant without a write: its states are erased with it.
   */
  async #put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    if (before) return this.#records.replace(this.#kind, state, { mac: before.mac });
    return (await this.#records.insert(this.#kind, state)) !== "taken";
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
  if (state.revoked_at !== null) return false;
  return state.version === version || (version > floorOf(state) && version <= (state.next ?? 0));
}

/** Tells whether a version counts, but may still turn out not to be the one that was written. */
export function isUnsettled(state: RecordState, version: number): boolean {
  return state.next !== null && state.version !== version && isCurrent(state, version);
}

/** The highest version that was ever given out. */
export function lastGiven(state: RecordState): number {
  return Math.max(floorOf(state), state.next ?? 0);
}

function floorOf({ version, floor = version }: RecordState): number {
  return floor;
}

function textOf({ tenant_id, record, version, next, revoked_at, floor }: Omit<RecordState, "mac">): string {
  const covered = [tenant_id, record, version, next, revoked_at];
  return canonicalJson(["record state", ...covered, ...(floor === undefined ? [] : [floor])]);
}
