import { timestamp } from "../clock/clock.ts";
import { KindVersions, type VersionedRecordsOptions } from "./kind-versions.ts";
import { keyOf, type RecordKey, type RecordKind } from "./record-kind.ts";
import type { RecordState } from "./record-state.ts";
import { getLastAssigned, isCurrent } from "./record-states.ts";
import type { RecordStore, RecordWrite, Where } from "./record-store.ts";
import { ForwardingRecords } from "./record-store.ts";
import { refuseRead } from "./signed-records.ts";

/** Maximum number of times to read a record and its state until both belong to the same change. */
const MAX_READS = 5;

/**
 * Stores the versions of records in the key table, for kinds with a version rule. A new version is entered
 * there before its record is written, so that a crash cannot lose the record. Earlier versions are
 * invalidated afterwards. `get` returns a record only if its version is valid. `getMany`, `page` and `range`
 * do not check, so call `readCurrent` before sending, delivering or deciding anything based on their results.
 */
export class VersionedRecords extends ForwardingRecords {
  readonly #options: VersionedRecordsOptions;

  constructor(options: VersionedRecordsOptions) {
    super(options.records);
    this.#options = options;
  }

  override readonly get: RecordStore["get"] = async (kind, key) => {
    const versioned = this.#findVersioned(kind);
    if (!versioned) return this.inner.get(kind, key);
    const known = versioned.getKnownState(key);
    if (known) {
      const record = await this.inner.get(kind, key);
      if (record && versioned.isSettledCurrent(record, known)) return record;
    }
    // A change between the two reads looks like a restored earlier record, so both are read again.
    for (let reads = 1; reads <= MAX_READS; reads++) {
      const [record, state] = await versioned.readWithState(key, reads > 1);
      const valid = record && (await versioned.dropInvalid(record, state));
      if (valid || !record) return valid;
    }
    this.#options.reportRefused(kind as unknown as RecordKind<never>, key);
    return refuseRead(kind);
  };

  /**
   * Returns a record that was read with others, if its version is valid. Reports nothing (unlike `get`),
   * because the record may have changed since it was read.
   */
  async readCurrent<R extends object>(kind: RecordKind<R>, record: R): Promise<R | undefined> {
    const versioned = this.#findVersioned(kind);
    if (!versioned) return record;
    return versioned.dropInvalid(record, await versioned.readState(keyOf(kind, record), false));
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
    const versionedWrites: RecordWrite[] = [];
    for (const write of writes) {
      if ("insert" in write) await this.settle(write.kind, write.insert);
      if ("put" in write) await this.settle(write.kind, write.put);
      if ("delete" in write) await this.end(write.kind, write.delete);
      if ("replace" in write) {
        const change = await this.#begin(write.kind, write.replace, write.where);
        if (!change) return false;
        changes.push(change);
        versionedWrites.push({ ...write, replace: change.record });
      } else versionedWrites.push(write);
    }
    if (!(await this.inner.transact(versionedWrites))) return false;
    const finished = changes.map((change) => this.#finish(change.kind, change));
    return (await Promise.all(finished)).every(Boolean);
  };

  /** Ends a record in the key table only, which invalidates all its versions. */
  async end<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    at = timestamp(this.#options.clock.now()),
  ): Promise<void> {
    const versioned = this.#findVersioned(kind);
    await versioned?.states.revoke(versioned.rule.state(key), at);
  }

  /**
   * Ends a record that cannot be read because it was modified or removed, and deletes whatever is stored
   * under its key. Returns `false` if there is nothing to end.
   */
  async discard<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<boolean> {
    const state = await this.#readFreshState(kind, key);
    const wasValid = state !== undefined && state.revoked_at === null;
    if (wasValid) await this.end(kind, key);
    const isStored = await this.inner.delete(kind, key);
    // Without this, restoring a record from a release without states would make it valid.
    if (isStored && !state) await this.end(kind, key);
    return wasValid || isStored;
  }

  /** Returns true if the key table lists a record as ended. */
  async isEnded<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<boolean> {
    const state = await this.#readFreshState(kind, key);
    return (state?.revoked_at ?? null) !== null;
  }

  /** Deletes the state of a record that can never be valid again because its owner is deleted. */
  async forget<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<void> {
    const versioned = this.#findVersioned(kind);
    await versioned?.states.delete(versioned.rule.state(key));
  }

  /**
   * Writes a verified record of an earlier version again as the next version, so that it becomes valid.
   * Returns `false` if it is already valid or was ended.
   */
  async acceptEarlier<R extends { version?: number | undefined }>(
    kind: RecordKind<R>,
    record: R,
  ): Promise<boolean> {
    const { rule, states } = this.#findVersioned(kind) ?? {};
    const key = keyOf(kind, record);
    const state = await this.#readFreshState(kind, key);
    if (!rule || !state || state.revoked_at !== null || isCurrent(state, rule.of(record))) return false;
    const begun = await states?.begin(rule.state(key), state.version);
    if (!begun) return false;
    const next = { ...record, version: getLastAssigned(begun) };
    if (!(await this.inner.replace<R>(kind, next, { version: record.version } as Where<R>))) return false;
    return this.#finish(kind, { kind, record: next, begun });
  }

  /** Makes a record's version the only valid one, or ends the state of an ended record. */
  async settle<R extends object>(kind: RecordKind<R>, record: R): Promise<void> {
    const versioned = this.#findVersioned(kind);
    if (!versioned || (await versioned.endIfEnded(record))) return;
    const { rule, states } = versioned;
    await states.settle(versioned.nameState(record), rule.of(record));
  }

  /** Begins a change. Returns `undefined` if the version to replace is not valid. */
  async #begin<R extends object>(
    kind: RecordKind<R>,
    record: R,
    where: Where<R>,
  ): Promise<Change<R> | undefined> {
    const versioned = this.#findVersioned(kind);
    if (!versioned || (await versioned.endIfEnded(record))) return { kind, record };
    const { rule, states } = versioned;
    const wanted = rule.isSealed && rule.of(record);
    const begun = await states.begin(versioned.nameState(record), rule.of(where as Partial<R>), wanted);
    return begun && { kind, record: { ...record, version: getLastAssigned(begun) }, begun };
  }

  /** Finishes a change. Returns `false` if another change from the same version finished first. */
  async #finish<R extends object>(kind: RecordKind<R>, { record, begun }: Change<R>): Promise<boolean> {
    const versioned = this.#findVersioned(kind);
    if (!versioned || !begun) return true;
    return versioned.states.finish(versioned.nameState(record), begun, versioned.rule.of(record));
  }

  async #readFreshState<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
  ): Promise<RecordState | undefined> {
    const versioned = this.#findVersioned(kind);
    return versioned?.readState(key, true);
  }

  /** Returns the versions of a kind, or `undefined` if it has none. */
  #findVersioned<R extends object>(kind: RecordKind<R>): KindVersions<R> | undefined {
    const rule = kind.signed === false ? undefined : kind.signed.version;
    return rule && new KindVersions(kind, rule, this.#options);
  }
}

/** A change in progress. Without `begun`, there is nothing to finish. */
interface Change<R extends object> {
  kind: RecordKind<R>;
  record: R;
  begun?: RecordState;
}
