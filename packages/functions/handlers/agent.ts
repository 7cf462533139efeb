import { agentRoutes } from "@plumbline/http/endpoints/agent.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(agentRoutes);
