import { type Clock, timestamp } from "../clock/clock.ts";
import type { ClosingRows } from "./closing-rows.ts";
import { keyOf, type RecordKey, type RecordKind, type VersionRule } from "./record-kind.ts";
import type { RecordState } from "./record-state.ts";
import {
  isCurrent,
  isUnsettled,
  type RecordStates,
  StateForgedError,
  type StateName,
} from "./record-states.ts";
import type { ReportRefused, SignedRecords } from "./signed-records.ts";

export interface VersionedRecordsOptions {
  /** The store that verifies signatures, because a version is only meaningful in an unmodified record. */
  records: SignedRecords;
  /** States of permanent records. `expiringStates` has those of records that expire. */
  states: RecordStates;
  expiringStates: RecordStates;
  closingRows: ClosingRows;
  clock: Clock;
  reportRefused: ReportRefused;
}

/** Decides which versions of the records of one kind are valid, by the states in the key table. */
export class KindVersions<R extends object> {
  readonly kind: RecordKind<R>;
  readonly rule: VersionRule<R>;
  readonly states: RecordStates;
  readonly #options: VersionedRecordsOptions;

  constructor(kind: RecordKind<R>, rule: VersionRule<R>, options: VersionedRecordsOptions) {
    this.kind = kind;
    this.rule = rule;
    this.states = kind.expires ? options.expiringStates : options.states;
    this.#options = options;
  }

  /** Returns the recently read state, unless the kind requires a fresh one. */
  getKnownState(key: RecordKey): RecordState | undefined {
    return this.rule.alwaysRead ? undefined : this.states.getKnown(this.rule.state(key));
  }

  /** Returns true if a record's version is current and no write is in progress. */
  isSettledCurrent(record: R, { revoked_at, next, version }: RecordState): boolean {
    const isEnded = revoked_at !== null || (this.rule.endedAt?.(record) ?? null) !== null;
    return !isEnded && next === null && version === this.rule.of(record);
  }

  /** Returns a record that may be shown, given the state of its versions. */
  async dropInvalid(record: R, state: RecordState | undefined): Promise<R | undefined> {
    // The state is checked first. Write access to the main table is enough to mark a record as ended, which
    // would make its owner believe that it was revoked.
    const isEnded = (this.rule.endedAt?.(record) ?? null) !== null;
    if (state?.revoked_at) {
      const ended = isEnded ? {} : this.rule.shownEnded?.(state.revoked_at);
      return ended && { ...record, ...ended };
    }
    if (state && !isEnded) return this.#dropOutdated(record, state);
    // The record is from a release without versions, or from one that did not record its end.
    const { signed } = this.kind;
    const isClosed = signed === false || (await this.#options.closingRows.has(signed.unsignedUntil));
    return isClosed ? undefined : record;
  }

  /**
   * Returns a record if its version is valid. If its writer has not finished, finishes the version, so that
   * no reader sees the earlier record afterwards.
   */
  async #dropOutdated(record: R, state: RecordState): Promise<R | undefined> {
    const version = this.rule.of(record);
    if (!isUnsettled(state, version)) return isCurrent(state, version) ? record : undefined;
    return (await this.states.finish(this.nameState(record), state, version)) ? record : undefined;
  }

  /** Ends the state of a record that says that it ended. Returns `false` for any other. */
  async endIfEnded(record: R): Promise<boolean> {
    const endedAt = this.rule.endedAt?.(record) ?? null;
    if (endedAt !== null) await this.states.revoke(this.nameState(record), endedAt);
    return endedAt !== null;
  }

  nameState(record: R): StateName {
    return { ...this.rule.state(keyOf(this.kind, record)), expiresAt: this.kind.expires?.(record) };
  }

  /** Reads a record and its state, both again in one request if `isDoubted`. */
  async readWithState(key: RecordKey, isDoubted: boolean): Promise<[R | undefined, RecordState | undefined]> {
    const { records } = this.#options;
    if (!this.rule.alwaysRead && !isDoubted)
      return Promise.all([records.get(this.kind, key), this.readState(key, false)]);
    const name = this.rule.state(key);
    const [record, state] = await records.getWith(this.kind, key, this.states.describeRead(name));
    return [record, await this.#endIfForged(key, name, this.states.verify(name, state))];
  }

  /** Reads a record's state, again if `isDoubted`. */
  async readState(key: RecordKey, isDoubted: boolean): Promise<RecordState | undefined> {
    const name = this.rule.state(key);
    const isReadNow = this.rule.alwaysRead || isDoubted;
    const read = isReadNow ? this.states.get(name) : this.states.readRecent(name);
    return this.#endIfForged(key, name, read);
  }

  /** Returns a state. If it was forged, treats its record as ended. */
  async #endIfForged(
    key: RecordKey,
    { owner, record }: StateName,
    state: Promise<RecordState | undefined>,
  ): Promise<RecordState | undefined> {
    try {
      return await state;
    } catch (error) {
      if (!(error instanceof StateForgedError)) throw error;
      this.#options.reportRefused(this.kind as RecordKind<never>, key);
      return { tenant_id: owner, record, version: 0, next: null, revoked_at: timestamp(0), mac: "" };
    }
  }
}
