import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { openService } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openService, mcpRoutes);
