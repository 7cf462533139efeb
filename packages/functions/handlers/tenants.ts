import { tenantRoutes } from "@plumbline/http/routes/tenant-routes.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(tenantRoutes);
