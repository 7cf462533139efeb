import { mcpRoutes } from "@plumbline/http/routes/mcp-routes.ts";
import { serveRoutes } from "./serve-routes.ts";

export const handler = serveRoutes(mcpRoutes);
