import type { Page, PageRequest } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import { foldText } from "../text/unicode.ts";
import {
  type AccountNotes,
  type CredentialRecord,
  lastVersionOf,
  NOTED_FIELDS,
  type NotedFields,
} from "./credential.ts";
import { stateName } from "./credential-seals.ts";
import type { CredentialKind } from "./kinds.ts";
import { holdsSameLabel, type LabelClaims } from "./label-claims.ts";

export const CREDENTIALS: RecordKind<CredentialRecord> = {
  name: "credentials",
  table: "main",
  key: ["tenant_id", "id"],
  noted: NOTED_FIELDS,
  signed: {
    as: "credential",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: stateName(String(id)) }),
      of: ({ version = 0 }) => version,
      isSealed: true,
      endedAt: ({ revoked_at }) => revoked_at,
      shownEnded: (revoked_at) => ({ revoked_at }),
    },
  },
};

/** Reads of a record whose lease others take and give back meanwhile. */
const MOST_READS = 5;

/**
 * Why a write was not made. `label_taken`: of the records of a (tenant, kind) that are not revoked, one has a
 * label, whatever its letter case (`foldText`). `stale`: the record changed since it was read.
 * `tenant_deleted`: the tenant was deleted meanwhile, and nothing of the write is left.
 */
export type CredentialConflict = "label_taken" | "stale" | "tenant_deleted";

/** A turn to renew a credential's tokens, that ends by itself where its holder does not come back. */
export interface CredentialLease {
  /** Unique to the process and the turn. */
  holder: string;
  /** ISO 8601 in UTC. */
  now: string;
  until: string;
}

/** Records that can be ended before they are written. */
type EndedRecords = RecordStore & Pick<VersionedRecords, "end" | "discard">;

/**
 * Keeps credentials, each with a claim on its label. Every key starts with the tenant, so another tenant's id
 * is simply not found. Reads after an acknowledged write see it.
 */
export class CredentialStore {
  readonly #records: EndedRecords;
  readonly #claims: LabelClaims;

  constructor(records: EndedRecords, claims: LabelClaims) {
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

  /** Ordered by id. */
  list(
    tenantId: string,
    { kind, ...page }: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    const wanted = (record: CredentialRecord) => kind === undefined || record.kind === kind;
    return this.#records.page(CREDENTIALS, tenantId, { ...page, wanted });
  }

  /**
   * Reads the records of these kinds that are not revoked, in any order, and only as far as the reader goes.
   * What else the tenant has costs nothing: an index by kind finds them.
   */
  async *ofKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncIterable<readonly CredentialRecord[]> {
    for await (const ids of this.#claims.claimantsOfKinds(tenantId, kinds))
      yield await this.#current(tenantId, ids, kinds);
  }

  /**
   * Finds the records of these kinds that have the label in any letter case and are not revoked; ordered by
   * id.
   */
  async findByLabel(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly CredentialRecord[]> {
    const claimants = await this.#claims.claimants(tenantId, label, kinds);
    const records = await this.#current(tenantId, claimants.toSorted(), kinds);
    const wanted = foldText(label);
    return records.filter((record) => foldText(record.label) === wanted);
  }

  /**
   * Writes `record` in place of a version, by default the one before its own. Moves the reservation of (kind,
   * label) when the label changed, frees it when revoked.
   */
  async update(
    record: CredentialRecord,
    version = record.version - 1,
  ): Promise<CredentialConflict | undefined> {
    const { tenant_id, id, revoked_at } = record;
    // First, so that a revocation holds also where the record cannot be written.
    if (revoked_at !== null) await this.#records.end(CREDENTIALS, [tenant_id, id], revoked_at);
    const before = await this.get(tenant_id, id);
    if (before?.version !== version) return "stale";
    const fence = lastVersionOf(before);
    if (fence > version && record.version <= fence) return "stale";
    const keepsLabel = holdsSameLabel(before, record);
    if (revoked_at === null && !keepsLabel && !(await this.#claims.claim(record))) return "label_taken";
    const unfenced: CredentialRecord = { ...record, fenced_version: undefined };
    const where = { version, fenced_version: before.fenced_version };
    // A claim made for a version that was then lost is dead; the next who wants the label replaces it.
    if (!(await this.#records.replace(CREDENTIALS, unfenced, where))) return "stale";
    if (!keepsLabel) await this.#claims.free(before, record.version);
    return undefined;
  }

  /**
   * Ends a record that cannot be read, as somebody edited it or took it away. Its claim on a label is dead
   * then. `false` where there is nothing to end.
   */
  discard(tenantId: string, id: string): Promise<boolean> {
    return this.#records.discard(CREDENTIALS, [tenantId, id]);
  }

  /** Notes what came of a use, without a new version; nothing when the record is gone. */
  async noteUse(tenantId: string, id: string, notes: NotedFields): Promise<void> {
    await this.#records.change(CREDENTIALS, [tenantId, id], notes, {});
  }

  /**
   * Takes the turn to renew this version of the record, and returns the record as it was when the turn
   * began: with what the turn before it noted. `held`: another has it. `changed`: the record has another
   * version, or is gone.
   */
  async takeLease(
    record: CredentialRecord,
    { holder, now, until }: CredentialLease,
  ): Promise<CredentialRecord | "held" | "changed"> {
    const { tenant_id, id, version } = record;
    const taken = { lease_holder: holder, lease_until: until };
    let known = record;
    for (let reads = 0; reads < MOST_READS; reads++) {
      const { lease_holder, lease_until } = known;
      const isFree = (lease_until ?? "") <= now || lease_holder === holder;
      // A turn taken since `known` was read left another holder, so that none of its notes is missed.
      const where = { version, lease_holder, lease_until };
      if (isFree && (await this.#records.change(CREDENTIALS, [tenant_id, id], taken, where))) return known;
      if (!isFree && reads > 0) return "held";
      const found = await this.get(tenant_id, id);
      if (found?.version !== version) return "changed";
      known = found;
    }
    return "held";
  }

  /** Gives the turn back where this holder still has it. A new version of the record ends it too. */
  async freeLease({ tenant_id, id }: CredentialRecord, holder: string): Promise<void> {
    const where = { lease_holder: holder };
    await this.#records.change(CREDENTIALS, [tenant_id, id], { lease_until: "" }, where);
  }

  /** Notes what a test of this version of the record showed; nothing when it changed or is gone. */
  async noteAccount({ tenant_id, id, version }: CredentialRecord, notes: AccountNotes): Promise<void> {
    await this.#records.change(CREDENTIALS, [tenant_id, id], notes, { version });
  }

  /** Reads those of the credentials that are of these kinds and not revoked. */
  async #current(
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
