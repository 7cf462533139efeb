import type { Deadline } from "../clock/clock.ts";
import type { CredentialRecord } from "./credential.ts";

/** Limits of a call that waits for a renewal. The renewal itself goes on for others that wait. */
export interface RenewalLimits {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
}

/**
 * Renews tokens that end. One renewal of a credential runs at a time, in this process and in all that share
 * the store, and a new pair of tokens is stored before it is used.
 */
export interface TokenRefresher {
  /** Tells whether a token can be renewed: a refresh token is stored, and a client configured. */
  canRenew(record: CredentialRecord): boolean;
  /**
   * Returns the record with tokens to use. `due`: the token ends soon, or has ended. `refused`: the provider
   * refused the token of this version of the record. Throws AdapterAuthError when the connection is over, or
   * the operator must act, and AdapterTransientError or AdapterRateLimitedError when it failed for now.
   */
  renew(
    record: CredentialRecord,
    reason: "due" | "refused",
    limits: RenewalLimits,
  ): Promise<CredentialRecord>;
}

/** Renews nothing: for a service without OAuth clients. */
export const noRefresher: TokenRefresher = {
  canRenew: () => false,
  renew: async (record) => record,
};

/** A token is renewed this long before its end, or in the last fifth of its life where that is shorter. */
const AHEAD_MS = 5 * 60_000;
const LAST_PART = 1 / 5;

/** Tells whether a token ends so soon that it is renewed before its next use. */
export function isRenewalDue({ expires_at, updated_at }: CredentialRecord, now: number): boolean {
  if (expires_at === null) return false;
  const end = Date.parse(expires_at);
  const life = Math.max(0, end - Date.parse(updated_at));
  return now >= end - Math.min(AHEAD_MS, life * LAST_PART);
}
