import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { Route } from "./endpoints/endpoint.ts";
import { NOT_SUPPORTED_YET } from "./endpoints/list.ts";
import { refusalOf, refuse } from "./problems.ts";
import type { AppTypes } from "./request.ts";
import { type Serve, servedRoute } from "./serving.ts";

/** What serving stands on, whatever the routes do. Public routes need no authenticator. */
export type AppService = Pick<Service, "clock" | "random" | "logger" | "corsOrigins"> &
  Partial<Pick<Service, "authenticator">>;

/**
 * The routes as one plain `fetch(Request) → Response`, the same on one machine and on Lambda. Throws for routes that need their caller
 * checked when there is no authenticator.
 */
export function createApp(service: AppService, routes: readonly Route[]): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  app.use(async (context, next) => {
    const startedAt = service.clock.monotonic();
    context.set("requestId", context.env?.requestId ?? service.random.uuid());
    context.header("x-request-id", context.get("requestId"));
    const remainingMs = context.env?.remainingMs?.();
    if (remainingMs !== undefined) context.set("deadline", Deadline.in(remainingMs, service.clock));
    await next();
    logRequest(service, context, startedAt);
  });
  if (service.corsOrigins.length > 0) {
    app.use(
      cors({
        origin: [...service.corsOrigins],
        exposeHeaders: ["x-request-id", "retry-after", "idempotent-replayed", "www-authenticate"],
      }),
    );
  }
  for (const route of routes) {
    const serve = servedRoute(route, service);
    app.on(route.method, route.path, (context) => serveClient(serve, context));
  }
  refuseOtherMethods(app, routes);
  app.notFound((context) => refuse(context, new ServiceError("not_found", nothingHere(context.req.path))));
  app.onError((error, context) => {
    if (error instanceof ServiceError && error.cause === undefined) return refuse(context, error);
    service.logger.log("error", "request_failed", {
      request_id: context.get("requestId"),
      ...describeUnexpected(error.cause ?? error),
    });
    return refuse(context, refusalOf(error));
  });
  return app;
}

/** Nginx's status of a request whose client went away before the answer. It stands in the log alone. */
const CLIENT_GONE = 499;

/** What a call throws because its client went away is no failure of the service. */
async function serveClient(serve: Serve, context: Context<AppTypes>): Promise<Response> {
  try {
    return await serve(context);
  } catch (error) {
    if (error instanceof ServiceError || !context.req.raw.signal.aborted) throw error;
    return new Response(null, { status: CLIENT_GONE });
  }
}

/** A known path asked with another method is a 405 that names the right ones. */
function refuseOtherMethods(app: Hono<AppTypes>, routes: readonly Route[]): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    app.all(path, (context) => {
      context.header("allow", methods.join(", "));
      return refuse(context, new ServiceError("method_not_allowed", `Use ${methods.join(" or ")} here.`));
    });
  }
}

function logRequest(service: AppService, context: Context<AppTypes>, startedAt: number): void {
  const caller = context.get("caller");
  service.logger.log("info", "request", {
    request_id: context.get("requestId"),
    tenant_id: caller?.type === "tenant" ? caller.tenantId : undefined,
    key_id: caller?.keyId,
    method: context.req.method,
    route: context.req.routePath,
    status: context.res.status,
    error_code: context.get("errorCode"),
    elapsed_ms: Math.round(service.clock.monotonic() - startedAt),
  });
}

/** Says that a path has no route, and names the capability that a later version has there. */
function nothingHere(path: string): string {
  const isAt = (start: string) => path === start || path.startsWith(`${start}/`);
  const [capability] = Object.entries(NOT_SUPPORTED_YET).find(([, paths]) => paths.some(isAt)) ?? [];
  return capability === undefined
    ? "There is nothing at this path."
    : `${capability}: not supported by this version.`;
}
