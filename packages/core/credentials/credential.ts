import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { CredentialFit, CredentialKind, CredentialMetadata } from "./kinds.ts";

/**
 * A tenant's connection to a provider as stored: the fields of the specification, and data about its use.
 * Tokens are always encrypted.
 */
export interface CredentialRecord {
  id: string;
  tenant_id: string;
  kind: CredentialKind;
  label: string;
  /** Empty once revoked. */
  token_cipher: string;
  refresh_token_cipher?: string | undefined;
  /** Space-separated scopes. */
  scope: string;
  metadata: CredentialMetadata;
  expires_at: string | null;
  revoked_at: string | null;
  /** Incremented by every change. A change states the version on which it is based. */
  version: number;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
  last_error: CredentialFailure | null;
  /** `null` or omitted if the token has not been tested. */
  health?: CredentialHealth | null | undefined;
  /** The account that the provider reported when the token was last tested. */
  account?: ProviderAccount | null | undefined;
  /**
   * The process that is renewing the tokens, and until when it excludes others. A new version clears both.
   */
  lease_holder?: string | undefined;
  lease_until?: string | undefined;
  /**
   * New versions must be higher than this, because the label was claimed by another record (label-claims.ts).
   */
  fenced_version?: number | undefined;
  renewal_doubt?: RenewalDoubt | undefined;
}

/**
 * An inconclusive attempt to renew one version of a record. `refused`: the provider rejected the refresh
 * token for the first time. `answer_lost`: the provider may have issued tokens, but its response was lost.
 */
export interface RenewalDoubt {
  reason: "refused" | "answer_lost";
  version: number;
  at: string;
}

/** Fields that change without a new version, so the encryption does not bind them. */
export const NOTED_FIELDS = [
  "last_used_at",
  "health",
  "renewal_doubt",
  "lease_holder",
  "lease_until",
  "fenced_version",
] as const;
/** `last_error` is signed, because people read its message. */
export type NotedFields = Partial<Pick<CredentialRecord, (typeof NOTED_FIELDS)[number] | "last_error">>;

/** Results of a test. `account` is signed, because links to its contents start with its URL. */
export type AccountNotes = NotedFields & Pick<CredentialRecord, "account">;

/** Maximum plausible distance of a fence. A higher one was not written by label-claims.ts. */
const MAX_FENCE_DISTANCE = 1_000_000;

/** Returns the version that the next change of a record must exceed: its own, or its fence. */
export function getLastVersion({ version, fenced_version = 0 }: CredentialRecord): number {
  const isFence = Number.isSafeInteger(fenced_version) && fenced_version <= version + MAX_FENCE_DISTANCE;
  return isFence ? Math.max(version, fenced_version) : version;
}

/** The account that a token belongs to. */
export interface ProviderAccount {
  /** The provider's own ID, which does not change when the account is renamed. */
  id?: string;
  name?: string;
  /** Prefix of all links to the account's contents, such as a chat workspace. Ends with a slash. */
  url?: string;
}

/**
 * Describes how a person can repair a connection: its account, its provider and the command. `advice` from
 * the error comes first, followed by the rest in one sentence.
 */
export type ReconnectStep = (record: CredentialRecord, advice?: string) => string;

/** Identifies an account in results, chunks and log lines. */
export type CredentialName = Pick<CredentialRecord, "id" | "kind" | "label">;

/** The provider's last refusal of this credential. Cleared when the token is replaced or works again. */
export interface CredentialFailure {
  error_code: AdapterErrorCode;
  message: string;
  at: string;
}

/** Health of a credential as of its last test or call. Times are ISO 8601 in UTC. */
export interface CredentialHealth {
  /** Updated at most hourly while the credential works, unless it is tested manually. */
  tested_at: string;
  ok: boolean;
  /** Time of the first failure since it last worked, or `null` while it works. */
  failing_since: string | null;
  error_code: AdapterErrorCode | null;
}

export type CredentialStatus = "active" | "expiring" | "expired" | "needs_reconnect" | "revoked";

/** A token that cannot be renewed counts as expiring from this long before its end. */
const EXPIRING_MS = 24 * 3600_000;

/**
 * Returns the status of a credential. A token that can be renewed (see `TokenRefresher`) is never `expired`
 * or `expiring`.
 */
export function getCredentialStatus(
  record: CredentialRecord,
  now: number,
  canRenew: (record: CredentialRecord) => boolean,
): CredentialStatus {
  if (record.revoked_at !== null) return "revoked";
  const lastsMs =
    record.expires_at === null || canRenew(record) ? Infinity : Date.parse(record.expires_at) - now;
  if (lastsMs <= 0) return "expired";
  if (record.last_error?.error_code === "authentication") return "needs_reconnect";
  return lastsMs <= EXPIRING_MS ? "expiring" : "active";
}

type Described = Pick<CredentialRecord, "kind" | "metadata">;

/** Returns true if a tool can use a credential, judging by kind and metadata. Ignores its status. */
export function fitsNeed(credential: Described, fit: CredentialFit): boolean {
  return (
    fit.kinds.includes(credential.kind) &&
    listMissingMetadata(credential, fit).length === 0 &&
    listExcludedMetadata(credential, fit).length === 0
  );
}

/** Returns the required metadata keys that a credential lacks. */
export function listMissingMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.metadata?.[kind] ?? []).filter((key) => !isSet(metadata[key]));
}

/** Returns the metadata keys that prevent a tool from using a credential. */
export function listExcludedMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.excludedMetadata?.[kind] ?? []).filter((key) => isSet(metadata[key]));
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
}

/** Returns the health of a credential that worked. */
export function createHealthy(tested_at: string): CredentialHealth {
  return { tested_at, ok: true, failing_since: null, error_code: null };
}

/** Returns the health of a credential that failed. Keeps the time of the first consecutive failure. */
export function createUnhealthy(
  record: CredentialRecord,
  error_code: AdapterErrorCode,
  tested_at: string,
): CredentialHealth {
  const failing_since = record.health?.failing_since ?? tested_at;
  return { tested_at, ok: false, failing_since, error_code };
}
