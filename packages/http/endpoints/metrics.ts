import * as z from "zod";
import { operation, type Route, route } from "./endpoint.ts";

const getMetrics = operation({
  id: "getMetrics",
  access: "operator",
  summary: "Metrics for Prometheus",
  description:
    "The metrics of this process since it started, in Prometheus text format 0.0.4: calls, errors, waits, watches, deliveries and model tokens, " +
    "by tool and tenant; requests by route; and process metrics. Available only where one process serves everything; on AWS the same metrics are in CloudWatch under the namespace `Plumbline`, and this path returns 404.",
  answers: () => ({ 200: { description: "The metrics.", content: { "text/plain": z.string() } } }),
  refusals: { not_found: "This platform publishes its metrics elsewhere." },
});

/** Creates the route of the metrics, for a platform that has all of them in one process. */
export function metricsRoutes(metrics: { text(): string | Promise<string> }): readonly Route[] {
  return [
    route(getMetrics, async (context) =>
      context.body(await metrics.text(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }),
    ),
  ];
}
