import type { Scope } from "@plumbline/core/access/caller.ts";
import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type * as z from "zod";
import type { Tag } from "./tags.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call: everybody, an operator, or a tenant's key with this scope. `by_message`: a tenant's key; which scope it needs is
 * said by the message, so the route checks its callers itself.
 */
export type Access = "public" | "operator" | "by_message" | Scope;

/**
 * What a route is, apart from what it does. Its handler reads with the same schemas that the OpenAPI description is made from, so the two
 * cannot drift apart. A schema with `.meta({ id })` is a named one of the description.
 */
export interface Operation {
  /** The operationId. */
  id: string;
  method: Method;
  /** In hono's form: `/api/v1/credentials/:id`. */
  path: string;
  access: Access;
  tag: Tag;
  /** One line, without a full stop. */
  summary: string;
  /** CommonMark: paragraphs and `code` alone. */
  description: string;
  params?: z.ZodObject;
  /** Left out, every query parameter is unknown and refused, save where the access is public. */
  query?: z.ZodObject;
  /** By lower-case names. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes the body may have, where that is not `BODY_LIMIT`. */
  bodyLimit?: number;
  /** Bodies that are taken as they stand, by what they show. */
  examples?: Readonly<Record<string, unknown>>;
  /** By status: what is answered when the request is not refused, and refusals that are no problem+json. */
  answers: Readonly<Record<number, Answer>>;
  /** Problems of this operation beside those that follow from its parts, and when each occurs. */
  refusals?: Readonly<Partial<Record<ServiceErrorCode, string>>>;
}

export interface Answer {
  description: string;
  /** By media type; none for an answer without a body. Of `text/event-stream` it is the schema of one event's data. */
  content?: Readonly<Record<string, z.ZodType>>;
  headers?: readonly AnswerHeader[];
}

/** Headers of answers, beside `x-request-id`, which all have. */
export type AnswerHeader =
  | "allow"
  | "etag"
  | "idempotent-replayed"
  | "retry-after"
  | "www-authenticate"
  | "x-vercel-ai-ui-message-stream";

/** An answer of JSON. */
export function json(description: string, schema: z.ZodType, headers: readonly AnswerHeader[] = []): Answer {
  return { description, content: { "application/json": schema }, headers };
}
