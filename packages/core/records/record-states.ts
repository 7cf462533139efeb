import type { Clock } from "../clock/clock.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { RecordKind } from "./record-kind.ts";
import { type RecordMacs, type RecordState, STAGE } from "./record-state.ts";
import type { RecordRead, RecordStore } from "./record-store.ts";

/**
 * Time for which a process trusts a state that it has read, in milliseconds. During this time it accepts a
 * restored record even if another process has changed or revoked it since (docs/security.md).
 */
const TRUSTED_MS = 30_000;
const MAX_CACHED = 10_000;
/** Maximum number of attempts to change a state that others change too. */
const MAX_ATTEMPTS = 20;

/** Unsigned as a kind, because RecordStates signs and verifies each state itself. */
export const RECORD_STATES: RecordKind<RecordState> = {
  name: "record_states",
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

/** States of records that expire, such as approvals. They expire with their records. */
export const EXPIRING_STATES: RecordKind<RecordState> = {
  ...RECORD_STATES,
  name: "expiring_states",
  expires: ({ expires_at }) => expires_at,
};

/** Thrown if a state's signature is invalid, because it was not written by the service. */
export class StateForgedError extends Error {
  override readonly name = "StateForgedError";
}

interface RecordStatesOptions {
  records: RecordStore;
  /** Defaults to `RECORD_STATES`. */
  kind?: RecordKind<RecordState>;
  macs: RecordMacs;
  clock: Clock;
}

/** The fields of a state that a change sets. */
type StateFields = Omit<RecordState, "tenant_id" | "record" | "mac">;

/** Returns the new state, or `undefined` to write nothing. */
type Change = (before: RecordState | undefined) => StateFields | undefined;

/** Identifies a record's state. */
export interface StateName {
  readonly owner: string;
  readonly record: string;
  /** When the record expires. Omitted if it does not. */
  readonly expiresAt?: string | undefined;
}

/** Tracks which versions of records are valid. Verifies the signature of every state it returns. */
export class RecordStates {
  readonly #records: RecordStore;
  readonly #kind: RecordKind<RecordState>;
  readonly #macs: RecordMacs;
  readonly #clock: Clock;
  readonly #read = new Map<string, { state: RecordState; at: number }>();
  readonly #reading = new Map<string, Promise<RecordState | undefined>>();
  #isPrepared = false;

  constructor({ records, kind = RECORD_STATES, macs, clock }: RecordStatesOptions) {
    this.#records = records;
    this.#kind = kind;
    this.#macs = macs;
    this.#clock = clock;
  }

  /** Reads a state. Throws StateForgedError and errors of the store and the key service. */
  async get(name: StateName): Promise<RecordState | undefined> {
    return this.verify(name, await this.#records.get(this.#kind, [name.owner, name.record]));
  }

  /**
   * Describes the read of a state, to send it together with that of its record. Pass the result to `verify`.
   */
  describeRead({ owner, record }: StateName): RecordRead<RecordState> {
    if (!this.#isPrepared) this.#macs.prepare(STAGE);
    this.#isPrepared = true;
    return { kind: this.#kind, key: [owner, record] };
  }

  /** Returns a state after verifying it. Throws StateForgedError and errors of the key service. */
  async verify(
    { owner, record }: StateName,
    state: RecordState | undefined,
  ): Promise<RecordState | undefined> {
    if (!state) return undefined;
    if (state.tenant_id === owner && state.record === record && (await this.#isSigned(state))) return state;
    throw new StateForgedError("The state of a record has been altered.");
  }

  /** Returns true if this process has recently read that this version is valid. Sends no request. */
  isKnownCurrent(name: StateName, version: number): boolean {
    const known = this.getKnown(name);
    return known !== undefined && isCurrent(known, version);
  }

  /** Returns the state if this process has read it recently, otherwise `undefined`. */
  getKnown(name: StateName): RecordState | undefined {
    const known = this.#read.get(formatId(name));
    return known && this.#clock.now() - known.at < TRUSTED_MS ? known.state : undefined;
  }

  /**
   * Returns the recently read state if this version is valid in it. Otherwise reads the state again;
   * concurrent callers share one read.
   */
  async readRecent(name: StateName, version?: number): Promise<RecordState | undefined> {
    const known = this.getKnown(name);
    if (known && (version === undefined || known.version === version)) return known;
    const id = formatId(name);
    let reading = this.#reading.get(id);
    if (!reading) {
      reading = this.#reread(id, name).finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    return reading;
  }

  /**
   * Assigns a version before it is written. It is valid in addition to the replaced version `from`. It is the
   * next unassigned number, or `wanted` if the writer requires it. Returns `undefined` and changes nothing if
   * `from` is not valid or `wanted` was already assigned.
   */
  begin(name: StateName, from: number, wanted?: number): Promise<RecordState | undefined> {
    return this.#change(name, (before) => {
      if (before && !isCurrent(before, from)) return undefined;
      const last = before ? getLastAssigned(before) : from;
      if (wanted !== undefined && wanted <= last) return undefined;
      const floor = before?.version === from ? getFloor(before) : last;
      return { version: from, next: wanted ?? last + 1, floor, revoked_at: null };
    });
  }

  /**
   * Makes a written version the only valid one. If several were begun from the same version, the first to
   * finish wins. Returns `false` for the others, and if the record was ended meanwhile.
   */
  async finish(name: StateName, begun: RecordState, version: number): Promise<boolean> {
    let isValid = true;
    const finishChange = (state: RecordState | undefined): StateFields | undefined => {
      isValid = state !== undefined && isCurrent(state, version);
      const isUnfinished = isValid && state?.version === begun.version && state.next !== null;
      if (!isUnfinished) return undefined;
      return { version, next: null, floor: getLastAssigned(state), revoked_at: null };
    };
    await this.#change(name, finishChange, begun);
    return isValid;
  }

  /** Makes the version of a new record valid. */
  async settle(name: StateName, version: number): Promise<void> {
    await this.#change(name, (before) => {
      const isSettled = before?.next === null && before.version >= version;
      if (before && (isSettled || before.version > version || before.revoked_at !== null)) return undefined;
      return { version, next: null, floor: before && getLastAssigned(before), revoked_at: null };
    });
  }

  /** Makes all versions of a record invalid. Repeating keeps the first time. */
  async revoke(name: StateName, at: string): Promise<void> {
    await this.#change(name, (before) =>
      before?.revoked_at
        ? undefined
        : { version: before ? getLastAssigned(before) : 1, next: null, revoked_at: at },
    );
  }

  async delete(name: StateName): Promise<void> {
    this.#read.delete(formatId(name));
    await this.#records.delete(this.#kind, [name.owner, name.record]);
  }

  async #reread(id: string, name: StateName): Promise<RecordState | undefined> {
    const at = this.#clock.now();
    const state = await this.get(name);
    this.#read.delete(id);
    // A state with a write in progress is not cached, so that the next caller reads it again.
    if (state?.next !== null) return state;
    this.#read.set(id, { state, at });
    const oldest = this.#read.keys().next().value;
    if (this.#read.size > MAX_CACHED && oldest !== undefined) this.#read.delete(oldest);
    return state;
  }

  /**
   * Changes a state and returns the new one. `known` is a recently read state, which saves a read if it is
   * still current.
   */
  async #change(name: StateName, change: Change, known?: RecordState): Promise<RecordState | undefined> {
    const { owner, record, expiresAt } = name;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const before = attempt === 0 && known ? known : await this.get(name);
      const changed = change(before);
      this.#read.delete(formatId(name));
      if (!changed) return undefined;
      const { floor = changed.version, ...others } = changed;
      const expires_at = expiresAt ?? before?.expires_at;
      const unsigned = {
        tenant_id: owner,
        record,
        ...others,
        ...(floor > changed.version && { floor }),
        ...(expires_at !== undefined && { expires_at }),
      };
      const state = { ...unsigned, mac: await this.#macs.sign(STAGE, serializeState(unsigned)) };
      if (await this.#put(state, before)) return state;
    }
    throw new Error("Other changes to a record's state kept interfering.");
  }

  /**
   * Writes a state, replacing `before` or creating it. Returns `false` if another state was stored first.
   * Returns `true` without writing for a deleted tenant, whose states are deleted anyway.
   */
  async #put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    if (before) return this.#records.replace(this.#kind, state, { mac: before.mac });
    return (await this.#records.insert(this.#kind, state)) !== "taken";
  }

  /**
   * Verifies a state's signature. The stage's key signs, so that states remain readable while a tenant has
   * disabled its own key. States of credentials used to be signed with the tenant's key.
   */
  async #isSigned({ mac, ...state }: RecordState): Promise<boolean> {
    const text = serializeState(state);
    if (await this.#macs.verify(STAGE, text, mac)) return true;
    return state.record.startsWith("credential/") && this.#macs.verify(state.tenant_id, text, mac);
  }
}

function formatId({ owner, record }: StateName): string {
  return `${owner}/${record}`;
}

/** Returns true if a version of a record is valid according to its state. */
export function isCurrent(state: RecordState, version: number): boolean {
  if (state.revoked_at !== null) return false;
  return state.version === version || (version > getFloor(state) && version <= (state.next ?? 0));
}

/** Returns true if a version is valid but its write is not yet confirmed. */
export function isUnsettled(state: RecordState, version: number): boolean {
  return state.next !== null && state.version !== version && isCurrent(state, version);
}

/** Returns the highest version ever assigned. */
export function getLastAssigned(state: RecordState): number {
  return Math.max(getFloor(state), state.next ?? 0);
}

function getFloor({ version, floor = version }: RecordState): number {
  return floor;
}

function serializeState({
  tenant_id,
  record,
  version,
  next,
  revoked_at,
  floor,
}: Omit<RecordState, "mac">): string {
  const covered = [tenant_id, record, version, next, revoked_at];
  return canonicalJson(["record state", ...covered, ...(floor === undefined ? [] : [floor])]);
}
