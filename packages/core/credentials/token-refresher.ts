import type { Deadline } from "../clock/clock.ts";
import type { CredentialRecord } from "./credential.ts";

/** Limits of a call that waits for a renewal. The renewal itself continues for other calls. */
export interface RenewalLimits {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
}

/**
 * Renews expiring tokens. At most one renewal per credential runs at a time, across all processes that share
 * the store. New tokens are stored before they are used.
 */
export interface TokenRefresher {
  /** Returns whether a token can be renewed: a refresh token is stored and a client is configured. */
  canRenew(record: CredentialRecord): boolean;
  /**
   * Returns the record with valid tokens. `due`: the token expires soon or has expired. `refused`: the
   * provider refused the token of this version. Throws AdapterAuthError if the connection is lost or the
   * operator must act, and AdapterTransientError or AdapterRateLimitedError if the renewal failed
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
 * A token is renewed this long before it expires, or in the last fifth of its lifetime if that is shorter.
 */
const AHEAD_MS = 5 * 60_000;
const LAST_PART = 1 / 5;

/** Returns whether a token must be renewed before its next use. */
export function isRenewalDue({ expires_at, updated_at }: CredentialRecord, now: number): boolean {
  if (expires_at === null) return false;
  const end = Date.parse(expires_at);
  const life = Math.max(0, end - Date.parse(updated_at));
  return now >= end - Math.min(AHEAD_MS, life * LAST_PART);
}
