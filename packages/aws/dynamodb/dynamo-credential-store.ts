import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  type CredentialRecord,
  NOTED_FIELDS,
  type NotedFields,
} from "@plumbline/core/credentials/credential.ts";
import type {
  CredentialConflict,
  CredentialLease,
  CredentialStore,
} from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import { isTenantDeleted } from "./access-item.ts";
import { batchGet } from "./batches.ts";
import {
  CREDENTIAL_PREFIX,
  credentialFromItem,
  credentialItem,
  credentialKey,
  tenantPartition,
} from "./credential-item.ts";
import { holdsSameLabel, LabelClaims } from "./label-claims.ts";
import { queryPage } from "./query-page.ts";
import { IF_ABSENT, marshallItem, type TableClient } from "./table-client.ts";

/** Credential records in the tenant's own partition, at `CRED#<id>`. */
export class DynamoCredentialStore implements CredentialStore {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #claims: LabelClaims;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
    this.#claims = new LabelClaims(table);
  }

  async create(record: CredentialRecord): Promise<CredentialConflict | undefined> {
    if (!(await this.#claims.claim(record))) return "label_taken";
    const written =
      (await this.#table.put(credentialItem(record), IF_ABSENT)) || (await this.#isStored(record));
    if (!written) return "label_taken";
    if (!(await isTenantDeleted(this.#table, record.tenant_id))) return undefined;
    const { version } = record;
    await this.#table.delete(credentialKey(record.tenant_id, record.id), {
      expression: "#version = :version",
      values: { version },
    });
    await this.#claims.free(record, version + 1);
    return "tenant_deleted";
  }

  async get(tenantId: string, id: string): Promise<CredentialRecord | undefined> {
    return credentialFromItem(await this.#table.get(credentialKey(tenantId, id)));
  }

  list(
    tenantId: string,
    page: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    const { kind, ...request } = page;
    return queryPage(this.#table, {
      ...request,
      pk: tenantPartition(tenantId),
      prefix: CREDENTIAL_PREFIX,
      read: (items) =>
        items
          .map(credentialFromItem)
          .map((record) => (kind === undefined || record?.kind === kind ? record : undefined)),
    });
  }

  async *ofKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncIterable<readonly CredentialRecord[]> {
    for await (const ids of this.#claims.claimantsOfKinds(tenantId, kinds)) {
      const keys = ids.map((id) => credentialKey(tenantId, id));
      const items = await batchGet(this.#table, keys, { clock: this.#clock, consistent: true });
      yield items
        .map(credentialFromItem)
        .filter((record) => record !== undefined)
        .filter((record) => record.revoked_at === null && kinds.includes(record.kind));
    }
  }

  async findByLabel(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly CredentialRecord[]> {
    const claimants = [...(await this.#claims.claimants(tenantId, label, kinds))].sort();
    const records = await Promise.all(claimants.map((id) => this.get(tenantId, id)));
    const wanted = foldText(label);
    return records
      .filter((record) => record !== undefined)
      .filter((record) => record.revoked_at === null && kinds.includes(record.kind))
      .filter((record) => foldText(record.label) === wanted);
  }

  async update(
    record: CredentialRecord,
    version = record.version - 1,
  ): Promise<CredentialConflict | undefined> {
    const before = await this.get(record.tenant_id, record.id);
    if (before?.version !== version) return "stale";
    const keepsLabel = holdsSameLabel(before, record);
    // A change of letter case alone too: a credential of an earlier version may have just this label.
    const takesLabel = record.revoked_at === null && before.label !== record.label;
    if (takesLabel && !(await this.#claims.claim(record))) return "label_taken";
    const condition = { expression: "#version = :version", values: { version } };
    const written =
      (await this.#table.put(credentialItem(record), condition)) || (await this.#isStored(record));
    // A claim made for a version that was then lost is dead; the next who wants the label replaces it.
    if (!written) return "stale";
    if (before.revoked_at === null && !keepsLabel) await this.#claims.free(before, record.version);
    return undefined;
  }

  async noteUse(tenantId: string, id: string, notes: NotedFields): Promise<void> {
    const condition = { expression: "attribute_exists(#version)" };
    await this.#table.update(credentialKey(tenantId, id), { ...notes }, condition);
  }

  async takeLease(
    record: CredentialRecord,
    { holder, now, until }: CredentialLease,
  ): Promise<"taken" | "held" | "changed"> {
    const { tenant_id, id, version } = record;
    const free = "(attribute_not_exists(#lease_until) OR #lease_until <= :now OR #lease_holder = :holder)";
    const taken = await this.#table.update(
      credentialKey(tenant_id, id),
      { lease_holder: holder, lease_until: until },
      {
        expression: `#version = :version AND ${free}`,
        values: { version, now, holder },
      },
    );
    if (taken) return "taken";
    const found = await this.get(tenant_id, id);
    return found?.version === version ? "held" : "changed";
  }

  async freeLease({ tenant_id, id }: CredentialRecord, holder: string): Promise<void> {
    await this.#table.update(
      credentialKey(tenant_id, id),
      { lease_until: "" },
      { expression: "#lease_holder = :holder", values: { holder } },
    );
  }

  async noteAccount(record: CredentialRecord, notes: NotedFields): Promise<void> {
    const { version } = record;
    const condition = { expression: "#version = :version", values: { version } };
    await this.#table.update(credentialKey(record.tenant_id, record.id), { ...notes }, condition);
  }

  /**
   * The SDK repeats a write whose answer was lost; the repetition fails on the condition the first one
   * satisfied. A use that was noted in between changes nothing of what was written.
   */
  async #isStored(record: CredentialRecord): Promise<boolean> {
    const stored = await this.get(record.tenant_id, record.id);
    if (!stored) return false;
    const noted = Object.fromEntries(NOTED_FIELDS.map((field) => [field, record[field]]));
    const unnoted = marshallItem(credentialItem({ ...stored, ...noted }));
    return isDeepStrictEqual(unnoted, marshallItem(credentialItem(record)));
  }
}
