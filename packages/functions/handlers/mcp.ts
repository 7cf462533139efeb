import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(mcpRoutes);
