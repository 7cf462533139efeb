import { htmlPage, json, type Message } from "../server/reply.ts";

/** An error as the notes app answers it; the server adds the request's id to those it gives by itself. */
export function notesError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Message {
  return json({ object: "error", status, code, message, ...more }, status, headers);
}

/** Bad input, explained as `body failed validation…` or the like. */
export function notesInvalid(message: string): Message {
  return notesError(400, "validation_error", message);
}

/** 404: there is no such thing, or it is not shared with the connection; the provider does not say which. */
export function notesNotFound(what: "database" | "page" | "block", id: string): Message {
  return notesError(
    404,
    "object_not_found",
    `Could not find ${what} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  );
}

/** 401 for a token nobody knows. */
export function notesUnauthorized(): Message {
  return notesError(401, "unauthorized", "API token is invalid.");
}

/** 403 for a connection that lacks a capability. */
export function notesRestricted(): Message {
  return notesError(
    403,
    "restricted_resource",
    "Insufficient permissions for this endpoint. Update the capabilities of this integration.",
  );
}

/** 429; `retryAfter` in seconds, left out when null. */
export function notesRateLimited(retryAfter: number | null): Message {
  return notesError(
    429,
    "rate_limited",
    "You have been rate limited. Please try again in a few minutes.",
    { additional_data: { rate_limit_reason: "integration_limit" } },
    retryAfter === null ? {} : { "retry-after": String(retryAfter) },
  );
}

/** 529: the provider sheds load; nothing was done. */
export function notesOverloaded(retryAfter: number): Message {
  return notesError(
    529,
    "service_overload",
    "Notion is overloaded. Please try again later.",
    {},
    { "retry-after": String(retryAfter) },
  );
}

/** 400 for a database with several data sources, under an API version that knows of one only. */
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

/** A gateway's page in place of the provider's JSON. */
export function notesUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad gateway</body></html>`,
    status,
  );
}

/** A request that is refused, with its answer: thrown where it is found out, answered by the server. */
export class NotesRefusal extends Error {
  readonly answer: Message;

  constructor(answer: Message) {
    super("refused by the notes app");
    this.answer = answer;
  }
}

/** Refuses bad input. */
export function invalid(message: string): NotesRefusal {
  return new NotesRefusal(notesInvalid(message));
}
