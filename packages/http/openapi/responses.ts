import { SERVICE_ERROR_STATUS, type ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Access, Answer, AnswerHeader, Operation } from "../endpoints/endpoint.ts";
import { BODY_LIMIT, formatBytes, MAX_KEYS } from "../request-body.ts";
import { NEVER_LIMITED } from "../request-limits.ts";
import { problemSchema, type SchemaOf } from "./converted-schemas.ts";
import type { HeaderObject, MediaTypeObject, Reference, ResponseObject } from "./open-api-document.ts";

/** Describes all responses of an operation by status. */
export function describeResponses(operation: Operation, schemaOf: SchemaOf): Record<string, ResponseObject> {
  const refusals = groupRefusals(operation);
  const answers = operation.answers();
  const statuses = new Set([...Object.keys(answers).map(Number), ...refusals.keys()]);
  const inOrder = [...statuses].sort((one, other) => one - other);
  return Object.fromEntries(
    inOrder.map((status) => {
      const answer = answers[status];
      const refused = refusals.get(status) ?? [];
      return [String(status), describeResponse(answer, refused, operation, schemaOf)];
    }),
  );
}

type Refusal = [code: ServiceErrorCode, when: string];

function groupRefusals(operation: Operation): Map<number, Refusal[]> {
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
  const problems = refusals.map(([code, when]) => `\`${code}\`: ${when}`);
  const headers = listProblemHeaders(refusals.map(([code]) => code));
  const content = { ...describeContent(answer, schemaOf) };
  if (refusals.length > 0) content["application/problem+json"] = { schema: schemaOf(problemSchema) };
  return {
    description: [...(answer ? [answer.description] : []), ...problems].join("\n\n"),
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
  method_not_allowed: "The path does not support this method; `allow` lists those it does.",
  too_many_requests:
    "Too many requests for the deployment, or from one address; `retry-after` says how long to wait.",
  internal: "The service failed. Include the `x-request-id` when you report it.",
};

const BAD_INPUT: Refusals = {
  bad_request: "A field, header or query parameter is missing, unknown or invalid; `errors` lists each.",
};

const WITH_CALLER: Refusals = {
  ...BAD_INPUT,
  unauthenticated: "The API key is missing, unknown, revoked or expired.",
  unavailable: "The store or the key service is not responding at the moment; try again shortly.",
};

const WITH_PARAMS: Refusals = {
  not_found: "Nothing with this id exists in this tenant.",
};

function describeBodyRefusals(limit: number): Refusals {
  return {
    ...BAD_INPUT,
    body_too_large: `The body is larger than ${formatBytes(limit)}, or has more than ${MAX_KEYS} keys.`,
    unsupported_media_type: "The body is not sent as `application/json`.",
  };
}

/**
 * Returns every problem of an operation and when it occurs: those derived from its parts, overridden by its
 * own descriptions.
 */
export function listRefusals(operation: Operation): Refusals {
  const { access, params, body, bodyLimit = BODY_LIMIT, refusals } = operation;
  return {
    ...(access === "public" ? {} : { ...WITH_CALLER, forbidden: describeForbidden(access) }),
    ...(params ? WITH_PARAMS : {}),
    ...(body ? describeBodyRefusals(bodyLimit) : {}),
    ...ALWAYS,
    ...refusals,
  };
}

function describeForbidden(access: Exclude<Access, "public">): string {
  if (access === "operator") return "The key belongs to a tenant; only an operator can do this.";
  if (access === "by_message") return "The key lacks the scope for this message, or is an operator key.";
  return `The key lacks the scope \`${access}\`, or is an operator key.`;
}

type HeaderName = AnswerHeader | "x-request-id";

const text = { type: "string" };

export const RESPONSE_HEADERS: Record<HeaderName, HeaderObject> = {
  "x-request-id": {
    description: "The request's id, which also appears in the service's log.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  allow: { description: "The methods of this path.", schema: text },
  etag: { description: "The version of this content, for `if-none-match`.", schema: text },
  "idempotent-replayed": {
    description: "Set when nothing was done because the result is from an earlier call with the same key.",
    schema: { const: "true" },
  },
  "ratelimit-limit": {
    description:
      "Requests that the caller may make per minute. If several limits apply, the one closest to being reached.",
    schema: { type: "integer", minimum: 1 },
  },
  "ratelimit-remaining": {
    description: "Requests that the caller may still make now under that limit.",
    schema: { type: "integer", minimum: 0 },
  },
  "ratelimit-reset": {
    description: "Seconds until that limit is fully restored.",
    schema: { type: "integer", minimum: 0 },
  },
  "retry-after": {
    description: "Seconds after which a retry may succeed, if known.",
    schema: { type: "integer", minimum: 0 },
  },
  "www-authenticate": { description: "How to authenticate (RFC 6750).", schema: text },
  "x-vercel-ai-ui-message-stream": {
    description: "The version of the stream, with `protocol=ui-message`.",
    schema: { const: "v1" },
  },
};

/** Returns the headers that a problem with these codes may have. */
function listProblemHeaders(codes: readonly ServiceErrorCode[]): AnswerHeader[] {
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
function createHeaderReferences(names: readonly AnswerHeader[]): Record<string, Reference> {
  const all: HeaderName[] = ["x-request-id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
