import type { Page, PageRequest } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import { foldText } from "../text/unicode.ts";
import {
  type AccountNotes,
  type CredentialRecord,
  getLastVersion,
  NOTED_FIELDS,
  type NotedFields,
} from "./credential.ts";
import { nameState } from "./credential-seals.ts";
import type { CredentialKind } from "./kinds.ts";
import { hasSameLabel, type LabelClaims } from "./label-claims.ts";

export const CREDENTIALS: RecordKind<CredentialRecord> = {
  name: "credentials",
  table: "main",
  key: ["tenant_id", "id"],
  noted: NOTED_FIELDS,
  signed: {
    as: "credential",
    version: {
      state: ([tenantId, id]) => nameState({ tenant_id: String(tenantId), id: String(id) }),
      of: ({ version = 0 }) => version,
      isSealed: true,
      endedAt: ({ revoked_at }) => revoked_at,
      shownEnded: (revoked_at) => ({ revoked_at }),
    },
  },
};

/** Maximum number of reads of a record whose lease keeps changing hands. */
const MAX_READS = 5;

/**
 * Why a write was rejected. `label_taken`: another active record of the same tenant and kind has this label,
 * ignoring case (`foldText`). `stale`: the record has changed since it was read. `tenant_deleted`: the tenant
 * was deleted meanwhile, and the write was undone.
 */
export type CredentialConflict = "label_taken" | "stale" | "tenant_deleted";

/** A lease to renew a credential's tokens. It expires if its holder crashes. */
interface CredentialLease {
  /** Unique to the process and the lease. */
  holder: string;
  /** Times are ISO 8601 in UTC. */
  now: string;
  until: string;
}

/** Record store in which records can be revoked before they are rewritten. */
type RevocableRecords = RecordStore & Pick<VersionedRecords, "end" | "discard">;

/**
 * Stores credentials, each with a claim on its label. Every key starts with the tenant, so other tenants' IDs
 * are not found. Reads see all acknowledged writes.
 */
export class CredentialStore {
  readonly #records: RevocableRecords;
  readonly #claims: LabelClaims;

  constructor(records: RevocableRecords, claims: LabelClaims) {
    this.#records = records;
    this.#claims = claims;
  }

  async create(record: CredentialRecord): Promise<CredentialConflict | undefined> {
    if (!(await this.#claims.claim(record))) return "label_taken";
    const answer = await this.#records.insert(CREDENTIALS, record);
    if (answer === "tenant_deleted") await this.#claims.free(record, record.version);
    if (answer === "taken") return "label_taken";
    return answer === "written" ? undefined : answer;
  }

  get(tenantId: string, id: string): Promise<CredentialRecord | undefined> {
    return this.#records.get(CREDENTIALS, [tenantId, id]);
  }

  /** Lists credentials ordered by ID. */
  list(
    tenantId: string,
    { kind, ...page }: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    const isWanted = (record: CredentialRecord) => kind === undefined || record.kind === kind;
    return this.#records.page(CREDENTIALS, tenantId, { ...page, wanted: isWanted });
  }

  /**
   * Yields the active records of these kinds in any order, and reads only as far as the consumer iterates.
   * Uses an index by kind, so that other kinds cost nothing. The record `likely` is read in parallel with the
   * index, which saves a round trip if it is the only one listed. `onIds` receives the IDs before their
   * records are read.
   */
  async *listOfKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
    { likely, onIds }: { likely?: string | undefined; onIds?(ids: readonly string[]): void } = {},
  ): AsyncIterable<readonly CredentialRecord[]> {
    const early = likely === undefined ? undefined : this.#readCurrent(tenantId, [likely], kinds);
    // Awaited only if the index lists it.
    early?.catch(() => undefined);
    for await (const ids of this.#claims.claimantsOfKinds(tenantId, kinds)) {
      onIds?.(ids);
      const isLikely = ids.length === 1 && ids[0] === likely;
      yield await ((isLikely && early) || this.#readCurrent(tenantId, ids, kinds));
    }
  }

  /** Finds the active records of these kinds with this label, ignoring case. Ordered by ID. */
  async findByLabel(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly CredentialRecord[]> {
    const claimants = await this.#claims.claimants(tenantId, label, kinds);
    const records = await this.#readCurrent(tenantId, claimants.toSorted(), kinds);
    const wanted = foldText(label);
    return records.filter((record) => foldText(record.label) === wanted);
  }

  /**
   * Replaces a version of the record, by default the one before its own. Moves the claim on (kind, label) if
   * the label changed, and frees it if the record is revoked.
   */
  async update(
    record: CredentialRecord,
    version = record.version - 1,
  ): Promise<CredentialConflict | undefined> {
    const { tenant_id, id, revoked_at } = record;
    // Revokes first, so that the revocation takes effect even if writing the record fails.
    if (revoked_at !== null) await this.#records.end(CREDENTIALS, [tenant_id, id], revoked_at);
    const before = await this.get(tenant_id, id);
    if (before?.version !== version) return "stale";
    const fence = getLastVersion(before);
    if (fence > version && record.version <= fence) return "stale";
    const keepsLabel = hasSameLabel(before, record);
    if (revoked_at === null && !keepsLabel && !(await this.#claims.claim(record))) return "label_taken";
    const unfenced: CredentialRecord = { ...record, fenced_version: undefined };
    const where = { version, fenced_version: before.fenced_version };
    // If this write fails, its claim is void, and the next credential with this label replaces it.
    if (!(await this.#records.replace(CREDENTIALS, unfenced, where))) return "stale";
    if (!keepsLabel) await this.#claims.free(before, record.version);
    return undefined;
  }

  /**
   * Revokes a record that cannot be read because it was modified or removed. This voids its claim on a label.
   * Returns `false` if there is nothing to revoke.
   */
  discard(tenantId: string, id: string): Promise<boolean> {
    return this.#records.discard(CREDENTIALS, [tenantId, id]);
  }

  /** Stores the result of a use, without a new version. Does nothing if the record no longer exists. */
  async noteUse(tenantId: string, id: string, notes: NotedFields): Promise<void> {
    await this.#records.change(CREDENTIALS, [tenantId, id], notes, {});
  }

  /**
   * Acquires the lease to renew this version of the record. Returns the record as of then, including notes of
   * the previous holder. Returns `held` if another process has the lease, and `changed` if the record has
   * another version or no longer exists.
   */
  async takeLease(
    record: CredentialRecord,
    { holder, now, until }: CredentialLease,
  ): Promise<CredentialRecord | "held" | "changed"> {
    const { tenant_id, id, version } = record;
    const taken = { lease_holder: holder, lease_until: until };
    let known = record;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const { lease_holder, lease_until } = known;
      const isFree = (lease_until ?? "") <= now || lease_holder === holder;
      // The condition includes the holder: if the lease changed hands after `known` was read, the change
      // fails, so that no notes of that holder are missed.
      const where = { version, lease_holder, lease_until };
      if (isFree && (await this.#records.change(CREDENTIALS, [tenant_id, id], taken, where))) return known;
      if (!isFree && reads > 0) return "held";
      const found = await this.get(tenant_id, id);
      if (found?.version !== version) return "changed";
      known = found;
    }
    return "held";
  }

  /** Releases the lease if this holder still has it. A new version of the record also ends it. */
  async freeLease({ tenant_id, id }: CredentialRecord, holder: string): Promise<void> {
    const where = { lease_holder: holder };
    await this.#records.change(CREDENTIALS, [tenant_id, id], { lease_until: "" }, where);
  }

  /** Stores the result of testing this version of the record. Does nothing if the version has changed. */
  async noteAccount({ tenant_id, id, version }: CredentialRecord, notes: AccountNotes): Promise<void> {
    await this.#records.change(CREDENTIALS, [tenant_id, id], notes, { version });
  }

  /** Reads these credentials. Skips revoked ones and those of other kinds. */
  async #readCurrent(
    tenantId: string,
    ids: readonly string[],
    kinds: readonly CredentialKind[],
  ): Promise<CredentialRecord[]> {
    const found = await this.#records.getMany(ids.map((id) => ({ kind: CREDENTIALS, key: [tenantId, id] })));
    return found
      .filter((record) => record !== undefined)
      .filter((record) => record.revoked_at === null && kinds.includes(record.kind));
  }
}
