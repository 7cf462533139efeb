import { tenantRoutes } from "@plumbline/http/endpoints/tenants.ts";
import { openService } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openService, tenantRoutes);
