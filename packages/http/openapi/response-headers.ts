import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { AnswerHeader } from "../api/operation.ts";
import type { HeaderObject, Reference } from "./open-api-document.ts";

type HeaderName = AnswerHeader | "x-request-id";

const text = { type: "string" };

export const RESPONSE_HEADERS: Record<HeaderName, HeaderObject> = {
  "x-request-id": {
    description: "The request's own id, which the service's log has too.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  allow: { description: "The methods of this path.", schema: text },
  etag: { description: "Of this very content, for `if-none-match`.", schema: text },
  "idempotent-replayed": {
    description: "There when nothing was done: the result is of an earlier call with the same key.",
    schema: { const: "true" },
  },
  "retry-after": {
    description: "Seconds after which another try may succeed, where that is known.",
    schema: { type: "integer", minimum: 0 },
  },
  "www-authenticate": { description: "How to authenticate (RFC 6750).", schema: text },
  "x-vercel-ai-ui-message-stream": {
    description: "There with `protocol=ui-message`: the stream's version.",
    schema: { const: "v1" },
  },
};

/** Headers that a problem of these codes may carry. */
export function problemHeaders(codes: readonly ServiceErrorCode[], access: string): AnswerHeader[] {
  const has = (...some: ServiceErrorCode[]) => some.some((code) => codes.includes(code));
  const headers: AnswerHeader[] = [];
  if (has("unauthenticated") || (has("forbidden") && access === "by_message"))
    headers.push("www-authenticate");
  if (has("method_not_allowed")) headers.push("allow");
  if (has("conflict", "too_many_requests", "unavailable", "model_rate_limited")) headers.push("retry-after");
  return headers;
}

/** These headers and the one that all answers have, as references to their descriptions. */
export function headerReferences(names: readonly AnswerHeader[]): Record<string, Reference> {
  const all: HeaderName[] = ["x-request-id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
