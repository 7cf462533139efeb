import { htmlPage, json, type Message } from "../server/reply.ts";

/** Body of the chat app's answers: `ok`, and either the result's fields or `error`. */
export interface ChatappPayload extends Readonly<Record<string, unknown>> {
  readonly ok: boolean;
  readonly response_metadata?: Readonly<Record<string, readonly string[]>>;
}

/** The body of a refusal. */
export function chatappRefusalBody(
  error: string,
  details: Readonly<Record<string, unknown>> = {},
): ChatappPayload {
  return { ok: false, error, ...details };
}

/** The refusal of arguments, with the provider's explanation. */
export function invalidArguments(...messages: readonly string[]): ChatappPayload {
  return chatappRefusalBody("invalid_arguments", {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}

/** Any of the provider's documented errors: HTTP 200 with `ok: false`, as it sends them. */
export function chatappFailure(error: string, details: Readonly<Record<string, unknown>> = {}): Message {
  return json(chatappRefusalBody(error, details));
}

/** HTTP 429 `ratelimited`; `retryAfter` in seconds, left out when null. */
export function chatappRateLimited(retryAfter: number | null): Message {
  return json(
    chatappRefusalBody("ratelimited"),
    429,
    retryAfter === null ? {} : { "retry-after": String(retryAfter) },
  );
}

/** `missing_scope` with the scope that was needed and those that were granted. */
export function chatappMissingScope(needed: string, provided: readonly string[]): Message {
  return chatappFailure("missing_scope", { needed, provided: provided.join(",") });
}

/** A failure of the provider's own infrastructure: an HTML page with a 5xx status in place of JSON. */
export function chatappUnavailable(status = 503): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Server Error</body></html>`,
    status,
  );
}
