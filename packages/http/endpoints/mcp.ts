import type { Scope } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import {
  type BearerError,
  createBearerChallenge,
  createResourceMetadata,
} from "../mcp/protected-resource.ts";
import { createFieldError } from "../problems.ts";
import {
  type AppTypes,
  authenticateCaller,
  callOptions,
  chooseBaseUrl,
  findScopeRefusal,
  readJson,
  readQuery,
  requireTenant,
  respondWithProblem,
} from "../request.ts";
import { TOOL_CALL_BODY_LIMIT } from "../request-body.ts";
import { type Answer, jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { answered, jsonRpcError, jsonRpcMessage, streamed } from "./mcp-schemas.ts";
import { digits } from "./paging.ts";

// Marked as pure, so that the server is left out of the docs bundle, which only describes this endpoint.
const loadMcpServer = /* @__PURE__ */ loadOnce(() => import("../mcp/server.ts"));

const protocolError = (description: string): Answer => jsonAnswer(description, jsonRpcError);

const postMcp = operation({
  id: "postMcp",
  access: "by_message",
  summary: "Send a message to the MCP server",
  description:
    "Serves the tools over the Model Context Protocol: Streamable HTTP without sessions, protocol 2026-07-28 and, with `initialize`, 2025-11-25 " +
    "and earlier. Give your MCP client this URL and a key. `tools/list` needs the scope `tools:read`, `tools/call` " +
    "`tools:call`. A result is one text item with JSON. A refused call has `isError`, and a text item with the verbatim reason comes first.\n\n" +
    "The `_meta` of a call may give the run it belongs to (`plumbline/run-id`) and destinations that the user has named " +
    "(`plumbline/allow-destinations`). If a call needs approval and the client supports elicitation, its user is asked: " +
    "with a question if the policy says `approve_in_client`, otherwise with the page to open. " +
    "Repeating the call with the `approval_id` as one more argument, or as `plumbline/approval-id`, returns its result.\n\n" +
    "A call with a `progressToken` in its `_meta` gets a streamed response: `notifications/progress` at each attempt, wait and search, " +
    "then the result.\n\n" +
    "Send `accept: application/json, text/event-stream`. A web page may call it from the service's own origin " +
    "and from the origins in `CORS_ORIGINS`.",
  query: z.strictObject({
    tools: z
      .string()
      .min(1, { abort: true })
      .max(4_000, { abort: true })
      .regex(/^[A-Za-z0-9_:, ]+$/, "must be names of tools, separated by commas")
      .optional()
      .describe("The only tools to offer: names, separated by commas. Default: all."),
    max_result_chars: digits(
      z.int().min(RESULT_CHARS.least).max(RESULT_CHARS.most).default(RESULT_CHARS.byDefault),
    ).describe(
      "The maximum number of characters in a result: lists keep whole items, and say how to get the rest.",
    ),
  }),
  body: z
    .unknown()
    .refine((body) => !Array.isArray(body), "must be one JSON-RPC message; batches are not supported")
    .pipe(z.looseObject({ method: z.string().optional() }))
    .meta(jsonRpcMessage),
  bodyLimit: TOOL_CALL_BODY_LIMIT,
  examples: {
    "The list of tools": { jsonrpc: "2.0", id: 1, method: "tools/list" },
    "A call": {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "grounded_research", arguments: { query: "Who was Ada Lovelace?" } },
    },
  },
  answers: () => ({
    200: {
      description: "The response, as JSON or as the last event of a stream. Errors are JSON-RPC errors.",
      content: { "application/json": answered, "text/event-stream": streamed },
    },
    202: { description: "The notification was accepted." },
    400: protocolError("The message is not valid MCP, or its protocol version is not supported."),
    404: protocolError("This method is not supported."),
    406: protocolError("The client does not accept both `application/json` and `text/event-stream`."),
  }),
});

const getMcpMetadata = operation({
  id: "getMcpMetadata",
  access: "public",
  summary: "Read the MCP server's metadata",
  description: "The protected resource metadata (RFC 9728) that a 401 of the MCP server points to.",
  answers: () => ({
    200: jsonAnswer(
      "The metadata.",
      z
        .object({
          resource: z.string().describe("The MCP server's URL."),
          resource_name: z.string(),
          authorization_servers: z
            .array(z.string())
            .optional()
            .describe("Where a client gets a token; absent if callers can only use keys."),
          bearer_methods_supported: z.array(z.string()),
          scopes_supported: z.array(z.string()),
        })
        .meta({ id: "ProtectedResource" }),
    ),
  }),
});

/**
 * Scopes required by message. All other messages (the handshake, `server/discover`, notifications) reveal
 * nothing about a tenant.
 */
const SCOPES: ReadonlyMap<string | undefined, Scope> = new Map([
  ["tools/list", "tools:read"],
  ["tools/call", "tools:call"],
]);

/**
 * Creates the routes of the Model Context Protocol server and its metadata. `/mcp` authenticates its callers
 * itself, because its 401 links to the metadata and the required scope depends on the message.
 */
export function mcpRoutes(service: Service): readonly Route[] {
  const urlOf = (context: Context) => chooseBaseUrl(service.publicUrl, context);
  return [
    route(postMcp, async (context) => {
      rejectForeignPage(service.corsOrigins, urlOf(context), context);
      try {
        return await exchange(service, context, urlOf(context));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 401) throw error;
        return respondWithChallenge(
          context,
          error,
          createBearerChallenge(urlOf(context), service.issuer, getBearerError(context, error)),
        );
      }
    }),
    route(getMcpMetadata, (context) => context.json(createResourceMetadata(urlOf(context), service.issuer))),
  ];
}

/** Names of the local machine as `URL` formats them. */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/**
 * Rejects pages other than the service's own and those of `CORS_ORIGINS`. Another site could use a host name
 * that resolves to the visitor's machine, so `Host` is trusted only for names of the local machine. Programs
 * send no `Origin`.
 */
function rejectForeignPage(allowed: readonly string[], ownUrl: string, context: Context): void {
  const origin = context.req.header("origin");
  if (origin === undefined || allowed.includes(origin) || origin === new URL(ownUrl).origin) return;
  const reached = new URL(context.req.url);
  if (origin === reached.origin && LOOPBACK.test(reached.hostname)) return;
  throw new ServiceError(
    "forbidden",
    "Pages of this origin are not allowed. Add the origin to CORS_ORIGINS.",
  );
}

/** Rejects an `Idempotency-Key`. If it were ignored, a message might be carried out twice. */
function rejectIdempotencyKey(context: Context): void {
  if (context.req.header("idempotency-key") === undefined) return;
  throw new ServiceError(
    "not_supported",
    "Idempotency-Key: not supported by the MCP server; send the call to POST /api/v1/tools/{name}.",
  );
}

async function exchange(service: Service, context: Context<AppTypes>, url: string): Promise<Response> {
  const caller = requireTenant(await authenticateCaller(service, context));
  rejectIdempotencyKey(context);
  const query = readQuery(context, postMcp.query);
  const tools = await selectTools(service.registry, query.tools);
  const maxResultChars = query.max_result_chars;
  const posted = await readJson(context, postMcp.body, postMcp.bodyLimit, "params.arguments.");
  const scope = SCOPES.get(posted.method);
  const refusal = scope && findScopeRefusal(caller, scope);
  if (refusal)
    return respondWithChallenge(
      context,
      refusal,
      createBearerChallenge(url, service.issuer, { error: "insufficient_scope", scope }),
    );
  const { serveMcp } = await loadMcpServer();
  const options = callOptions(context, service.publicUrl);
  const { raw: request } = context.req;
  const answer = await serveMcp(service, {
    caller,
    tools,
    maxResultChars,
    options,
    request,
    message: posted,
  });
  return context.newResponse(answer.body, answer);
}

/** Returns the error code for the challenge if a key was sent, otherwise `undefined`. */
function getBearerError(context: Context, refused: ServiceError): BearerError | undefined {
  if (!/^Bearer /i.test(context.req.header("authorization") ?? "")) return undefined;
  // RFC 6750 allows only ASCII here. The body has the advice after the first sentence.
  const [reason = ""] = refused.message.split(/(?<=[.]) /);
  return { error: "invalid_token", error_description: reason.replace(/[^ -~]/g, "") };
}

function respondWithChallenge(context: Context<AppTypes>, error: ServiceError, challenge: string): Response {
  const refused = respondWithProblem(context, error);
  refused.headers.set("www-authenticate", challenge);
  return refused;
}

/**
 * Returns the tools that a client requested: all, or those in a comma-separated list of names in either
 * spelling, in the registry's order. Rejects with ServiceError `bad_request` for an unknown name.
 */
export async function selectTools(
  registry: ToolRegistry,
  list: string | undefined,
): Promise<readonly Tool[]> {
  if (list === undefined) return registry.list();
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !registry.has(name));
  if (unknown !== undefined) {
    const message = `${JSON.stringify(unknown.slice(0, 80))} is not the name of a tool`;
    throw createFieldError("tools", message, `The list of tools is not valid: ${message}.`);
  }
  const wanted = new Set(await Promise.all(names.map((name) => registry.get(name))));
  return (await registry.list()).filter((tool) => wanted.has(tool));
}
