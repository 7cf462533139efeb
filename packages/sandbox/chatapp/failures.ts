import { htmlPage, json, type Message } from "../server/reply.ts";

/** The body of a response: `ok`, and either the result's fields or `error`. */
export interface ChatappPayload extends Readonly<Record<string, unknown>> {
  readonly ok: boolean;
  readonly response_metadata?: Readonly<Record<string, string | readonly string[]>>;
}

/** The body of a refusal. */
export function chatappRefusalBody(
  error: string,
  details: Readonly<Record<string, unknown>> = {},
): ChatappPayload {
  return { ok: false, error, ...details };
}

/** Returns a refusal of the arguments with the provider's explanation. */
export function invalidArguments(...messages: readonly string[]): ChatappPayload {
  return chatappRefusalBody("invalid_arguments", {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}

/** Returns any of the provider's documented errors in its format: HTTP 200 with `ok: false`. */
export function chatappFailure(error: string, details: Readonly<Record<string, unknown>> = {}): Message {
  return json(chatappRefusalBody(error, details));
}

/** Returns HTTP 429 `ratelimited`. `retryAfter` is in seconds; null omits the header. */
export function chatappRateLimited(retryAfter: number | null): Message {
  return json(
    chatappRefusalBody("ratelimited"),
    429,
    retryAfter === null ? {} : { "retry-after": String(retryAfter) },
  );
}

/** Returns `missing_scope` with the required and the granted scopes. */
export function chatappMissingScope(needed: string, provided: readonly string[]): Message {
  return chatappFailure("missing_scope", { needed, provided: provided.join(",") });
}

/** Returns a failure of the provider's infrastructure: an HTML page with a 5xx status instead of JSON. */
export function chatappUnavailable(status = 503): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Server Error</body></html>`,
    status,
  );
}
