import type { Scope } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import { getMcpMetadata, postMcp } from "../api/mcp-operations.ts";
import { baseUrl } from "../base-url.ts";
import { authenticateCaller, lacksScope, tenantOnly } from "../caller-check.ts";
import { allowedTools } from "../mcp/allowed-tools.ts";
import { type BearerError, bearerChallenge, resourceMetadata } from "../mcp/protected-resource.ts";
import { readJson, readQuery } from "../read-json.ts";
import { refuse } from "../refuse.ts";
import type { AppTypes } from "../request-scope.ts";
import { type Route, route } from "../route.ts";
import { callOptions } from "./call-options.ts";

/** What else there is (the handshake, `server/discover`, notifications) shows nothing of a tenant's. */
const SCOPES: ReadonlyMap<string | undefined, Scope> = new Map([
  ["tools/list", "tools:read"],
  ["tools/call", "tools:call"],
]);

type McpService = Pick<
  Service,
  "authenticator" | "clock" | "registry" | "dispatcher" | "logger" | "corsOrigins" | "publicUrl"
>;

/**
 * The tools as a Model Context Protocol server, and what a client may know of it beforehand. `/mcp` checks its callers itself:
 * a 401 there points to the metadata, and which scope is needed is said by the message.
 */
export function mcpRoutes(service: McpService): readonly Route[] {
  const urlOf = (context: Context) => baseUrl(service.publicUrl, context);
  return [
    route(postMcp, async (context) => {
      refuseForeignPage(service.corsOrigins, context.req.header("origin"));
      try {
        return await exchange(service, context, urlOf(context));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 401) throw error;
        return challenged(context, error, bearerChallenge(urlOf(context), keyError(context)));
      }
    }),
    route(getMcpMetadata, (context) => context.json(resourceMetadata(urlOf(context)))),
  ];
}

/** A page could reach a server on its visitor's machine by a name it made resolve there. Programs send no Origin. */
function refuseForeignPage(allowed: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowed.includes(origin)) return;
  throw new ServiceError(
    "forbidden",
    "Pages of this origin are not let in; CORS_ORIGINS names those that are.",
  );
}

/** A key that was passed over would be a message sent twice. */
function refuseIdempotencyKey(context: Context): void {
  if (context.req.header("idempotency-key") === undefined) return;
  throw new ServiceError(
    "not_supported",
    "Idempotency-Key: not supported by the MCP server; send the call to POST /api/v1/tools/{name}.",
  );
}

async function exchange(service: McpService, context: Context<AppTypes>, url: string): Promise<Response> {
  const caller = tenantOnly(await authenticateCaller(service, context));
  refuseIdempotencyKey(context);
  const query = readQuery(context, postMcp.query);
  const tools = allowedTools(service.registry, query.tools);
  const maxResultChars = query.max_result_chars;
  const posted = await readJson(context, postMcp.body, postMcp.bodyLimit);
  const scope = SCOPES.get(posted.method);
  if (scope !== undefined && !caller.scopes.has(scope))
    return challenged(
      context,
      lacksScope(scope),
      bearerChallenge(url, { error: "insufficient_scope", scope }),
    );
  const { serveMcp } = await import("../mcp/serve-mcp.ts");
  const options = callOptions(context);
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

/** Only of a key that was sent is there something to say. */
function keyError(context: Context): BearerError | undefined {
  const sent = /^Bearer /i.test(context.req.header("authorization") ?? "");
  return sent ? { error: "invalid_token" } : undefined;
}

function challenged(context: Context<AppTypes>, error: ServiceError, challenge: string): Response {
  const refused = refuse(context, error);
  refused.headers.set("www-authenticate", challenge);
  return refused;
}
