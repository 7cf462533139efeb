import { allowanceRoutes } from "@plumbline/http/endpoints/allowances.ts";
import { approvalPageRoutes } from "@plumbline/http/endpoints/approval-pages.ts";
import { approvalRoutes } from "@plumbline/http/endpoints/approvals.ts";
import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openForCallers, (service) => [
  ...toolRoutes(service),
  ...allowanceRoutes(service),
  ...approvalRoutes(service),
  ...approvalPageRoutes(service),
]);
