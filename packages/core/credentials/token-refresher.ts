import type { Deadline } from "../clock/clock.ts";
import type { CredentialRecord } from "./credential.ts";

/** Limits on how long a call waits for a renewal. The renewal itself continues for other calls. */
export interface RenewalLimits {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
}

/**
 * Renews expiring tokens. At most one renewal per credential runs at a time, across all processes that share
 * the store. New tokens are stored before they are used.
 */
export interface TokenRefresher {
  /** Returns true if a token can be renewed: it has a refresh token, and a client is configured. */
  canRenew(record: CredentialRecord): boolean;
  /**
   * Returns the record with valid tokens. `due`: the token has expired or expires soon. `refused`: the
   * provider refused this version's token. Throws AdapterAuthError if the account must be reconnected or the
   * operator must act. Throws AdapterTransientError or AdapterRateLimitedError if the renewal failed
   * temporarily.
   */
  renew(
    record: CredentialRecord,
    reason: "due" | "refused",
    limits: RenewalLimits,
  ): Promise<CredentialRecord>;
}

/** Renews nothing. Used by a service without OAuth clients. */
export const noRefresher: TokenRefresher = {
  canRenew: () => false,
  renew: async (record) => record,
};

/**
 * Tokens are renewed this long before they expire, but at the earliest in the last fifth of their lifetime.
 */
const RENEWED_BEFORE_MS = 5 * 60_000;
const LAST_PART = 1 / 5;

/** Returns true if a token must be renewed before its next use. */
export function isRenewalDue({ expires_at, updated_at }: CredentialRecord, now: number): boolean {
  if (expires_at === null) return false;
  const end = Date.parse(expires_at);
  const life = Math.max(0, end - Date.parse(updated_at));
  return now >= end - Math.min(RENEWED_BEFORE_MS, life * LAST_PART);
}
