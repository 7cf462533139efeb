import { policyRoutes } from "@plumbline/http/endpoints/policy.ts";
import { tenantRoutes } from "@plumbline/http/endpoints/tenants.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openForCallers, (service) => [
  ...policyRoutes(service),
  ...tenantRoutes(service),
]);
