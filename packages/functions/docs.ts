import { docsRoutes } from "@plumbline/http/routes/docs-routes.ts";
import { servePublicRoutes } from "./serve-public-routes.ts";

export const handler = servePublicRoutes(docsRoutes);
