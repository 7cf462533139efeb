import type { Page, PageRequest } from "../records/page.ts";
import type { Scope } from "./caller.ts";
import type { Policy } from "./policy.ts";

export interface TenantRecord {
  tenant_id: string;
  name: string;
  /** The operator's own id of it. */
  external_id?: string | undefined;
  /** Permissions and limits of its callers; left out by a tenant that has set none. */
  policy?: Policy | undefined;
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

/** Where tenants and keys are kept. Reads after an acknowledged write see it. */
export interface AccessStore {
  /** A new tenant and its first keys; all or none can be found afterwards. */
  createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void>;
  /**
   * Writes a tenant's record in place of `before`. `false` when another version is there, or the tenant was
   * deleted.
   */
  putTenant(tenant: TenantRecord, before: TenantRecord): Promise<boolean>;
  getTenant(tenantId: string): Promise<TenantRecord | undefined>;
  listTenants(page: PageRequest): Promise<Page<TenantRecord>>;
  /**
   * Marks the tenant deleted, then erases all that it owned; the mark alone stays. Safe to repeat, which
   * erases what came late.
   */
  deleteTenant(tenantId: string, deletedAt: string): Promise<void>;
  /** A new key. */
  putKey(key: ApiKeyRecord): Promise<void>;
  /** Writes a key's record in place of `before`. `false` when another version is there, or it was revoked. */
  changeKey(key: ApiKeyRecord, before: ApiKeyRecord): Promise<boolean>;
  findKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** `null`: the operators' keys, which belong to no tenant. */
  listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>>;
  /** `undefined` when there is no such key among them. */
  revokeKey(tenantId: string | null, keyId: string, revokedAt: string): Promise<ApiKeyRecord | undefined>;
  touchKey(hash: string, usedAt: string): Promise<void>;
}
