import { agentRoutes } from "@plumbline/http/endpoints/agent.ts";
import { openService } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openService, agentRoutes);
