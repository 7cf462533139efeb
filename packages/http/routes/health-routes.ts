import { getHealth } from "../api/health-operations.ts";
import { type Route, route } from "../route.ts";

/** Liveness: the process answers. It asks nothing of the store, so that a slow store does not get the process killed. */
export const healthRoutes: readonly Route[] = [route(getHealth, (context) => context.json({ status: "ok" }))];
