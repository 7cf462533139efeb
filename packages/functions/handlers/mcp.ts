import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { openWithTools } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openWithTools, mcpRoutes);
