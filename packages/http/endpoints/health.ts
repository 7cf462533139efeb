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
 * Liveness: the process answers. It asks nothing of the store, so that a slow store does not get the process
 * killed.
 */
export const healthRoutes: readonly Route[] = [route(getHealth, (context) => context.json({ status: "ok" }))];
