import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/** Exit codes of the CLI. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Thrown if the command was called incorrectly. `message` states the correct usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Creates the error for a name that nothing has. The command exits like one that the service refused. */
export function createNoSuchNameError(message: string): PlumblineError {
  return new PlumblineError(message, 404, { code: "not_found" });
}

/**
 * Formats a failure for the user without a stack. An unexpected error keeps its stack, so that it can be
 * reported.
 */
export function formatFailure(error: unknown): string {
  if (error instanceof PlumblineError || error instanceof UsageError || error instanceof ConfigurationError) {
    return `plumbline: ${error.message}`;
  }
  return `plumbline: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
