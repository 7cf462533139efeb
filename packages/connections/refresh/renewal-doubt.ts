import type { CredentialRecord, RenewalDoubt } from "@plumbline/core/credentials/credential.ts";

/** A provider is asked once more this long after it called a refresh token dead. */
const ASK_AGAIN_MS = 60_000;

/** The doubt about the present version of a record; one about an earlier version says nothing any more. */
export function doubtOf({ version, renewal_doubt: doubt }: CredentialRecord): RenewalDoubt | undefined {
  return doubt?.version === version ? doubt : undefined;
}

/** Seconds until a provider that refused the refresh token is asked once more; 0 when it may be asked now. */
export function secondsToAskAgain(record: CredentialRecord, now: number): number {
  const doubt = doubtOf(record);
  if (doubt?.reason !== "refused") return 0;
  const waitMs = Date.parse(doubt.at) + ASK_AGAIN_MS - now;
  // A mark that lies ahead was set by a clock that was wrong.
  return waitMs > ASK_AGAIN_MS ? 0 : Math.max(0, Math.ceil(waitMs / 1000));
}

/** Tells whether whoever had the turn to renew before never came back, perhaps with an answer. */
export function wasTurnLost({ lease_until: until }: CredentialRecord, now: number): boolean {
  return until !== undefined && until !== "" && Date.parse(until) <= now;
}
