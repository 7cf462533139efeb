import type { CredentialRecord, RenewalDoubt } from "@plumbline/core/credentials/credential.ts";

/** Delay before asking a provider again after it rejected a refresh token. */
const ASK_AGAIN_MS = 60_000;

/** Returns the doubt about the current version of a record. A doubt about an earlier version is obsolete. */
export function doubtOf({ version, renewal_doubt: doubt }: CredentialRecord): RenewalDoubt | undefined {
  return doubt?.version === version ? doubt : undefined;
}

/**
 * Returns the seconds until a provider that rejected the refresh token is asked again; 0 if it may be asked
 * now.
 */
export function secondsToAskAgain(record: CredentialRecord, now: number): number {
  const doubt = doubtOf(record);
  if (doubt?.reason !== "refused") return 0;
  const waitMs = Date.parse(doubt.at) + ASK_AGAIN_MS - now;
  // A time in the future was set by a wrong clock.
  return waitMs > ASK_AGAIN_MS ? 0 : Math.max(0, Math.ceil(waitMs / 1000));
}

/** Returns whether the previous holder of the lease never returned. It may have received new tokens. */
export function wasTurnLost({ lease_until: until }: CredentialRecord, now: number): boolean {
  return until !== undefined && until !== "" && Date.parse(until) <= now;
}
