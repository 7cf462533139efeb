import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(toolRoutes);
