import { htmlPage, json, type Message } from "../server/reply.ts";

/** Returns an error in the notes app's format. The server adds the request ID to its own errors. */
export function notesError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Message {
  return json({ object: "error", status, code, message, ...more }, status, headers);
}

/** Returns a refusal of invalid input, explained as `body failed validation…` or similar. */
export function notesInvalid(message: string): Message {
  return notesError(400, "validation_error", message);
}

/**
 * Returns 404: the object does not exist or is not shared with the connection. The provider does not say
 * which.
 */
export function notesNotFound(what: "database" | "page" | "block", id: string): Message {
  return notesError(
    404,
    "object_not_found",
    `Could not find ${what} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  );
}

/** Returns 401 for an unknown token. */
export function notesUnauthorized(): Message {
  return notesError(401, "unauthorized", "API token is invalid.");
}

/** Returns 403 for a connection that lacks a capability. */
export function notesRestricted(): Message {
  return notesError(
    403,
    "restricted_resource",
    "Insufficient permissions for this endpoint. Update the capabilities of this integration.",
  );
}

/** Returns 429. `retryAfter` is in seconds; null omits the header. */
export function notesRateLimited(retryAfter: number | null): Message {
  return notesError(
    429,
    "rate_limited",
    "You have been rate limited. Please try again in a few minutes.",
    { additional_data: { rate_limit_reason: "integration_limit" } },
    retryAfter === null ? {} : { "retry-after": String(retryAfter) },
  );
}

/** Returns 400 for a database with several data sources, because this API version supports only one. */
export function notesMultipleSources(sourceIds: readonly string[]): Message {
  return notesError(
    400,
    "validation_error",
    "Databases with multiple data sources are not supported in this API version.",
    {
      additional_data: {
        error_type: "multiple_data_sources_for_database",
        child_data_source_ids: sourceIds,
        minimum_api_version: "2025-09-03",
      },
    },
  );
}

/** Returns a gateway's error page instead of the provider's JSON. */
export function notesUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad gateway</body></html>`,
    status,
  );
}

/** Thrown to refuse a request. The server sends `answer`. */
export class NotesRefusal extends Error {
  readonly answer: Message;

  constructor(answer: Message) {
    super("refused by the notes app");
    this.answer = answer;
  }
}

/** Returns the refusal of invalid input. */
export function invalid(message: string): NotesRefusal {
  return new NotesRefusal(notesInvalid(message));
}
