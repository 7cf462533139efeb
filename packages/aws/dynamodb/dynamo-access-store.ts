import type { AccessStore, ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-store.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import {
  apiKeyKey,
  apiKeyPointerKey,
  KEY_PREFIX,
  keyListPartition,
  TENANT_LIST,
  TENANT_PREFIX,
  tenantKey,
  tenantPointerKey,
} from "./access-item.ts";
import { eraseTenant } from "./erase-tenant.ts";
import { queryPage } from "./query-page.ts";
import { isStored } from "./stored-item.ts";
import { type Condition, stripKey, type TableClient } from "./table-client.ts";

/** Holds for a record that is there and not deleted. */
const IF_NOT_DELETED: Condition = {
  expression: "attribute_type(#deleted_at, :null_type)",
  values: { null_type: "NULL" },
};

/** Holds for a key that is there and not revoked. */
const IF_NOT_REVOKED: Condition = {
  expression: "attribute_type(#revoked_at, :null_type)",
  values: { null_type: "NULL" },
};

const IF_PRESENT: Condition = { expression: "attribute_exists(#pk)" };

/**
 * Tenants at `TENANT#<id> / META` and keys at `APIKEY#<hash> / META`, each with a pointer that lists it. A
 * pointer is written before its record and erased after it: a pointer alone lists nothing, a record is never
 * without its pointer.
 */
export class DynamoAccessStore implements AccessStore {
  readonly #table: TableClient;
  readonly #keyTable: TableClient;
  readonly #clock: Clock;

  /** `clock` waits between the batches of an erasure that the table refuses for load. */
  constructor(table: TableClient, keyTable: TableClient, clock: Clock) {
    this.#table = table;
    this.#keyTable = keyTable;
    this.#clock = clock;
  }

  /**
   * The tenant's record comes last: before it, neither the tenant is found nor does a key of it open
   * anything.
   */
  async createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    await this.#table.put({ ...tenantPointerKey(tenant.tenant_id) });
    for (const key of keys) await this.putKey(key);
    await this.#table.put({ ...tenantKey(tenant.tenant_id), ...tenant });
  }

  async putTenant(tenant: TenantRecord, before: TenantRecord): Promise<boolean> {
    const item = { ...tenantKey(tenant.tenant_id), ...tenant };
    const isSame = ifVersionOf(before, IF_NOT_DELETED);
    return (await this.#table.put(item, isSame)) || isStored(this.#table, item);
  }

  async getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    const item = await this.#table.get(tenantKey(tenantId));
    return item && stripKey<TenantRecord>(item);
  }

  listTenants(page: PageRequest): Promise<Page<TenantRecord>> {
    return queryPage(this.#table, {
      ...page,
      pk: TENANT_LIST,
      prefix: TENANT_PREFIX,
      read: (pointers) =>
        Promise.all(pointers.map(({ sk }) => this.getTenant(sk.slice(TENANT_PREFIX.length)))),
    });
  }

  async deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    const tenant = await this.getTenant(tenantId);
    if (tenant?.deleted_at === null) {
      const { policy: _policy, external_id: _external, ...mark } = tenant;
      const deleted = { ...mark, name: "", deleted_at: deletedAt };
      await this.#table.put({ ...tenantKey(tenantId), ...deleted }, IF_NOT_DELETED);
    }
    await eraseTenant(this.#keyTable, tenantId, this.#clock);
    await eraseTenant(this.#table, tenantId, this.#clock);
  }

  async putKey(key: ApiKeyRecord): Promise<void> {
    await this.#table.put({ ...apiKeyPointerKey(key.tenant_id, key.key_id), hash: key.hash });
    await this.#table.put({ ...apiKeyKey(key.hash), ...key });
  }

  async changeKey(key: ApiKeyRecord, before: ApiKeyRecord): Promise<boolean> {
    const item = { ...apiKeyKey(key.hash), ...key };
    const isSame = ifVersionOf(before, IF_NOT_REVOKED);
    return (await this.#table.put(item, isSame)) || isStored(this.#table, item);
  }

  async findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    const item = await this.#table.get(apiKeyKey(hash));
    return item && stripKey<ApiKeyRecord>(item);
  }

  listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    return queryPage(this.#table, {
      ...page,
      pk: keyListPartition(tenantId),
      prefix: KEY_PREFIX,
      read: (pointers) => Promise.all(pointers.map(({ hash }) => this.findKey(String(hash)))),
    });
  }

  /** A key revoked twice keeps the time of the first. */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | undefined> {
    const pointer = await this.#table.get(apiKeyPointerKey(tenantId, keyId));
    if (!pointer) return undefined;
    const hash = String(pointer.hash);
    await this.#table.update(apiKeyKey(hash), { revoked_at: revokedAt }, IF_NOT_REVOKED);
    return this.findKey(hash);
  }

  async touchKey(hash: string, usedAt: string): Promise<void> {
    await this.#table.update(apiKeyKey(hash), { last_used_at: usedAt }, IF_PRESENT);
  }
}

/** Holds for a record that `others` holds for, and that is still at the version of `before`. */
function ifVersionOf({ version }: TenantRecord | ApiKeyRecord, others: Condition): Condition {
  const isSame = version === undefined ? "attribute_not_exists(#version)" : "#version = :version";
  return {
    expression: `${others.expression} AND ${isSame}`,
    values: { ...others.values, ...(version !== undefined && { version }) },
  };
}
