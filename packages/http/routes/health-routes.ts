import type { Route } from "../route.ts";

/** Liveness: the process answers. It asks nothing of the store, so that a slow store does not get the process killed. */
export const healthRoutes: readonly Route[] = [
  { method: "GET", path: "/healthz", access: "public", handle: (context) => context.json({ status: "ok" }) },
];
