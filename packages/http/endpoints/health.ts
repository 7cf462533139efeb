import * as z from "zod";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";

export const getHealth = operation({
  id: "getHealth",
  access: "public",
  tag: "Service",
  summary: "Liveness",
  description: "The process answers. It asks nothing of the store or of any provider.",
  answers: { 200: jsonAnswer("It is alive.", z.object({ status: z.literal("ok") })) },
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

export const getReadiness = operation({
  id: "getReadiness",
  access: "public",
  tag: "Service",
  summary: "Readiness",
  description:
    "The process can do its work: it reads its store (and has met no damage in it), opens what the master key sealed, its clocks of " +
    "watches tick, and deliveries that are due are made. Every reason against is named. It is there where one process serves " +
    "everything; on AWS this path is a 404.",
  answers: {
    200: jsonAnswer("It is ready.", z.object({ status: z.literal("ready") })),
    503: jsonAnswer(
      "It is not ready: send requests elsewhere, or look at the reasons.",
      z.object({ status: z.literal("not_ready"), reasons: z.array(notReady).min(1) }),
      ["retry-after"],
    ),
  },
  refusals: { not_found: "The platform has no such process." },
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
