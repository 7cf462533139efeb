import { mcpRoutes } from "@plumbline/http/routes/mcp-routes.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(mcpRoutes);
