import { auditRoutes } from "@plumbline/http/endpoints/audit.ts";
import { credentialRoutes } from "@plumbline/http/endpoints/credentials.ts";
import { openService } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openService, (service) => [
  ...credentialRoutes(service),
  ...auditRoutes(service),
]);
