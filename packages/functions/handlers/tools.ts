import { toolRoutes } from "@plumbline/http/routes/tool-routes.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(toolRoutes);
