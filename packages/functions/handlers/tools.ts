import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openForCallers, toolRoutes);
