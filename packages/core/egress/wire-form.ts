import type { HttpRequest } from "./http-message.ts";
import type { Sending, TrackedOptions } from "./sent-tracker.ts";

const USER_AGENT = "Plumbline/0.1 (+integrations for LLM agents)";

/** A request's headers as they go out, but for those that frame the message. */
export function outgoingHeaders(headers: HttpRequest["headers"]): Record<string, string> {
  return { "user-agent": USER_AGENT, ...headers };
}

/** A request as undici takes it, with the mark that tells whether it went out. */
export function dispatchOptions(
  { url, method, headers, body }: Pick<HttpRequest, "url" | "method" | "headers" | "body">,
  sending: Sending,
): TrackedOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: outgoingHeaders(headers),
    body: body ?? null,
    sending,
  };
}

/** An answer's headers as undici gives them, a repeated one joined by ", ". */
export function answerHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
