import { agentRoutes } from "@plumbline/http/routes/agent-routes.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(agentRoutes);
