import { tenantRoutes } from "@plumbline/http/endpoints/tenants.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openForCallers, tenantRoutes);
