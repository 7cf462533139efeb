import type { OperatorCaller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import type * as z from "zod";
import type { AppTypes } from "../request.ts";
import { type EndpointId, endpointOf, type Method } from "./list.ts";

/**
 * Who may call: everybody, an operator, or a tenant's key with this scope. `by_message`: a tenant's key;
 * which scope it needs is said by the message, so the route checks its callers itself.
 */
export type Access = "public" | "operator" | "by_message" | Scope;

/**
 * Describes a route, apart from what it does. Its handler reads with the same schemas that the OpenAPI
 * description is made from, so the two cannot drift apart. A schema with `.meta({ id })` is a named one of
 * the description.
 */
export interface Operation {
  /** The operationId. */
  id: EndpointId;
  method: Method;
  /** In hono's form: `/api/v1/credentials/:id`. */
  path: string;
  access: Access;
  /** True where a visit to the console needs no scope: the route shows it only what its key began. */
  opensToConsole?: true;
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
  /**
   * By media type; none for an answer without a body. Of `text/event-stream` it is the schema of one event's
   * data.
   */
  content?: Readonly<Record<string, z.ZodType>>;
  headers?: readonly AnswerHeader[];
}

/** Headers of answers, beside `x-request-id`, which all have. */
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

/** Describes the endpoint that the list has under this id; method and path are the list's. */
export function operation<const Described extends Omit<Operation, "method" | "path">>(
  described: Described,
): Described & Pick<Operation, "method" | "path"> {
  const { method, path } = endpointOf(described.id);
  return { ...described, method, path };
}

/** An answer of JSON. */
export function jsonAnswer(
  description: string,
  schema: z.ZodType,
  headers: readonly AnswerHeader[] = [],
): Answer {
  return { description, content: { "application/json": schema }, headers };
}

/** Who has been found to call by the time a route is taken. */
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

/** A route that the platform lets nobody take before it knows who calls. */
export type CheckedRoute = RouteOf<"operator"> | RouteOf<Scope>;

/** An operation and what it does. */
export type Route = RouteOf<"public"> | RouteOf<"by_message"> | CheckedRoute;

export function route<Who extends Access>(
  operation: Operation & { access: Who },
  handle: Handle<Who>,
): RouteOf<Who> {
  return { ...operation, handle };
}

/** The areas of the API, in reading order, and what each is about. */
export const TAGS = {
  Research:
    "Answers about real people, organisations and current events, from cited public sources or not at all.",
  Agent: "A streamed run of the agent: research where a prompt needs it, tools, and guarded text.",
  Conversations: "What is kept of a conversation from turn to turn: marks and writes, and no message.",
  Tools: "Every action on an external system is a tool, with one form of result for all.",
  Approvals: "Calls that wait for a person, who lets each be carried out or keeps it from being sent.",
  "Model Context Protocol": "The same tools for MCP clients.",
  Credentials: "A tenant's connections to providers. A token goes in and never comes out.",
  Connections:
    "Connecting an account at its provider by OAuth: for an API caller, or by a page that a customer opens.",
  Watches: "Watches on feeds and inboxes: what they found, in order and once, and whether they are alive.",
  Policy:
    "What a tenant lets its callers do: which tools, to which destinations, and what waits for a person.",
  Sessions: "Short-lived tokens for browsers and end users, made by a tenant's key.",
  Calls: "What was called, how it ended and how long it took: call by call, and summed up.",
  Audit: "What happened to a tenant's credentials, connections and keys: who did it, and when.",
  Console: "The page on which people use the service, and their sign-in to it with a key.",
  Tenants: "Tenants and their API keys, which an operator administers.",
  Service: "The service itself: its health, its metrics and this description.",
} as const;

export type Tag = keyof typeof TAGS;
