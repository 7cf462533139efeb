import { listItems, type Page, type PageRequest } from "../records/page.ts";
import { keyOf, type RecordKind } from "../records/record-kind.ts";
import { RECORD_STATES } from "../records/record-states.ts";
import { createInsert } from "../records/record-store.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import {
  ALL_TENANTS,
  API_KEYS,
  type ApiKeyRecord,
  OPERATORS,
  TENANTS,
  type TenantRecord,
} from "./access-records.ts";
import { isKeyValid } from "./api-keys.ts";

/**
 * Maps a key's ID to its hash. Stored in the key table, under the owner of the key. Unsigned, because write
 * access to the main table is not enough to change it.
 */
const KEY_NAMES: RecordKind<{ tenant_id: string; record: string; revoked_at: null }> = {
  name: RECORD_STATES.name,
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

function formatKeyNamePrefix(keyId: string): string {
  return `api_key_id/${keyId}/`;
}

const MAX_CACHED_KEYS = 10_000;

type VersionedRecord = { version?: number | undefined };

/**
 * Stores tenants and API keys. Records that were forged, modified or restored in the table are treated as not
 * found. Reads see all acknowledged writes.
 */
export class AccessStore {
  readonly #records: VersionedRecords;
  /** Tenant IDs of keys seen by this process. Only used to prefetch the tenant; the ID is then verified. */
  readonly #tenantsOfKeys = new Map<string, string>();

  constructor(records: VersionedRecords) {
    this.#records = records;
  }

  /** Stores a new tenant and its first keys in one transaction. */
  async createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    for (const key of keys) await this.storeKeyId(key);
    const inserts = keys.map((key) => createInsert(API_KEYS, key));
    if (!(await this.#records.transact([createInsert(TENANTS, tenant), ...inserts])))
      throw new Error("A tenant or key with this id already exists.");
  }

  /** Replaces a tenant's record. Returns `false` if the stored version differs or the tenant was deleted. */
  putTenant(tenant: TenantRecord, { version }: TenantRecord): Promise<boolean> {
    return this.#records.replace(TENANTS, tenant, { version, deleted_at: null });
  }

  getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#records.get(TENANTS, [tenantId]);
  }

  async listTenants(page: PageRequest): Promise<Page<TenantRecord>> {
    const found = await this.#records.page(TENANTS, ALL_TENANTS, page);
    const current = await this.#readCurrent(TENANTS, found.items);
    return { ...found, items: current.filter(({ deleted_at }) => deleted_at === null) };
  }

  /**
   * Marks the tenant as deleted, then deletes everything it owned except this mark. Repeating it is safe: it
   * deletes records that were written late and keeps the first deletion time.
   */
  async deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    const tenant = await this.getTenant(tenantId);
    const listed = await this.#listAll(API_KEYS, tenantId);
    // Anyone with write access to the main table could list another tenant's key here.
    const keys = listed.filter((key) => key.tenant_id === tenantId);
    if (tenant) {
      const { policy: _policy, external_id: _external, ...mark } = tenant;
      const deleted: TenantRecord = { ...mark, name: "", deleted_at: tenant.deleted_at ?? deletedAt };
      await this.#records.replace(TENANTS, deleted, { deleted_at: null });
    }
    await this.#records.eraseTenant(tenantId);
    // The key's state is no longer needed: restoring the key of a deleted tenant gains nothing.
    for (const { hash } of keys) await this.#records.forget(API_KEYS, [hash]);
  }

  /** Marks as deleted a tenant whose record was modified or removed. Returns `false` if it does not exist. */
  async discardTenant(tenantId: string, at: string): Promise<boolean> {
    if (!(await this.#records.discard(TENANTS, [tenantId]))) return false;
    await this.#records.put(TENANTS, { tenant_id: tenantId, name: "", created_at: at, deleted_at: at });
    return true;
  }

  /** Stores the hash of a key's ID in the key table, so that the key can be revoked without its record. */
  async storeKeyId({ tenant_id, key_id, hash }: ApiKeyRecord): Promise<void> {
    const record = `${formatKeyNamePrefix(key_id)}${hash}`;
    await this.#records.put(KEY_NAMES, { tenant_id: tenant_id ?? OPERATORS, record, revoked_at: null });
  }

  async putKey(key: ApiKeyRecord): Promise<void> {
    await this.storeKeyId(key);
    await this.#records.put(API_KEYS, key);
  }

  /** Replaces a key's record. Returns `false` if the stored version differs or the key was revoked. */
  changeKey(key: ApiKeyRecord, { version }: ApiKeyRecord): Promise<boolean> {
    return this.#records.replace(API_KEYS, key, { version, revoked_at: null });
  }

  findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    return this.#records.get(API_KEYS, [hash]);
  }

  /**
   * Finds a key and its tenant. Reads both in parallel if this process has seen the key before. Otherwise
   * `meanwhile` runs while the tenant is read.
   */
  async findKeyAndTenant(
    hash: string,
    meanwhile: (key: ApiKeyRecord) => Promise<void> = async () => undefined,
  ): Promise<{ key?: ApiKeyRecord; tenant?: TenantRecord }> {
    const cached = this.#tenantsOfKeys.get(hash);
    const [key, guessed] = await Promise.all([
      this.findKey(hash),
      cached === undefined ? undefined : this.getTenant(cached),
    ]);
    const done = key && meanwhile(key);
    const tenantId = key?.tenant_id ?? undefined;
    if (!key || tenantId === undefined) {
      await done;
      return { ...(key && { key }) };
    }
    if (this.#tenantsOfKeys.size >= MAX_CACHED_KEYS) this.#tenantsOfKeys.clear();
    this.#tenantsOfKeys.set(hash, tenantId);
    const [tenant] = await Promise.all([cached === tenantId ? guessed : this.getTenant(tenantId), done]);
    return { key, ...(tenant && { tenant }) };
  }

  /** Finds a tenant's key by its ID, including revoked and expired keys. */
  async findKeyById(tenantId: string, keyId: string): Promise<ApiKeyRecord | undefined> {
    for await (const key of listItems((page) => this.listKeys(tenantId, page)))
      if (key.key_id === keyId) return key;
    return undefined;
  }

  /** Finds the latest valid key that rotations have made from the same first key as this one. */
  async findSuccessor(key: ApiKeyRecord, now: number): Promise<ApiKeyRecord | undefined> {
    let latest: ApiKeyRecord | undefined;
    const first = key.rotated_from ?? key.key_id;
    for await (const other of listItems((page) => this.listKeys(key.tenant_id, page)))
      if (other.rotated_from === first && isKeyValid(other, now))
        latest = latest && latest.created_at > other.created_at ? latest : other;
    return latest;
  }

  /** Lists a tenant's keys, or the operators' keys for `null`. */
  async listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    const found = await this.#records.page(API_KEYS, tenantId ?? OPERATORS, page);
    const current = await this.#readCurrent(API_KEYS, found.items);
    return { ...found, items: current.filter((key) => key.tenant_id === tenantId) };
  }

  /**
   * Revokes a key. Updates the key table first, so that the key stops working even if writing its record
   * fails. Repeating it keeps the first time. Returns `unread` if the key is revoked but its record was
   * modified or removed, and `undefined` if there is no such key.
   */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | "unread" | undefined> {
    const isWanted = ({ key_id }: ApiKeyRecord) => key_id === keyId;
    const page = { limit: 1, wanted: isWanted };
    const [found] = (await this.#records.page(API_KEYS, tenantId ?? OPERATORS, page)).items;
    if (found?.tenant_id !== tenantId)
      return (await this.#discardKey(tenantId, keyId)) ? "unread" : undefined;
    const revoked: ApiKeyRecord = { ...found, revoked_at: found.revoked_at ?? revokedAt };
    await this.#records.replace(API_KEYS, revoked, { revoked_at: null });
    return this.findKey(found.hash);
  }

  /** Revokes a key without its record, by the hash that the key table stores with its ID. */
  async #discardKey(tenantId: string | null, keyId: string): Promise<boolean> {
    const prefix = formatKeyNamePrefix(keyId);
    let ended = false;
    const range = { first: prefix, last: `${prefix}~` };
    for await (const names of this.#records.range(KEY_NAMES, tenantId ?? OPERATORS, range))
      for (const { record } of names) {
        const discarded = await this.#records.discard(API_KEYS, [record.slice(prefix.length)]);
        ended ||= discarded;
      }
    return ended;
  }

  async touchKey(hash: string, usedAt: string): Promise<void> {
    await this.#records.change(API_KEYS, [hash], { last_used_at: usedAt }, {});
  }

  /**
   * Makes outdated tenant records current again, with their policies and all records of kind `owned`.
   * Operators use it after restoring the main table. Returns the IDs of these tenants.
   */
  async acceptEarlierTenants(owned?: RecordKind<VersionedRecord>): Promise<string[]> {
    const tenants = await this.#listAll(TENANTS, ALL_TENANTS);
    const accepted = await this.#acceptEarlier(TENANTS, tenants);
    if (owned)
      for (const { tenant_id } of tenants)
        await this.#acceptEarlier(owned, await this.#listAll(owned, tenant_id));
    return accepted.map(({ tenant_id }) => tenant_id);
  }

  async #acceptEarlier<R extends VersionedRecord>(kind: RecordKind<R>, records: readonly R[]): Promise<R[]> {
    const accepted: R[] = [];
    for (const record of records) if (await this.#records.acceptEarlier(kind, record)) accepted.push(record);
    return accepted;
  }

  /** Reads a whole list. */
  async #listAll<R extends object>(kind: RecordKind<R>, list: string): Promise<R[]> {
    const found: R[] = [];
    for await (const record of listItems<R>((page) => this.#records.page(kind, list, page)))
      found.push(record);
    return found;
  }

  /**
   * Returns the records whose version is current. Reads a record again if it has changed since it was listed.
   */
  async #readCurrent<R extends object>(kind: RecordKind<R>, records: readonly R[]): Promise<R[]> {
    const current = records.map(
      async (record) =>
        (await this.#records.readCurrent(kind, record)) ?? this.#records.get(kind, keyOf(kind, record)),
    );
    return (await Promise.all(current)).filter((record) => record !== undefined);
  }
}
