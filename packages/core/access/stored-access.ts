import type { Page, PageRequest } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { insertOf, type RecordStore } from "../records/record-store.ts";
import type { AccessStore, ApiKeyRecord, TenantRecord } from "./access-store.ts";

export const TENANTS: RecordKind<TenantRecord> = {
  name: "tenants",
  table: "main",
  key: ["tenant_id"],
  listed: ({ tenant_id, deleted_at }) =>
    deleted_at === null ? { list: ALL_TENANTS, position: tenant_id } : undefined,
  noted: ["deleted_at"],
  signed: { as: "tenant" },
};

export const API_KEYS: RecordKind<ApiKeyRecord> = {
  name: "api_keys",
  table: "main",
  key: ["hash"],
  listed: ({ tenant_id, key_id }) => ({ list: tenant_id ?? OPERATORS, position: key_id }),
  noted: ["last_used_at", "revoked_at"],
  signed: { as: "api key" },
};

const ALL_TENANTS = "";
/** Lists the keys that belong to no tenant. */
const OPERATORS = "";

/** Keys of one list that are read at once. */
const READ_TOGETHER = 100;

/** Tenants and API keys. */
export class StoredAccess implements AccessStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    const inserts = keys.map((key) => insertOf(API_KEYS, key));
    if (!(await this.#records.transact([insertOf(TENANTS, tenant), ...inserts])))
      throw new Error("A tenant or a key with this id is there already.");
  }

  putTenant(tenant: TenantRecord, { version }: TenantRecord): Promise<boolean> {
    return this.#records.replace(TENANTS, tenant, { version, deleted_at: null });
  }

  getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#records.get(TENANTS, [tenantId]);
  }

  listTenants(page: PageRequest): Promise<Page<TenantRecord>> {
    return this.#records.page(TENANTS, ALL_TENANTS, page);
  }

  /** A tenant deleted twice keeps the time of the first. */
  async deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    const tenant = await this.getTenant(tenantId);
    if (tenant?.deleted_at === null) {
      const { policy: _policy, external_id: _external, ...mark } = tenant;
      const deleted: TenantRecord = { ...mark, name: "", deleted_at: deletedAt };
      await this.#records.replace(TENANTS, deleted, { deleted_at: null });
    }
    await this.#records.eraseTenant(tenantId);
  }

  async putKey(key: ApiKeyRecord): Promise<void> {
    await this.#records.put(API_KEYS, key);
  }

  changeKey(key: ApiKeyRecord, { version }: ApiKeyRecord): Promise<boolean> {
    return this.#records.replace(API_KEYS, key, { version, revoked_at: null });
  }

  findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    return this.#records.get(API_KEYS, [hash]);
  }

  listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    return this.#records.page(API_KEYS, tenantId ?? OPERATORS, page);
  }

  /** A key revoked twice keeps the time of the first. */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | undefined> {
    const wanted = ({ key_id }: ApiKeyRecord) => key_id === keyId;
    const page = { limit: READ_TOGETHER, wanted };
    const [named] = (await this.#records.page(API_KEYS, tenantId ?? OPERATORS, page)).items;
    if (!named) return undefined;
    await this.#records.change(API_KEYS, [named.hash], { revoked_at: revokedAt }, { revoked_at: null });
    return this.findKey(named.hash);
  }

  async touchKey(hash: string, usedAt: string): Promise<void> {
    await this.#records.change(API_KEYS, [hash], { last_used_at: usedAt }, {});
  }
}
