import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { SqlFailure } from "./commit-batch.js";

/** Error codes that SQLite reports for a file whose structure is broken (https://sqlite.org/rescode.html). */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Returns true when SQLite found the file's structure broken. */
export function isDamage({ code }: SqlFailure): boolean {
  return DAMAGE.test(code);
}

/** The store holds something that is not as it was written. Its log line names the table. */
export function storeDamaged(cause?: unknown): ServiceError {
  const error = new ServiceError(
    "store_damaged",
    "A stored record is damaged. Whoever runs this service can restore it from a backup.",
  );
  error.cause = cause;
  return error;
}

/** The store could not be read or written, and nothing was. */
export function storeUnavailable({ code, message }: SqlFailure): ServiceError {
  const error = new ServiceError(
    "unavailable",
    code.startsWith("SQLITE_FULL")
      ? "The disk of the store is full; free some space and try again."
      : `The store cannot be used at the moment (${code}); try again shortly.`,
  );
  error.cause = new Error(`${code}: ${message}`);
  return error;
}
