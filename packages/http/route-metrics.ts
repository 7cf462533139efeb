import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Context } from "hono";
import type { Route } from "./endpoints/endpoint.ts";
import { templatePath } from "./endpoints/list.ts";
import type { AppTypes } from "./request.ts";

/** Requests to a path that no route has, whatever the path was: it is text of a caller. */
const UNMATCHED = "unmatched";

/**
 * Makes what counts each request under the pattern of its route (`POST /api/v1/tools/{name}`), never under
 * its path. A method that the path does not take is unmatched as well.
 */
export function routeCounter(metrics: Metrics, routes: readonly Pick<Route, "method" | "path">[]) {
  const patterns = new Map(
    routes.map(({ method, path }) => [`${method} ${path}`, `${method} ${templatePath(path)}`]),
  );
  return (context: Context<AppTypes>, elapsedMs: number): void => {
    const route = patterns.get(`${context.req.method} ${context.req.routePath}`) ?? UNMATCHED;
    metrics.add("plumbline_http_requests_total", { route, status: String(context.res.status) });
    metrics.observe("plumbline_http_request_seconds", { route }, elapsedMs / 1_000);
  };
}
