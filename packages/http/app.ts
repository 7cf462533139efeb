import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { CpuShares } from "@plumbline/core/fairness/cpu-shares.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { noTracer, parseTraceparent, type Span } from "@plumbline/core/tracing/tracer.ts";
import type { Service } from "@plumbline/service/service.ts";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import * as z from "zod";
import type { CheckedRoute, Route } from "./endpoints/endpoint.ts";
import { toTemplatePath } from "./endpoints/list.ts";
import { COMMON_HEADERS, toServiceError } from "./problems.ts";
import {
  type AppTypes,
  authenticateCaller,
  type CallerService,
  demandScope,
  readQuery,
  requireTenant,
  respondWithProblem,
} from "./request.ts";
import { RequestLimits } from "./request-limits.ts";

/** Services that every app needs. Public routes need no authenticator. */
export type AppService = Pick<Service, "clock" | "random" | "logger" | "corsOrigins"> &
  Partial<Pick<Service, "authenticator" | "requestRates" | "stageLimits" | "publicUrl" | "tracer">> & {
    /** Shares CPU time between tenants. Omitted if the process serves one request at a time. */
    cpu?: CpuShares;
  };

/** Response headers that scripts of `CORS_ORIGINS` may read. */
const EXPOSED_HEADERS = [
  ...["x-request-id", "retry-after", "idempotent-replayed", "www-authenticate"],
  ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"],
];

/**
 * Creates the app as one `fetch(Request) → Response`, the same on a single machine and on Lambda. `metrics`
 * counts requests refused by a limit. `routeMetrics` counts all requests; on AWS the gateway does that
 * (`noMetrics`). Throws if a route requires authentication and there is no authenticator.
 */
export function createApp(
  service: AppService,
  routes: readonly Route[],
  metrics: Metrics = noMetrics,
  routeMetrics: Metrics = metrics,
): Hono<AppTypes> {
  const app = new Hono<AppTypes>();
  const { clock, requestRates: rates, stageLimits: stage } = service;
  const count = createRouteCounter(routeMetrics, routes);
  const limits = new RequestLimits({ clock, rates, stage, metrics });
  app.use(async (context, next) => {
    const startedAt = service.clock.monotonic();
    context.set("requestId", context.env?.requestId ?? service.random.uuid());
    context.header("x-request-id", context.get("requestId"));
    for (const [name, value] of Object.entries(COMMON_HEADERS)) context.header(name, value);
    context.set("clock", clock);
    context.set("limits", limits);
    context.set("cpu", service.cpu);
    const remainingMs = context.env?.remainingMs?.();
    if (remainingMs !== undefined) context.set("deadline", Deadline.in(remainingMs, service.clock));
    const { tracer = noTracer } = service;
    const parent = parseTraceparent(context.req.header("traceparent"));
    const span = tracer.start(context.req.method, { kind: "server", parent });
    context.set("span", span.context);
    await next();
    endSpan(span, context);
    const elapsedMs = service.clock.monotonic() - startedAt;
    count(context, elapsedMs);
    logRequest(service, context, elapsedMs);
  });
  if (service.corsOrigins.length > 0) {
    app.use(cors({ origin: [...service.corsOrigins], exposeHeaders: EXPOSED_HEADERS }));
  }
  for (const route of routes) {
    const serve = addAuthentication(route, service);
    app.on(route.method, route.path, (context) => serveClient(serve, context));
  }
  refuseOtherMethods(app, routes);
  app.notFound((context) =>
    wantsPage(context)
      ? context.html(renderNotFoundPage((service.publicUrl ?? "").replace(/\/+$/, "")), 404)
      : respondWithProblem(context, new ServiceError("not_found", "This path does not exist.")),
  );
  app.onError((error, context) => {
    if (error instanceof ServiceError && error.cause === undefined) return respondWithProblem(context, error);
    service.logger.log("error", "request_failed", {
      request_id: context.get("requestId"),
      ...describeUnexpected(error.cause ?? error),
    });
    return respondWithProblem(context, toServiceError(error));
  });
  return app;
}

/** Renders the page for a browser that opened an address that does not exist. It links to the console. */
const renderNotFoundPage = (publicUrl: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Page not found · Plumbline</title>
<main><h1>Page not found</h1><p>This address does not exist. <a href="${publicUrl}/">Open the console</a></p></main>
</html>
`;

/** Returns whether a browser opens the address of a page. */
function wantsPage({ req }: Context<AppTypes>): boolean {
  const isOfApi = req.path.startsWith("/api/");
  return req.method === "GET" && !isOfApi && (req.header("accept") ?? "").includes("text/html");
}

/** Status that is logged if the client disconnected before the response, as in nginx. */
const CLIENT_GONE = 499;

/** Serves a request. Errors after the client disconnected are not treated as failures of the service. */
async function serveClient(serve: Serve, context: Context<AppTypes>): Promise<Response> {
  try {
    return await serve(context);
  } catch (error) {
    if (error instanceof ServiceError || !context.req.raw.signal.aborted) throw error;
    return new Response(null, { status: CLIENT_GONE });
  }
}

/** Responds with 405 and the allowed methods if a known path is requested with another method. */
function refuseOtherMethods(app: Hono<AppTypes>, routes: readonly Route[]): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    app.all(path, (context) => {
      context.header("allow", methods.join(", "));
      const message = `Use ${methods.join(" or ")} here.`;
      return respondWithProblem(context, new ServiceError("method_not_allowed", message));
    });
  }
}

/** Ends a request's span once its response starts. A streamed run has a separate span. */
function endSpan(span: Span, context: Context<AppTypes>): void {
  const { status } = context.res;
  span.set({
    "http.request.method": context.req.method,
    "http.route": context.req.routePath,
    "http.response.status_code": status,
    "plumbline.request.id": context.get("requestId"),
  });
  span.end(status > 499 ? String(status) : undefined);
}

function logRequest(service: AppService, context: Context<AppTypes>, elapsedMs: number): void {
  const caller = context.get("caller");
  service.logger.log("info", "request", {
    request_id: context.get("requestId"),
    tenant_id: caller?.type === "tenant" ? caller.tenantId : undefined,
    key_id: caller?.keyId,
    end_user: caller?.type === "tenant" ? caller.session?.endUser : undefined,
    method: context.req.method,
    route: context.req.routePath,
    status: context.res.status,
    error_code: context.get("errorCode"),
    elapsed_ms: Math.round(elapsedMs),
  });
}

/** Serves a route, including the authentication of its caller. */
type Serve = (context: Context<AppTypes>) => Promise<Response> | Response;

const NO_QUERY = z.strictObject({});

/**
 * Adds authentication to a route. Throws a plain Error if the route requires it and there is no
 * authenticator.
 */
function addAuthentication(
  route: Route,
  { authenticator, clock, publicUrl }: Pick<CallerService, "clock"> & Partial<CallerService>,
): Serve {
  if (route.access === "public" || route.access === "by_message")
    return (context) => {
      if (route.access === "public") context.get("limits").countAnonymous(context);
      return route.handle(context, undefined);
    };
  if (!authenticator) throw new Error(`${route.method} ${route.path} needs an authenticator.`);
  return (context) => serveCaller(route, { authenticator, clock, publicUrl }, context);
}

async function serveCaller(
  route: CheckedRoute,
  service: CallerService,
  context: Context<AppTypes>,
): Promise<Response> {
  const caller = await authenticateCaller(service, context);
  if (route.access === "operator") {
    if (caller.type !== "operator")
      throw new ServiceError("forbidden", "Only an operator key (plo_…) can do this.");
    rejectUnknownInput(route, context);
    return route.handle(context, caller);
  }
  const tenant = requireTenant(caller);
  if (!(route.opensToConsole && tenant.atConsole)) demandScope(tenant, route.access);
  rejectUnknownInput(route, context);
  return route.handle(context, tenant);
}

/**
 * Rejects query parameters and an `Idempotency-Key` that the route does not read. Otherwise `?preview=true`
 * on a route without previews would make a real call, and a request whose `Idempotency-Key` is ignored might
 * be carried out twice.
 */
function rejectUnknownInput({ query, method, headers }: CheckedRoute, context: Context<AppTypes>): void {
  if (query === undefined) readQuery(context, NO_QUERY);
  if (method === "GET" || headers?.shape["idempotency-key"]) return;
  if (context.req.header("idempotency-key") !== undefined)
    throw new ServiceError("not_supported", "Idempotency-Key is not supported here; leave it out.");
}

/** Label for requests without a route. The path is not used, because the caller chose it. */
const UNMATCHED = "unmatched";

/**
 * Creates a function that counts each request by the pattern of its route (`POST /api/v1/tools/{name}`),
 * never by its path. A request with an unsupported method counts as unmatched.
 */
function createRouteCounter(metrics: Metrics, routes: readonly Pick<Route, "method" | "path">[]) {
  const patterns = new Map(
    routes.map(({ method, path }) => [`${method} ${path}`, `${method} ${toTemplatePath(path)}`]),
  );
  return (context: Context<AppTypes>, elapsedMs: number): void => {
    const route = patterns.get(`${context.req.method} ${context.req.routePath}`) ?? UNMATCHED;
    metrics.add("plumbline_http_requests_total", { route, status: String(context.res.status) });
    metrics.observe("plumbline_http_request_seconds", { route }, elapsedMs / 1_000);
  };
}
