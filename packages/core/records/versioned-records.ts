import { type Clock, timestamp } from "../clock/clock.ts";
import type { ClosingRows } from "./closing-rows.ts";
import { keyOf, type RecordKey, type RecordKind, type VersionRule } from "./record-kind.ts";
import type { RecordState } from "./record-state.ts";
import {
  getLastAssigned,
  isCurrent,
  isUnsettled,
  type RecordStates,
  StateForgedError,
  type StateName,
} from "./record-states.ts";
import type { RecordStore, RecordWrite, Where } from "./record-store.ts";
import { ForwardingRecords } from "./record-store.ts";
import { type ReportRefused, refuseRead, type SignedRecords } from "./signed-records.ts";

/** Maximum number of times to read a record and its state until both belong to the same change. */
const MAX_READS = 5;

export interface VersionedRecordsOptions {
  /** The store that verifies signatures, because a version is only meaningful in an unmodified record. */
  records: SignedRecords;
  /** States of permanent records. `expiringStates` has those of records that expire. */
  states: RecordStates;
  expiringStates: RecordStates;
  closingRows: ClosingRows;
  clock: Clock;
  tellRefused: ReportRefused;
}

/**
 * Stores the versions of records in the key table, for kinds with a version rule. A new version is entered
 * there before its record is written, so that a crash cannot lose the record. Earlier versions are
 * invalidated afterwards. `get` returns a record only if its version is valid. `getMany`, `page` and `range`
 * do not check, so call `current` before sending, delivering or deciding anything based on their results.
 */
export class VersionedRecords extends ForwardingRecords {
  readonly #options: VersionedRecordsOptions;

  constructor(options: VersionedRecordsOptions) {
    super(options.records);
    this.#options = options;
  }

  override readonly get: RecordStore["get"] = async (kind, key) => {
    const rule = getRule(kind);
    if (!rule) return this.inner.get(kind, key);
    const known = this.#findKnownState(kind, rule, key);
    if (known) {
      const record = await this.inner.get(kind, key);
      if (record && isSettledCurrent(rule, record, known)) return record;
    }
    // A change between the two reads looks like a restored earlier record, so both are read again.
    for (let reads = 1; reads <= MAX_READS; reads++) {
      const [record, state] = await this.#readBoth(kind, rule, key, reads > 1);
      const counts = record && (await this.#dropInvalid(kind, rule, record, state));
      if (counts || !record) return counts;
    }
    this.#options.tellRefused(kind as unknown as RecordKind<never>, key);
    return refuseRead(kind);
  };

  /**
   * Returns a record that was read with others, if its version is valid. Reports nothing (unlike `get`),
   * because the record may have changed since it was read.
   */
  async readCurrent<R extends object>(kind: RecordKind<R>, record: R): Promise<R | undefined> {
    const rule = getRule(kind);
    if (!rule) return record;
    const key = keyOf(kind, record);
    return this.#dropInvalid(kind, rule, record, await this.#readState(kind, rule, key, false));
  }

  override readonly insert: RecordStore["insert"] = async (kind, record) => {
    await this.settle(kind, record);
    return this.inner.insert(kind, record);
  };

  override readonly put: RecordStore["put"] = async (kind, record) => {
    await this.settle(kind, record);
    return this.inner.put(kind, record);
  };

  override readonly putAll: RecordStore["putAll"] = async (kind, records) => {
    for (const record of records) await this.settle(kind, record);
    return this.inner.putAll(kind, records);
  };

  override readonly replace: RecordStore["replace"] = async (kind, record, where) =>
    (await this.supersede(kind, record, where)) !== undefined;

  /**
   * Replaces a record and returns it with its new version. `where` contains the version to replace. Returns
   * `undefined` if the condition does not hold or if another change finished first. In the latter case the
   * written record is invalid.
   */
  async supersede<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<R | undefined> {
    const change = await this.#begin(kind, record, where);
    if (!change || !(await this.inner.replace(kind, change.record, where))) return undefined;
    return (await this.#finish(kind, change)) ? change.record : undefined;
  }

  /** Ends the record in the key table first, so that it cannot be restored. */
  override readonly delete: RecordStore["delete"] = async (kind, key, where) => {
    await this.end(kind, key);
    return this.inner.delete(kind, key, where);
  };

  override readonly transact: RecordStore["transact"] = async (typed) => {
    const writes = typed as unknown as readonly RecordWrite[];
    const changes: Change<object>[] = [];
    const made: RecordWrite[] = [];
    for (const write of writes) {
      if ("insert" in write) await this.settle(write.kind, write.insert);
      if ("put" in write) await this.settle(write.kind, write.put);
      if ("delete" in write) await this.end(write.kind, write.delete);
      if ("replace" in write) {
        const change = await this.#begin(write.kind, write.replace, write.where);
        if (!change) return false;
        changes.push(change);
        made.push({ ...write, replace: change.record });
      } else made.push(write);
    }
    if (!(await this.inner.transact(made))) return false;
    const finished = changes.map((change) => this.#finish(change.kind, change));
    return (await Promise.all(finished)).every(Boolean);
  };

  /** Ends a record in the key table only, which invalidates all its versions. */
  async end<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    at = timestamp(this.#options.clock.now()),
  ): Promise<void> {
    const rule = getRule(kind);
    if (rule) await this.#statesOf(kind).revoke(rule.state(key), at);
  }

  /**
   * Ends a record that cannot be read because it was modified or removed, and deletes whatever is stored
   * under its key. Returns `false` if there is nothing to end.
   */
  async discard<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<boolean> {
    const rule = getRule(kind);
    const state = rule && (await this.#readState(kind, rule, key, true));
    const counted = state !== undefined && state.revoked_at === null;
    if (counted) await this.end(kind, key);
    const isStored = await this.inner.delete(kind, key);
    // Without this, restoring a record from a release without states would make it valid.
    if (isStored && !state) await this.end(kind, key);
    return counted || isStored;
  }

  /** Returns true if the key table lists a record as ended. */
  async isEnded<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<boolean> {
    const rule = getRule(kind);
    const state = rule && (await this.#readState(kind, rule, key, true));
    return (state?.revoked_at ?? null) !== null;
  }

  /** Deletes the state of a record that can never be valid again because its owner is deleted. */
  async forget<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<void> {
    const { owner, record } = getRule(kind)?.state(key) ?? {};
    if (owner !== undefined && record !== undefined) await this.#statesOf(kind).delete(owner, record);
  }

  /**
   * Writes a verified record of an earlier version again as the next version, so that it becomes valid.
   * Returns `false` if it is already valid or was ended.
   */
  async acceptEarlier<R extends { version?: number | undefined }>(
    kind: RecordKind<R>,
    record: R,
  ): Promise<boolean> {
    const rule = getRule(kind);
    const key = keyOf(kind, record);
    const state = rule && (await this.#readState(kind, rule, key, true));
    if (!state || state.revoked_at !== null || isCurrent(state, rule.of(record))) return false;
    const begun = await this.#statesOf(kind).begin(rule.state(key), state.version);
    if (!begun) return false;
    const next = { ...record, version: getLastAssigned(begun) };
    if (!(await this.inner.replace<R>(kind, next, { version: record.version } as Where<R>))) return false;
    return this.#finish(kind, { kind, record: next, begun });
  }

  /** Makes a record's version the only valid one, or ends the state of an ended record. */
  async settle<R extends object>(kind: RecordKind<R>, record: R): Promise<void> {
    const rule = getRule(kind);
    if (!rule) return;
    const [name, endedAt] = [getStateName(kind, rule, record), rule.endedAt?.(record) ?? null];
    if (endedAt === null) await this.#statesOf(kind).settle(name, rule.of(record));
    else await this.#statesOf(kind).revoke(name, endedAt);
  }

  /** Begins a change. Returns `undefined` if the version to replace is not valid. */
  async #begin<R extends object>(
    kind: RecordKind<R>,
    record: R,
    where: Where<R>,
  ): Promise<Change<R> | undefined> {
    const rule = getRule(kind);
    if (!rule) return { kind, record };
    const [name, endedAt] = [getStateName(kind, rule, record), rule.endedAt?.(record) ?? null];
    if (endedAt !== null) {
      await this.#statesOf(kind).revoke(name, endedAt);
      return { kind, record };
    }
    const wanted = rule.isSealed && rule.of(record);
    const begun = await this.#statesOf(kind).begin(name, rule.of(where as Partial<R>), wanted);
    return begun && { kind, record: { ...record, version: getLastAssigned(begun) }, begun };
  }

  /** Finishes a change. Returns `false` if another change from the same version finished first. */
  async #finish<R extends object>(kind: RecordKind<R>, { record, begun }: Change<R>): Promise<boolean> {
    const rule = getRule(kind);
    if (!rule || !begun) return true;
    return this.#statesOf(kind).finish(getStateName(kind, rule, record), begun, rule.of(record));
  }

  async #dropInvalid<R extends object>(
    kind: RecordKind<R>,
    rule: VersionRule<R>,
    record: R,
    state: RecordState | undefined,
  ): Promise<R | undefined> {
    // The state is checked first. Write access to the main table is enough to mark a record as ended, which
    // would make its owner believe that it was revoked.
    const isEnded = (rule.endedAt?.(record) ?? null) !== null;
    if (state?.revoked_at) {
      const ended = isEnded ? {} : rule.shownEnded?.(state.revoked_at);
      return ended && { ...record, ...ended };
    }
    if (state && !isEnded) return this.#dropOutdated(kind, rule, record, state);
    // The record is from a release without versions, or from one that did not record its end.
    const { closingRows } = this.#options;
    const isClosed = kind.signed === false || (await closingRows.has(kind.signed.unsignedUntil));
    return isClosed ? undefined : record;
  }

  /**
   * Returns a record if its version is valid. If its writer has not finished, finishes the version, so that
   * no reader sees the earlier record afterwards.
   */
  async #dropOutdated<R extends object>(
    kind: RecordKind<R>,
    rule: VersionRule<R>,
    record: R,
    state: RecordState,
  ): Promise<R | undefined> {
    const version = rule.of(record);
    if (!isUnsettled(state, version)) return isCurrent(state, version) ? record : undefined;
    const isSettled = await this.#statesOf(kind).finish(getStateName(kind, rule, record), state, version);
    return isSettled ? record : undefined;
  }

  /** Returns the recently read state, unless the kind requires a fresh one. */
  #findKnownState<R extends object>(
    kind: RecordKind<R>,
    rule: VersionRule<R>,
    key: RecordKey,
  ): RecordState | undefined {
    if (rule.alwaysRead) return undefined;
    const { owner, record } = rule.state(key);
    return this.#statesOf(kind).getKnown(owner, record);
  }

  async #readBoth<R extends object>(
    kind: RecordKind<R>,
    rule: VersionRule<R>,
    key: RecordKey,
    isDoubted: boolean,
  ): Promise<[R | undefined, RecordState | undefined]> {
    if (!rule.alwaysRead && !isDoubted)
      return Promise.all([this.inner.get(kind, key), this.#readState(kind, rule, key, false)]);
    const name = rule.state(key);
    const states = this.#statesOf(kind);
    const { records } = this.#options;
    const [record, state] = await records.getWith(kind, key, states.describeRead(name.owner, name.record));
    return [record, await this.#endIfForged(kind, key, name, states.verify(name.owner, name.record, state))];
  }

  async #readState<R extends object>(
    kind: RecordKind<R>,
    rule: VersionRule<R>,
    key: RecordKey,
    isDoubted: boolean,
  ): Promise<RecordState | undefined> {
    const name = rule.state(key);
    const states = this.#statesOf(kind);
    const isReadNow = rule.alwaysRead || isDoubted;
    const read = isReadNow ? states.get(name.owner, name.record) : states.readRecent(name.owner, name.record);
    return this.#endIfForged(kind, key, name, read);
  }

  /** Returns a state. If it was forged, treats its record as ended. */
  async #endIfForged<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    { owner, record }: StateName,
    state: Promise<RecordState | undefined>,
  ): Promise<RecordState | undefined> {
    try {
      return await state;
    } catch (error) {
      if (!(error instanceof StateForgedError)) throw error;
      this.#options.tellRefused(kind as RecordKind<never>, key);
      return { tenant_id: owner, record, version: 0, next: null, revoked_at: timestamp(0), mac: "" };
    }
  }

  #statesOf<R extends object>({ expires }: RecordKind<R>): RecordStates {
    return expires ? this.#options.expiringStates : this.#options.states;
  }
}

/** A change in progress. Without `begun`, there is nothing to finish. */
interface Change<R extends object> {
  kind: RecordKind<R>;
  record: R;
  begun?: RecordState;
}

function getRule<R extends object>({ signed }: RecordKind<R>): VersionRule<R> | undefined {
  return signed === false ? undefined : signed.version;
}

/** Returns true if a record's version is current and no write is in progress. */
function isSettledCurrent<R extends object>(rule: VersionRule<R>, record: R, state: RecordState): boolean {
  const { revoked_at, next, version } = state;
  const isEnded = revoked_at !== null || (rule.endedAt?.(record) ?? null) !== null;
  return !isEnded && next === null && version === rule.of(record);
}

function getStateName<R extends object>(kind: RecordKind<R>, rule: VersionRule<R>, record: R): StateName {
  return { ...rule.state(keyOf(kind, record)), expiresAt: kind.expires?.(record) };
}
