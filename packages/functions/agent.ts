import { agentRoutes } from "@plumbline/http/routes/agent-routes.ts";
import { serveRoutes } from "./serve-routes.ts";

export const handler = serveRoutes(agentRoutes);
