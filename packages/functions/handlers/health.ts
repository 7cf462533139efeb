import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import { servePublicRoutes } from "../runtime/serve-public-routes.ts";

/** Beside its own route it gets every path that no other function has, and answers that there is nothing. */
export const handler = servePublicRoutes(() => healthRoutes);
