import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import type { Scope } from "./caller.ts";
import type { Policy } from "./policy.ts";

export interface TenantRecord {
  tenant_id: string;
  name: string;
  /** The operator's own ID for the tenant. */
  external_id?: string | undefined;
  /** Permissions and limits of all callers of the tenant. Omitted if the tenant has set none. */
  policy?: Policy | undefined;
  /**
   * Set for tenants created after conversations began to be stored. Default of the policy's
   * `unnamed_runs_follow_outside_text`.
   */
  follows_outside_text?: true | undefined;
  /** Set if the tenant's own master key wraps its data keys. */
  own_key?: true | undefined;
  /** Incremented by every change. Omitted if the tenant was never changed, which counts as version 1. */
  version?: number | undefined;
  created_at: string;
  /** Set before anything else is deleted, so that the tenant is unavailable while its records are deleted. */
  deleted_at: string | null;
}

/** Role of a key. `plk_` keys give access to one tenant, `plo_` keys manage tenants. */
export type ApiKeyRole = "tenant" | "operator";

/** An API key as stored. The secret is stored only as its SHA-256, which suffices for 256 random bits. */
export interface ApiKeyRecord {
  key_id: string;
  role: ApiKeyRole;
  /** Hexadecimal SHA-256 of the key. */
  hash: string;
  /** `null` for an operator key. */
  tenant_id: string | null;
  name: string;
  scopes: readonly Scope[];
  /** The tools that the key may use. Omitted if it may use all. */
  allowed_tools?: readonly string[] | undefined;
  /** IDs of the credentials that the key may use. Omitted if it may use all of its tenant's. */
  allowed_credentials?: readonly string[] | undefined;
  /** Set if the key may only use tools that read. */
  read_only?: true | undefined;
  requests_per_minute?: number | undefined;
  /** ID of the first key in the chain of rotations. Omitted if the key did not replace another. */
  rotated_from?: string | undefined;
  /** Incremented by every change. Omitted if the key was never changed, which counts as version 1. */
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

/** The list of all tenants. */
export const ALL_TENANTS = "";

/** The list of operators' keys, which belong to no tenant. */
export const OPERATORS = "";
