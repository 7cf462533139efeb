import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { openService } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openService, toolRoutes);
