import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { CredentialHealth, CredentialRecord } from "./credential.ts";

/**
 * Returns the health of a credential; `null` before anything showed whether its token works. For a record of
 * an earlier version of the service it follows from the last use and the last refusal.
 */
export function healthOf({ health, last_error, last_used_at }: CredentialRecord): CredentialHealth | null {
  if (health !== undefined) return health;
  if (last_error !== null) {
    const { at, error_code } = last_error;
    return { tested_at: at, ok: false, failing_since: at, error_code };
  }
  return last_used_at === null ? null : worksAt(last_used_at);
}

/** Returns the health of a credential that worked. */
export function worksAt(tested_at: string): CredentialHealth {
  return { tested_at, ok: true, failing_since: null, error_code: null };
}

/** Returns the health of a credential that failed. Keeps since when, where it failed before as well. */
export function failsAt(
  record: CredentialRecord,
  error_code: AdapterErrorCode,
  tested_at: string,
): CredentialHealth {
  const failing_since = healthOf(record)?.failing_since ?? tested_at;
  return { tested_at, ok: false, failing_since, error_code };
}
