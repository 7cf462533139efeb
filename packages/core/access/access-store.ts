import { eachItem, type Page, type PageRequest } from "../records/page.ts";
import { keyOf, type RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import { RECORD_STATES } from "../records/record-states.ts";
import { insertOf } from "../records/record-store.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import type { Scope } from "./caller.ts";
import type { Policy } from "./policy.ts";

export interface TenantRecord {
  tenant_id: string;
  name: string;
  /** The operator's own id of it. */
  external_id?: string | undefined;
  /** Permissions and limits of its callers; left out by a tenant that has set none. */
  policy?: Policy | undefined;
  /**
   * Set for tenants that were made since conversations are kept: the default of the policy's
   * `unnamed_runs_follow_outside_text`.
   */
  follows_outside_text?: true | undefined;
  /** Its data keys are wrapped by a master key of its own. */
  own_key?: true | undefined;
  /** Counts its changes; left out by a tenant that was never changed, which is at version 1. */
  version?: number | undefined;
  created_at: string;
  /** Set first when a tenant is deleted, so that nothing of it answers while its records are being erased. */
  deleted_at: string | null;
}

/** `plk_` opens one tenant, `plo_` administers tenants. */
export type ApiKeyRole = "tenant" | "operator";

/** A key as it is stored: the secret only as its SHA-256, which is enough for 256 random bits. */
export interface ApiKeyRecord {
  key_id: string;
  role: ApiKeyRole;
  /** Hexadecimal SHA-256 of the key. */
  hash: string;
  /** `null` for an operator key. */
  tenant_id: string | null;
  name: string;
  scopes: readonly Scope[];
  /** Names of the only tools it may use; left out, all. */
  allowed_tools?: readonly string[] | undefined;
  /** Ids of the only credentials it may use; left out, all of its tenant's. */
  allowed_credentials?: readonly string[] | undefined;
  /** It may use no tool that writes. */
  read_only?: true | undefined;
  requests_per_minute?: number | undefined;
  /** Id of the first key of the rotations that led to this one; left out by a key that replaced none. */
  rotated_from?: string | undefined;
  /** Counts its changes; left out by a key that was never changed, which is at version 1. */
  version?: number | undefined;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export const TENANTS: RecordKind<TenantRecord> = {
  name: "tenants",
  table: "main",
  key: ["tenant_id"],
  listed: ({ tenant_id, deleted_at }) =>
    deleted_at === null ? { list: ALL_TENANTS, position: tenant_id } : undefined,
  noted: ["deleted_at"],
  signed: {
    as: "tenant",
    unsignedUntil: "all_listed",
    hidesRefused: true,
    version: {
      state: ([tenantId]) => ({ owner: STAGE, record: `tenant/${tenantId}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
      endedAt: ({ deleted_at }) => deleted_at,
      endsUnsigned: true,
      shownEnded: (deleted_at) => ({ deleted_at }),
    },
  },
};

export const API_KEYS: RecordKind<ApiKeyRecord> = {
  name: "api_keys",
  table: "main",
  key: ["hash"],
  listed: ({ tenant_id, key_id }) => ({ list: tenant_id ?? OPERATORS, position: key_id }),
  noted: ["last_used_at", "revoked_at"],
  signed: {
    as: "api key",
    unsignedUntil: "all_listed",
    hidesRefused: true,
    version: {
      state: ([hash]) => ({ owner: STAGE, record: `api_key/${hash}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
      endedAt: ({ revoked_at }) => revoked_at,
      shownEnded: (revoked_at) => ({ revoked_at }),
    },
  },
};

/** Lists every tenant. */
export const ALL_TENANTS = "";
/** Lists the keys that belong to no tenant. */
export const OPERATORS = "";

/**
 * Says which hash belongs to a key's id, in the owner's part of the key table. Unsigned: nobody who writes
 * the main table alone can change it.
 */
const KEY_NAMES: RecordKind<{ tenant_id: string; record: string; revoked_at: null }> = {
  name: RECORD_STATES.name,
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

function namePrefix(keyId: string): string {
  return `api_key_id/${keyId}/`;
}

const MOST_MET = 10_000;

/** A record that counts its changes. */
type VersionedRecord = { version?: number | undefined };

/**
 * Keeps tenants and API keys. One that was forged, changed in the table or put back there is as if it did not
 * exist. Reads after an acknowledged write see it.
 */
export class AccessStore {
  readonly #records: VersionedRecords;
  /** The tenant of each key that this process has met: a guess that saves a read, and is never believed. */
  readonly #tenantsOfKeys = new Map<string, string>();

  constructor(records: VersionedRecords) {
    this.#records = records;
  }

  /** Stores a new tenant and its first keys; all or none can be found afterwards. */
  async createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    for (const key of keys) await this.nameKey(key);
    const inserts = keys.map((key) => insertOf(API_KEYS, key));
    if (!(await this.#records.transact([insertOf(TENANTS, tenant), ...inserts])))
      throw new Error("A tenant or a key with this id is there already.");
  }

  /**
   * Writes a tenant's record in place of `before`. `false` when another version is there, or the tenant was
   * deleted.
   */
  putTenant(tenant: TenantRecord, { version }: TenantRecord): Promise<boolean> {
    return this.#records.replace(TENANTS, tenant, { version, deleted_at: null });
  }

  getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#records.get(TENANTS, [tenantId]);
  }

  async listTenants(page: PageRequest): Promise<Page<TenantRecord>> {
    const found = await this.#records.page(TENANTS, ALL_TENANTS, page);
    const current = await this.#current(TENANTS, found.items);
    return { ...found, items: current.filter(({ deleted_at }) => deleted_at === null) };
  }

  /**
   * Marks the tenant deleted, then erases all that it owned; the mark alone stays. Safe to repeat, which
   * erases what came late. A tenant deleted twice keeps the time of the first.
   */
  async deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    const tenant = await this.getTenant(tenantId);
    const listed = await this.#all(API_KEYS, tenantId);
    // Whoever writes the main table can list another tenant's key here.
    const keys = listed.filter((key) => key.tenant_id === tenantId);
    if (tenant) {
      const { policy: _policy, external_id: _external, ...mark } = tenant;
      const deleted: TenantRecord = { ...mark, name: "", deleted_at: tenant.deleted_at ?? deletedAt };
      await this.#records.replace(TENANTS, deleted, { deleted_at: null });
    }
    await this.#records.eraseTenant(tenantId);
    // Of a key that is gone nothing is left to put back: its tenant is deleted.
    for (const { hash } of keys) await this.#records.forget(API_KEYS, [hash]);
  }

  /**
   * Ends a tenant whose record was edited or taken away, and marks it deleted. `false` where there is nothing
   * to end.
   */
  async discardTenant(tenantId: string, at: string): Promise<boolean> {
    if (!(await this.#records.discard(TENANTS, [tenantId]))) return false;
    await this.#records.put(TENANTS, { tenant_id: tenantId, name: "", created_at: at, deleted_at: at });
    return true;
  }

  /** Notes in the key table which record a key's id means, so that the key can be revoked without it. */
  async nameKey({ tenant_id, key_id, hash }: ApiKeyRecord): Promise<void> {
    const record = `${namePrefix(key_id)}${hash}`;
    await this.#records.put(KEY_NAMES, { tenant_id: tenant_id ?? OPERATORS, record, revoked_at: null });
  }

  async putKey(key: ApiKeyRecord): Promise<void> {
    await this.nameKey(key);
    await this.#records.put(API_KEYS, key);
  }

  /** Writes a key's record in place of `before`. `false` when another version is there, or it was revoked. */
  changeKey(key: ApiKeyRecord, { version }: ApiKeyRecord): Promise<boolean> {
    return this.#records.replace(API_KEYS, key, { version, revoked_at: null });
  }

  findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    return this.#records.get(API_KEYS, [hash]);
  }

  /** Finds a key, and its tenant at the same time where this process has met the key before. */
  async findKeyAndTenant(hash: string): Promise<{ key?: ApiKeyRecord; tenant?: TenantRecord }> {
    const met = this.#tenantsOfKeys.get(hash);
    const [key, guessed] = await Promise.all([
      this.findKey(hash),
      met === undefined ? undefined : this.getTenant(met),
    ]);
    const tenantId = key?.tenant_id ?? undefined;
    if (!key || tenantId === undefined) return { ...(key && { key }) };
    if (this.#tenantsOfKeys.size >= MOST_MET) this.#tenantsOfKeys.clear();
    this.#tenantsOfKeys.set(hash, tenantId);
    const tenant = met === tenantId ? guessed : await this.getTenant(tenantId);
    return { key, ...(tenant && { tenant }) };
  }

  /** Finds a tenant's key by its id, revoked and expired ones too. */
  async findKeyById(tenantId: string, keyId: string): Promise<ApiKeyRecord | undefined> {
    for await (const key of eachItem((page) => this.listKeys(tenantId, page)))
      if (key.key_id === keyId) return key;
    return undefined;
  }

  /** `null`: the operators' keys, which belong to no tenant. */
  async listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    const found = await this.#records.page(API_KEYS, tenantId ?? OPERATORS, page);
    const current = await this.#current(API_KEYS, found.items);
    return { ...found, items: current.filter((key) => key.tenant_id === tenantId) };
  }

  /**
   * A key revoked twice keeps the time of the first. The key table learns of it first, so that the key stops
   * even where its record cannot be written. `unread`: the key ended, and its record, which was edited or
   * taken away, is not there to be shown. `undefined` when there is no such key among them.
   */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | "unread" | undefined> {
    const wanted = ({ key_id }: ApiKeyRecord) => key_id === keyId;
    const page = { limit: 1, wanted };
    const [named] = (await this.#records.page(API_KEYS, tenantId ?? OPERATORS, page)).items;
    if (named?.tenant_id !== tenantId)
      return (await this.#discardKey(tenantId, keyId)) ? "unread" : undefined;
    const revoked: ApiKeyRecord = { ...named, revoked_at: named.revoked_at ?? revokedAt };
    await this.#records.replace(API_KEYS, revoked, { revoked_at: null });
    return this.findKey(named.hash);
  }

  async #discardKey(tenantId: string | null, keyId: string): Promise<boolean> {
    const prefix = namePrefix(keyId);
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
   * Lets tenants count again whose signed record is an earlier one, with the policy of that time, and all
   * that they own of a kind `owned`. An operator decides so after a restore of the main table. Returns the
   * ids of the tenants.
   */
  async acceptEarlierTenants(owned?: RecordKind<VersionedRecord>): Promise<string[]> {
    const tenants = await this.#all(TENANTS, ALL_TENANTS);
    const accepted = await this.#acceptEarlier(TENANTS, tenants);
    for (const { tenant_id } of owned ? tenants : [])
      if (owned) await this.#acceptEarlier(owned, await this.#all(owned, tenant_id));
    return accepted.map(({ tenant_id }) => tenant_id);
  }

  async #acceptEarlier<R extends VersionedRecord>(kind: RecordKind<R>, records: readonly R[]): Promise<R[]> {
    const accepted: R[] = [];
    for (const record of records) if (await this.#records.acceptEarlier(kind, record)) accepted.push(record);
    return accepted;
  }

  /** Reads a whole list. */
  async #all<R extends object>(kind: RecordKind<R>, list: string): Promise<R[]> {
    const found: R[] = [];
    for await (const record of eachItem<R>((page) => this.#records.page(kind, list, page)))
      found.push(record);
    return found;
  }

  /** Those that count; one that changed since it was listed is read again. */
  async #current<R extends object>(kind: RecordKind<R>, records: readonly R[]): Promise<R[]> {
    const current = records.map(
      async (record) =>
        (await this.#records.current(kind, record)) ?? this.#records.get(kind, keyOf(kind, record)),
    );
    return (await Promise.all(current)).filter((record) => record !== undefined);
  }
}
