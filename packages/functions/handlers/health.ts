import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import { servePublicRoutes } from "../runtime/serve-public-routes.ts";

/** Also receives every path without a function, and answers 404. */
export const handler = servePublicRoutes(() => healthRoutes);
