import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { CredentialHealth, CredentialRecord } from "./credential.ts";

/** Returns the health of a credential that worked. */
export function worksAt(tested_at: string): CredentialHealth {
  return { tested_at, ok: true, failing_since: null, error_code: null };
}

/** Returns the health of a credential that failed. Keeps the time of the first failure in a row. */
export function failsAt(
  record: CredentialRecord,
  error_code: AdapterErrorCode,
  tested_at: string,
): CredentialHealth {
  const failing_since = record.health?.failing_since ?? tested_at;
  return { tested_at, ok: false, failing_since, error_code };
}
