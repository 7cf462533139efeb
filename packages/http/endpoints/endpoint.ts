import type { OperatorCaller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { AppTypes } from "../request.ts";
import { type EndpointId, findEndpoint, type Method } from "./list.ts";

/**
 * Who may call: everybody, an operator, or a tenant's key with this scope. `by_message` means a tenant's key
 * whose required scope depends on the message, so that the route checks it itself.
 */
export type Access = "public" | "operator" | "by_message" | Scope;

/**
 * Describes a route without its handler. The handler validates with the same schemas from which the OpenAPI
 * description is generated, so they always agree. A schema with `.meta({ id })` becomes a named schema.
 */
export interface Operation {
  id: EndpointId;
  method: Method;
  /** In Hono's format: `/api/v1/credentials/:id`. */
  path: string;
  access: Access;
  /**
   * True if a person at the console needs no scope, because the route only shows what their own key created.
   */
  opensToConsole?: true;
  /** One line without a full stop. */
  summary: string;
  /** CommonMark with only paragraphs and `code`. */
  description: string;
  params?: z.ZodObject;
  /** Schema of the query. If omitted, all query parameters are rejected, unless the route is public. */
  query?: z.ZodObject;
  /** Schema of the headers, by lower-case name. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Maximum size of the body in bytes, if it differs from `BODY_LIMIT`. */
  bodyLimit?: number;
  /** Valid example bodies by title. */
  examples?: Readonly<Record<string, unknown>>;
  /**
   * Returns the responses by status: all successes, and the refusals that are not problem+json. A function,
   * because only the description of the API reads their schemas, and a cold start should not build them.
   */
  answers: () => Answers;
  /**
   * Problems specific to this operation and when they occur, in addition to those derived from its other
   * fields.
   */
  refusals?: Readonly<Partial<Record<ServiceErrorCode, string>>>;
}

export type Answers = Readonly<Record<number, Answer>>;

export interface Answer {
  description: string;
  /**
   * Schema by media type. Empty for a response without a body. For `text/event-stream`, the schema of one
   * event's data.
   */
  content?: Readonly<Record<string, z.ZodType>>;
  headers?: readonly AnswerHeader[];
}

/** Headers of responses, in addition to `x-request-id`, which all responses have. */
export type AnswerHeader =
  | "allow"
  | "etag"
  | "idempotent-replayed"
  | "ratelimit-limit"
  | "ratelimit-remaining"
  | "ratelimit-reset"
  | "retry-after"
  | "www-authenticate"
  | "x-vercel-ai-ui-message-stream";

/** Operations by ID. Each is added when the module that defines it is loaded. */
const OPERATIONS = new Map<EndpointId, Operation>();

/** Defines the operation with this ID. Adds its method and path from the list of endpoints. */
export function operation<const Described extends Omit<Operation, "method" | "path">>(
  described: Described,
): Described & Pick<Operation, "method" | "path"> {
  const { method, path } = findEndpoint(described.id);
  let built: Answers | undefined;
  // The description refers to each schema by identity, so that it must be built once.
  const answers = () => (built ??= described.answers());
  const defined = { ...described, answers, method, path };
  OPERATIONS.set(described.id, defined);
  return defined;
}

/** Returns the operation with this ID. Throws a plain Error if no loaded module defines it. */
export function findOperation(id: EndpointId): Operation {
  const found = OPERATIONS.get(id);
  if (!found) throw new Error(`No loaded module defines the operation ${id}.`);
  return found;
}

/** Describes a JSON response. */
export function jsonAnswer(
  description: string,
  schema: z.ZodType,
  headers: readonly AnswerHeader[] = [],
): Answer {
  return { description, content: { "application/json": schema }, headers };
}

/** Describes an HTML page. */
export function htmlAnswer(description: string): Answer {
  return { description, content: { "text/html": z.string() } };
}

/** Header with which a client says which copy of a published text it has. */
export const copyHeaders = z.object({
  "if-none-match": z.string().optional().describe("The `etag` of the client's copy."),
});

export const notModified: Answer = {
  description: "The copy given in `if-none-match` is current.",
  headers: ["etag"],
};

/** Describes a published text of these media types, which a client may already have. */
export function textAnswers(description: string, ...mediaTypes: readonly string[]): Answers {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, z.string()]));
  return { 200: { description, content, headers: ["etag"] }, 304: notModified };
}

/** The authenticated caller of a route with this access. */
type CallerOf<Who extends Access> = Who extends "operator"
  ? OperatorCaller
  : Who extends Scope
    ? TenantCaller
    : undefined;

type Handle<Who extends Access> = (
  context: Context<AppTypes>,
  caller: CallerOf<Who>,
) => Promise<Response> | Response;

type RouteOf<Who extends Access> = Operation & { access: Who; handle: Handle<Who> };

/** A route whose caller is authenticated before the handler runs. */
export type CheckedRoute = RouteOf<"operator"> | RouteOf<Scope>;

/** An operation with its handler. */
export type Route = RouteOf<"public"> | RouteOf<"by_message"> | CheckedRoute;

export function route<Who extends Access>(
  operation: Operation & { access: Who },
  handle: Handle<Who>,
): RouteOf<Who> {
  return { ...operation, handle };
}
