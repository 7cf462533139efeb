import * as z from "zod";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";

const getHealth = operation({
  id: "getHealth",
  access: "public",
  summary: "Liveness",
  description: "Confirms that the process responds. It does not check the store or any provider.",
  answers: () => ({ 200: jsonAnswer("The process is alive.", z.object({ status: z.literal("ok") })) }),
});

/**
 * Liveness check: the process responds. Does not access the store, so that a slow store does not get the
 * process killed.
 */
export const healthRoutes: readonly Route[] = [route(getHealth, (context) => context.json({ status: "ok" }))];

const notReady = z
  .object({
    check: z.enum(["stopping", "store", "key", "ticks", "deliveries"]),
    message: z.string(),
  })
  .meta({ id: "NotReady", description: "A reason why the service is not ready." });

/** A reason why the service is not ready. */
export type NotReady = z.output<typeof notReady>;

const getReadiness = operation({
  id: "getReadiness",
  access: "public",
  summary: "Readiness",
  description:
    "Confirms that the process can do its work: it can read its store (and has found no corruption), decrypt with the master key, poll its " +
    "watches and make deliveries on time. The response lists every problem. Available only where one process serves " +
    "everything; on AWS this path returns 404.",
  answers: () => ({
    200: jsonAnswer("The process is ready.", z.object({ status: z.literal("ready") })),
    503: jsonAnswer(
      "The process is not ready: see the reasons, and send requests elsewhere.",
      z.object({ status: z.literal("not_ready"), reasons: z.array(notReady).min(1) }),
      ["retry-after"],
    ),
  }),
  refusals: { not_found: "This platform has no such process." },
});

const RETRY_AFTER = { "retry-after": "5" };

/**
 * Creates the readiness check of a platform with a single process. `check` returns all reasons why it is not
 * ready.
 */
export function readinessRoutes(check: () => Promise<NotReady[]>): readonly Route[] {
  return [
    route(getReadiness, async (context) => {
      const reasons = await check();
      if (reasons.length === 0) return context.json({ status: "ready" });
      return context.json({ status: "not_ready", reasons }, 503, RETRY_AFTER);
    }),
  ];
}

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
