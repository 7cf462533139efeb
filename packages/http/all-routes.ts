import type { Service } from "@plumbline/service/service.ts";
import type { Route } from "./route.ts";
import { agentRoutes } from "./routes/agent-routes.ts";
import { credentialRoutes } from "./routes/credential-routes.ts";
import { deliveryRoutes } from "./routes/delivery-routes.ts";
import { docsRoutes } from "./routes/docs-routes.ts";
import { healthRoutes } from "./routes/health-routes.ts";
import { mcpRoutes } from "./routes/mcp-routes.ts";
import { researchRoutes } from "./routes/research-routes.ts";
import { tenantRoutes } from "./routes/tenant-routes.ts";
import { toolRoutes } from "./routes/tool-routes.ts";
import { watchRoutes } from "./routes/watch-routes.ts";

/** Every route there is: what one machine serves at once, and Lambda spreads over functions. */
export function allRoutes(service: Service): readonly Route[] {
  return [
    ...healthRoutes,
    ...docsRoutes(service),
    ...researchRoutes(service),
    ...agentRoutes(service),
    ...toolRoutes(service),
    ...mcpRoutes(service),
    ...credentialRoutes(service),
    ...watchRoutes(service),
    ...deliveryRoutes(service),
    ...tenantRoutes(service),
  ];
}
