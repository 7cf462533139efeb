import { auditRoutes } from "@plumbline/http/endpoints/audit.ts";
import { callRoutes } from "@plumbline/http/endpoints/calls.ts";
import { connectPageRoutes } from "@plumbline/http/endpoints/connect-pages.ts";
import { connectionRoutes } from "@plumbline/http/endpoints/connections.ts";
import { credentialRoutes } from "@plumbline/http/endpoints/credentials.ts";
import { exportRoutes } from "@plumbline/http/endpoints/export.ts";
import { sessionRoutes } from "@plumbline/http/endpoints/sessions.ts";
import { visitRoutes } from "@plumbline/http/endpoints/visits.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openForCallers, (service) => [
  ...credentialRoutes(service),
  ...sessionRoutes(service),
  ...visitRoutes(service),
  ...auditRoutes(service),
  ...callRoutes(service),
  ...exportRoutes(service),
  ...connectionRoutes(service),
  ...connectPageRoutes(service),
]);
