import { SERVICE_ERROR_STATUS, type ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Access, Answer, AnswerHeader, Operation } from "../endpoints/endpoint.ts";
import { BODY_LIMIT, bytesInWords, MOST_KEYS } from "../request.ts";
import { NEVER_LIMITED } from "../request-limits.ts";
import { problemSchema, type SchemaOf } from "./converted-schemas.ts";
import type { HeaderObject, MediaTypeObject, Reference, ResponseObject } from "./open-api-document.ts";

/** Describes all responses of an operation by status. */
export function describeResponses(operation: Operation, schemaOf: SchemaOf): Record<string, ResponseObject> {
  const refusals = refusalsByStatus(operation);
  const statuses = new Set([...Object.keys(operation.answers).map(Number), ...refusals.keys()]);
  const inOrder = [...statuses].sort((one, other) => one - other);
  return Object.fromEntries(
    inOrder.map((status) => {
      const answer = operation.answers[status];
      const refused = refusals.get(status) ?? [];
      return [String(status), describeResponse(answer, refused, operation, schemaOf)];
    }),
  );
}

type Refusal = [code: ServiceErrorCode, when: string];

function refusalsByStatus(operation: Operation): Map<number, Refusal[]> {
  const byStatus = new Map<number, Refusal[]>();
  for (const [name, when] of Object.entries(listRefusals(operation))) {
    const code = name as ServiceErrorCode;
    const status = SERVICE_ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, when]]);
  }
  return byStatus;
}

function describeResponse(
  answer: Answer | undefined,
  refusals: readonly Refusal[],
  { access, path }: Operation,
  schemaOf: SchemaOf,
): ResponseObject {
  const told = refusals.map(([code, when]) => `\`${code}\`: ${when}`);
  const headers = listProblemHeaders(refusals.map(([code]) => code));
  const content = { ...describeContent(answer, schemaOf) };
  if (refusals.length > 0) content["application/problem+json"] = { schema: schemaOf(problemSchema) };
  return {
    description: [...(answer ? [answer.description] : []), ...told].join("\n\n"),
    headers: createHeaderReferences([
      ...(access === "public" && NEVER_LIMITED.has(path) ? [] : RATE_HEADERS),
      ...(answer?.headers ?? []),
      ...headers,
    ]),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function describeContent(answer: Answer | undefined, schemaOf: SchemaOf): Record<string, MediaTypeObject> {
  const content = Object.entries(answer?.content ?? {});
  return Object.fromEntries(
    content.map(([mediaType, schema]): [string, MediaTypeObject] => {
      if (mediaType !== "text/event-stream") return [mediaType, { schema: schemaOf(schema) }];
      return [mediaType, { "x-item-schema": schemaOf(schema) }];
    }),
  );
}

type Refusals = Partial<Record<ServiceErrorCode, string>>;

const ALWAYS: Refusals = {
  method_not_allowed: "The path was asked with another method; `allow` names the right ones.",
  too_many_requests:
    "More than the deployment takes at once, or from one address; `retry-after` says how long to wait.",
  internal: "The service failed. Quote the `x-request-id` when you report it.",
};

const BAD_INPUT: Refusals = {
  bad_request:
    "A field, header or query parameter is missing, unknown or not as described; `errors` names each.",
};

const WITH_CALLER: Refusals = {
  ...BAD_INPUT,
  unauthenticated: "There is no API key, or it is unknown, revoked or expired.",
  unavailable: "The store or the key service does not answer at the moment; try again shortly.",
};

const WITH_PARAMS: Refusals = {
  not_found: "Nothing has this id; what is another tenant's counts as nothing.",
};

function describeBodyRefusals(limit: number): Refusals {
  return {
    ...BAD_INPUT,
    body_too_large: `The body is larger than ${bytesInWords(limit)}, or has more than ${MOST_KEYS} keys.`,
    unsupported_media_type: "The body is not sent as `application/json`.",
  };
}

/**
 * Returns every problem of an operation and when it occurs: those derived from its parts, overridden by its
 * own descriptions.
 */
export function listRefusals({
  access,
  params,
  body,
  bodyLimit = BODY_LIMIT,
  refusals,
}: Operation): Refusals {
  return {
    ...(access === "public" ? {} : { ...WITH_CALLER, forbidden: describeForbidden(access) }),
    ...(params ? WITH_PARAMS : {}),
    ...(body ? describeBodyRefusals(bodyLimit) : {}),
    ...ALWAYS,
    ...refusals,
  };
}

function describeForbidden(access: Exclude<Access, "public">): string {
  if (access === "operator") return "The key is a tenant's; only an operator may do this.";
  if (access === "by_message") return "The key lacks the scope of this message, or is an operator's.";
  return `The key lacks the scope \`${access}\`, or is an operator's.`;
}

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
  "ratelimit-limit": {
    description: "Requests a minute that the caller may make; of several limits, the one closest to its end.",
    schema: { type: "integer", minimum: 1 },
  },
  "ratelimit-remaining": {
    description: "Requests of that limit that the caller may make at once.",
    schema: { type: "integer", minimum: 0 },
  },
  "ratelimit-reset": {
    description: "Seconds until that limit is whole again.",
    schema: { type: "integer", minimum: 0 },
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

/** Returns the headers that a problem with these codes may have. */
export function listProblemHeaders(codes: readonly ServiceErrorCode[]): AnswerHeader[] {
  const has = (...some: ServiceErrorCode[]) => some.some((code) => codes.includes(code));
  const headers: AnswerHeader[] = [];
  if (has("unauthenticated", "forbidden")) headers.push("www-authenticate");
  if (has("method_not_allowed")) headers.push("allow");
  if (has("conflict", "too_many_requests", "unavailable", "model_rate_limited")) headers.push("retry-after");
  return headers;
}

/** Headers of every response to a request that counts against a rate limit. */
const RATE_HEADERS: readonly AnswerHeader[] = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/** Creates references to these headers and to those that all responses have. */
export function createHeaderReferences(names: readonly AnswerHeader[]): Record<string, Reference> {
  const all: HeaderName[] = ["x-request-id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
