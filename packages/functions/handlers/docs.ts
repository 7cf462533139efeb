import { consoleRoutes } from "@plumbline/http/endpoints/console.ts";
import { docsRoutes } from "@plumbline/http/endpoints/docs.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { servePublicRoutes } from "../runtime/serve-public-routes.ts";

export const handler = servePublicRoutes((settings) => [
  ...docsRoutes(settings, OPERATIONS),
  ...consoleRoutes(settings),
]);
