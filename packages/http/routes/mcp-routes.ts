import type { Scope } from "@plumbline/core/access/scopes.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import * as z from "zod";
import { authenticateCaller, lacksScope, tenantOnly } from "../caller-check.ts";
import { allowedTools } from "../mcp/allowed-tools.ts";
import { bearerChallenge, MCP_PATH, METADATA_PATH, resourceMetadata } from "../mcp/protected-resource.ts";
import { problemResponse } from "../problem.ts";
import { readJson, readQuery } from "../read-json.ts";
import type { AppTypes } from "../request-scope.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

const query = z.strictObject({ tools: z.string().min(1).max(4_000).optional() });

/** Whether it is JSON-RPC is the transport's to say; what it is about decides which scope it needs. */
const message = z
  .unknown()
  .refine((body) => !Array.isArray(body), "must be one JSON-RPC message; the protocol has no batches")
  .pipe(z.looseObject({ method: z.string().optional() }));

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
  const baseUrl = (context: Context) => service.publicUrl ?? new URL(context.req.url).origin;
  return [
    {
      method: "POST",
      path: MCP_PATH,
      access: "public",
      async handle(context) {
        refuseForeignPage(service.corsOrigins, context.req.header("origin"));
        try {
          return await exchange(service, context, baseUrl(context));
        } catch (error) {
          if (!(error instanceof ServiceError) || error.status !== 401) throw error;
          return challenged(context, error, bearerChallenge(baseUrl(context)));
        }
      },
    },
    {
      method: "GET",
      path: METADATA_PATH,
      access: "public",
      handle: (context) => context.json(resourceMetadata(baseUrl(context))),
    },
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

async function exchange(service: McpService, context: Context<AppTypes>, baseUrl: string): Promise<Response> {
  const caller = tenantOnly(await authenticateCaller(service, context));
  const tools = allowedTools(service.registry, readQuery(context, query).tools);
  const posted = await readJson(context, message);
  const scope = SCOPES.get(posted.method);
  if (scope !== undefined && !caller.scopes.has(scope))
    return challenged(context, lacksScope(scope), bearerChallenge(baseUrl, scope));
  const { serveMcp } = await import("../mcp/serve-mcp.ts");
  const options = callOptions(context);
  const { raw: request } = context.req;
  const answer = await serveMcp(service, { caller, tools, options, request, message: posted });
  return context.newResponse(answer.body, answer);
}

function challenged(context: Context<AppTypes>, error: ServiceError, challenge: string): Response {
  const refused = problemResponse(error, context.res.headers);
  refused.headers.set("www-authenticate", challenge);
  return refused;
}
