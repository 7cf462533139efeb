import { docsRoutes } from "@plumbline/http/routes/docs-routes.ts";
import { servePublicRoutes } from "../runtime/serve-public-routes.ts";

export const handler = servePublicRoutes(docsRoutes);
