import { getMetrics } from "../api/metrics-operations.ts";
import { type Route, route } from "../route.ts";

/** The metrics of a platform that keeps them all in one process; others have no such route. */
export function metricsRoutes(metrics: { text(): string }): readonly Route[] {
  return [
    route(getMetrics, (context) =>
      context.body(metrics.text(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }),
    ),
  ];
}
