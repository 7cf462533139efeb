import type { AccessStore, ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES, TENANT_TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Tenants and API keys. */
export class SqliteAccessStore implements AccessStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    return this.#store.transact((transaction) => {
      putTenant(transaction, tenant);
      for (const key of keys) putApiKey(transaction, key);
    });
  }

  putTenant(tenant: TenantRecord, before: TenantRecord): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = getTenantFor(transaction, tenant.tenant_id);
      if (stored?.deleted_at !== null || stored.version !== before.version) return false;
      putTenant(transaction, tenant);
      return true;
    });
  }

  async getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#store.record<TenantRecord>(TABLES.tenants, tenantId);
  }

  async listTenants({ after = "", limit }: PageRequest): Promise<Page<TenantRecord>> {
    const found = this.#store.records<TenantRecord>(TABLES.tenants, {
      sql: "WHERE tenant_id > ? AND deleted = 0 ORDER BY tenant_id LIMIT ?",
      values: [after, limit + 1],
    });
    return pageOf(found, limit, ({ tenant_id }) => tenant_id);
  }

  /** A tenant deleted twice keeps the time of the first. */
  deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    return this.#store.transact((transaction) => {
      const tenant = getTenantFor(transaction, tenantId);
      if (tenant?.deleted_at === null) {
        const { policy: _policy, external_id: _external, ...mark } = tenant;
        putTenant(transaction, { ...mark, name: "", deleted_at: deletedAt });
      }
      for (const table of TENANT_TABLES) transaction.deleteWhere(table, "WHERE tenant_id = ?", [tenantId]);
      transaction.deleteWhere(TABLES.apiKeys, "WHERE owner = ?", [tenantId]);
    });
  }

  putKey(key: ApiKeyRecord): Promise<void> {
    return this.#store.transact((transaction) => putApiKey(transaction, key));
  }

  changeKey(key: ApiKeyRecord, before: ApiKeyRecord): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.apiKeys, { hash: key.hash }) as ApiKeyRecord | undefined;
      if (stored?.revoked_at !== null || stored.version !== before.version) return false;
      putApiKey(transaction, key);
      return true;
    });
  }

  async findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    return this.#store.record<ApiKeyRecord>(TABLES.apiKeys, hash);
  }

  async listKeys(tenantId: string | null, { after = "", limit }: PageRequest): Promise<Page<ApiKeyRecord>> {
    const found = this.#store.records<ApiKeyRecord>(TABLES.apiKeys, {
      sql: "WHERE owner = ? AND key_id > ? ORDER BY key_id LIMIT ?",
      values: [tenantId ?? OPERATORS, after, limit + 1],
    });
    return pageOf(found, limit, ({ key_id }) => key_id);
  }

  /** A key revoked twice keeps the time of the first. */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | undefined> {
    const [named] = this.#store.records<ApiKeyRecord>(TABLES.apiKeys, {
      sql: "WHERE owner = ? AND key_id = ?",
      values: [tenantId ?? OPERATORS, keyId],
    });
    return named && this.#change(named.hash, (key) => ({ ...key, revoked_at: key.revoked_at ?? revokedAt }));
  }

  async touchKey(hash: string, usedAt: string): Promise<void> {
    await this.#change(hash, (key) => ({ ...key, last_used_at: usedAt }));
  }

  #change(hash: string, change: (key: ApiKeyRecord) => ApiKeyRecord): Promise<ApiKeyRecord | undefined> {
    return this.#store.transact((transaction) => {
      const key = transaction.get(TABLES.apiKeys, { hash }) as ApiKeyRecord | undefined;
      if (!key) return undefined;
      const changed = change(key);
      putApiKey(transaction, changed);
      return changed;
    });
  }
}

/** The owner of keys that belong to no tenant. */
const OPERATORS = "";

/** The tenant that a write is made for: the write depends on its staying as it is. */
export function getTenantFor(transaction: Transaction, tenantId: string): TenantRecord | undefined {
  return transaction.get(TABLES.tenants, { tenant_id: tenantId }) as TenantRecord | undefined;
}

/**
 * Returns true when nothing may be written for the tenant any more. A write that was decided on this answer
 * is committed before the deletion or not at all.
 */
export function isDeletedFor(transaction: Transaction, tenantId: string): boolean {
  const tenant = getTenantFor(transaction, tenantId);
  return tenant !== undefined && tenant.deleted_at !== null;
}

export function putTenant(transaction: Transaction, record: TenantRecord): void {
  const { tenant_id, deleted_at } = record;
  transaction.put(TABLES.tenants, { key: { tenant_id }, found: { deleted: deleted_at ? 1 : 0 }, record });
}

export function putApiKey(transaction: Transaction, record: ApiKeyRecord): void {
  const { hash, tenant_id, key_id } = record;
  transaction.put(TABLES.apiKeys, {
    key: { hash },
    found: { owner: tenant_id ?? OPERATORS, key_id },
    record,
  });
}
