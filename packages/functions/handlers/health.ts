import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import { servePublicRoutes } from "../runtime/serve-public-routes.ts";

/** Also receives requests for paths without a function, and responds with 404. */
export const handler = servePublicRoutes(() => healthRoutes);
