import { createHash } from "node:crypto";
import type { CredentialRecord, NotedFields } from "@plumbline/core/credentials/credential.ts";
import type {
  CredentialConflict,
  CredentialLease,
  CredentialStore,
} from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Records of a kind read at once: two more than a refusal lists. */
const READ_TOGETHER = 22;

/** Credential records. A unique index holds that of a tenant's kind only one has a label. */
export class SqliteCredentialStore implements CredentialStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  create(record: CredentialRecord): Promise<CredentialConflict | undefined> {
    return this.#store.transact((transaction) => {
      const { tenant_id, id } = record;
      if (isDeletedFor(transaction, tenant_id)) return "tenant_deleted";
      if (transaction.get(TABLES.credentials, { tenant_id, id }) || this.#isLabelTaken(record))
        return "label_taken";
      putCredential(transaction, record);
      return undefined;
    });
  }

  async get(tenantId: string, id: string): Promise<CredentialRecord | undefined> {
    return this.#store.record<CredentialRecord>(TABLES.credentials, tenantId, id);
  }

  async list(
    tenantId: string,
    { after = "", limit, kind }: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    const ofKind = kind === undefined ? "" : "AND kind = ?";
    const found = this.#store.records<CredentialRecord>(TABLES.credentials, {
      sql: `WHERE tenant_id = ? AND id > ? ${ofKind} ORDER BY id LIMIT ?`,
      values: [tenantId, after, ...(kind === undefined ? [] : [kind]), limit + 1],
    });
    return pageOf(found, limit, ({ id }) => id);
  }

  /** Rows of a kind are read through `credentials_by_kind`, in which no revoked record is. */
  async *ofKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncIterable<readonly CredentialRecord[]> {
    for (const kind of kinds) {
      let after: string | undefined = "";
      while (after !== undefined) {
        const found: CredentialRecord[] = this.#store.records(TABLES.credentials, {
          sql: "WHERE tenant_id = ? AND kind = ? AND label IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
          values: [tenantId, kind, after, READ_TOGETHER],
        });
        yield found;
        after = found.length < READ_TOGETHER ? undefined : found.at(-1)?.id;
      }
    }
  }

  async findByLabel(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly CredentialRecord[]> {
    return this.#store.records<CredentialRecord>(TABLES.credentials, {
      sql: `WHERE tenant_id = ? AND label = ? AND kind IN (${kinds.map(() => "?").join(", ")}) ORDER BY id`,
      values: [tenantId, labelKey(label), ...kinds],
    });
  }

  update(record: CredentialRecord, from = record.version - 1): Promise<CredentialConflict | undefined> {
    return this.#store.transact((transaction) => {
      const before = getCredential(transaction, record.tenant_id, record.id);
      if (before?.version !== from) return "stale";
      if (record.revoked_at === null && this.#isLabelTaken(record)) return "label_taken";
      putCredential(transaction, record);
      return undefined;
    });
  }

  noteUse(tenantId: string, id: string, notes: NotedFields): Promise<void> {
    return this.#store.transact((transaction) => {
      const record = getCredential(transaction, tenantId, id);
      if (record) putCredential(transaction, { ...record, ...notes });
    });
  }

  takeLease(
    { tenant_id, id, version }: CredentialRecord,
    { holder, now, until }: CredentialLease,
  ): Promise<"taken" | "held" | "changed"> {
    return this.#store.transact((transaction) => {
      const record = getCredential(transaction, tenant_id, id);
      if (record?.version !== version) return "changed";
      if ((record.lease_until ?? "") > now && record.lease_holder !== holder) return "held";
      putCredential(transaction, { ...record, lease_holder: holder, lease_until: until });
      return "taken";
    });
  }

  freeLease({ tenant_id, id }: CredentialRecord, holder: string): Promise<void> {
    return this.#store.transact((transaction) => {
      const record = getCredential(transaction, tenant_id, id);
      if (record?.lease_holder === holder) putCredential(transaction, { ...record, lease_until: "" });
    });
  }

  noteAccount({ tenant_id, id, version }: CredentialRecord, notes: NotedFields): Promise<void> {
    return this.#store.transact((transaction) => {
      const record = getCredential(transaction, tenant_id, id);
      if (record?.version === version) putCredential(transaction, { ...record, ...notes });
    });
  }

  /** By another record. One that takes it meanwhile makes the unique index refuse the write. */
  #isLabelTaken({ tenant_id, id, kind, label }: CredentialRecord): boolean {
    const holders = this.#store.select(TABLES.credentials, {
      sql: "SELECT 1 FROM credentials WHERE tenant_id = ? AND label = ? AND kind = ? AND id <> ?",
      values: [tenant_id, labelKey(label), kind, id],
    });
    return holders.length > 0;
  }
}

export function putCredential(transaction: Transaction, record: CredentialRecord): void {
  const { tenant_id, id, kind, revoked_at } = record;
  const label = revoked_at === null ? labelKey(record.label) : null;
  transaction.put(TABLES.credentials, { key: { tenant_id, id }, found: { kind, label }, record });
}

/** Labels are free text, and folding may make one many times longer. */
function labelKey(label: string): string {
  return createHash("sha256").update(foldText(label)).digest("base64url");
}

function getCredential(
  transaction: Transaction,
  tenant_id: string,
  id: string,
): CredentialRecord | undefined {
  return transaction.get(TABLES.credentials, { tenant_id, id }) as CredentialRecord | undefined;
}
