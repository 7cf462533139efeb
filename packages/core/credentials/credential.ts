import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { CredentialFit, CredentialKind, CredentialMetadata } from "./kinds.ts";

/**
 * A tenant's connection to a provider as it is stored: the specification's fields, and what is known of its
 * use. Tokens only as ciphertext.
 */
export interface CredentialRecord {
  id: string;
  tenant_id: string;
  kind: CredentialKind;
  label: string;
  /** Empty once revoked. */
  token_cipher: string;
  refresh_token_cipher?: string | undefined;
  /** Space-separated. */
  scope: string;
  metadata: CredentialMetadata;
  expires_at: string | null;
  revoked_at: string | null;
  /** Grows by one with every change; a change names the version it was made from. */
  version: number;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
  last_error: CredentialFailure | null;
  /** `null` for a token that nothing tested; left out likewise. */
  health?: CredentialHealth | null | undefined;
  /** As the provider named it when this token was last tested. */
  account?: ProviderAccount | null | undefined;
  /** Who renews the tokens at the moment, and until when nobody else does. A new version has none of this. */
  lease_holder?: string | undefined;
  lease_until?: string | undefined;
  /** No change may make this version or an earlier one: a label was taken meanwhile (label-claims.ts). */
  fenced_version?: number | undefined;
  renewal_doubt?: RenewalDoubt | undefined;
}

/**
 * An attempt to renew one version of a record that settled nothing. `refused`: the provider called the
 * refresh token dead, for the first time. `answer_lost`: the provider may have issued tokens that never came.
 */
export interface RenewalDoubt {
  reason: "refused" | "answer_lost";
  version: number;
  at: string;
}

/** Fields that are noted without a new version, so no seal binds them. */
export const NOTED_FIELDS = [
  "last_used_at",
  "health",
  "renewal_doubt",
  "lease_holder",
  "lease_until",
  "fenced_version",
] as const;
/** The last error is signed, as people read its message. */
export type NotedFields = Partial<Pick<CredentialRecord, (typeof NOTED_FIELDS)[number] | "last_error">>;

/** The notes of a test. The account is signed, as its URL begins the addresses of what is in it. */
export type AccountNotes = NotedFields & Pick<CredentialRecord, "account">;

/** A fence so far ahead was written by nobody who follows label-claims.ts. */
const FARTHEST_FENCE = 1_000_000;

/** Returns the version above which the next change of a record must be: its own, or its fence. */
export function lastVersionOf({ version, fenced_version = 0 }: CredentialRecord): number {
  const isFence = Number.isSafeInteger(fenced_version) && fenced_version <= version + FARTHEST_FENCE;
  return isFence ? Math.max(version, fenced_version) : version;
}

/** The account behind a token. */
export interface ProviderAccount {
  /** The provider's own id of it, which stays when its name changes. */
  id?: string;
  name?: string;
  /** Begins the addresses of what is in the account: a chat workspace, a CRM portal. Ends in a slash. */
  url?: string;
}

/**
 * Says how a person makes a connection work again: its account, its provider and the command. `advice` is
 * what the refusal itself advises; it comes first, and the rest follows in one sentence.
 */
export type ReconnectStep = (record: CredentialRecord, advice?: string) => string;

/** Names an account in results, chunks and log lines. */
export type CredentialName = Pick<CredentialRecord, "id" | "kind" | "label">;

/** The last refusal the provider gave this credential; cleared when its token is replaced or works again. */
export interface CredentialFailure {
  error_code: AdapterErrorCode;
  message: string;
  at: string;
}

/** Tells whether a credential works, as its last test or call showed. Times are ISO 8601 in UTC. */
export interface CredentialHealth {
  /** Exact to an hour while it works and is not tested by hand. */
  tested_at: string;
  ok: boolean;
  /** The first failure since it worked last; `null` while it works. */
  failing_since: string | null;
  error_code: AdapterErrorCode | null;
}

export type CredentialStatus = "active" | "expiring" | "expired" | "needs_reconnect" | "revoked";

/** A token that cannot renew itself counts as expiring this long before its end. */
const EXPIRING_MS = 24 * 3600_000;

/** `canRenew`: see `TokenRefresher`. A token that renews itself neither expires nor is about to. */
export function credentialStatus(
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

/** Tells whether a tool can use a credential, by its kind and its metadata; its status does not matter. */
export function fitsNeed(credential: Described, fit: CredentialFit): boolean {
  return (
    fit.kinds.includes(credential.kind) &&
    missingMetadata(credential, fit).length === 0 &&
    excludedMetadata(credential, fit).length === 0
  );
}

/** Lists the metadata keys that a credential of a right kind lacks. */
export function missingMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.metadata?.[kind] ?? []).filter((key) => !isSet(metadata[key]));
}

/** Lists the metadata keys of a credential that keep the tool from using it. */
export function excludedMetadata({ kind, metadata }: Described, fit: CredentialFit): string[] {
  return (fit.excludedMetadata?.[kind] ?? []).filter((key) => isSet(metadata[key]));
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
}
