import { tenantRoutes } from "@plumbline/http/endpoints/tenants.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(tenantRoutes);
