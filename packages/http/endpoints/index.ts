import type { Service } from "@plumbline/service/service.ts";
import { agentRoutes } from "./agent.ts";
import { allowanceRoutes } from "./allowances.ts";
import { approvalPageRoutes } from "./approval-pages.ts";
import { approvalRoutes } from "./approvals.ts";
import { auditRoutes } from "./audit.ts";
import { callRoutes } from "./calls.ts";
import { chatRoutes } from "./chats.ts";
import { connectPageRoutes } from "./connect-pages.ts";
import { connectionRoutes } from "./connections.ts";
import { consoleRoutes } from "./console.ts";
import { conversationRoutes } from "./conversations.ts";
import { credentialRoutes } from "./credentials.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { docsRoutes } from "./docs.ts";
import { findOperation, type Operation, type Route } from "./endpoint.ts";
import { exportRoutes } from "./export.ts";
import { healthRoutes } from "./health.ts";
import { ENDPOINTS } from "./list.ts";
import { mcpRoutes } from "./mcp.ts";
import { policyRoutes } from "./policy.ts";
import { researchRoutes } from "./research.ts";
import { sessionRoutes } from "./sessions.ts";
import { tenantRoutes } from "./tenants.ts";
import { toolRoutes } from "./tools.ts";
import { visitRoutes } from "./visits.ts";
import { watchRoutes } from "./watches.ts";

/**
 * All operations in order, as the modules above define them. The OpenAPI description is generated from them.
 */
export const OPERATIONS: readonly Operation[] = ENDPOINTS.map(({ id }) => findOperation(id));

/** Creates all routes. A single machine serves all of them, Lambda splits them into functions. */
export function createRoutes(service: Service): readonly Route[] {
  return [
    ...healthRoutes,
    ...docsRoutes(service, OPERATIONS),
    ...consoleRoutes(service),
    ...researchRoutes(service),
    ...agentRoutes(service),
    ...chatRoutes(service),
    ...conversationRoutes(service),
    ...toolRoutes(service),
    ...approvalRoutes(service),
    ...allowanceRoutes(service),
    ...approvalPageRoutes(service),
    ...mcpRoutes(service),
    ...credentialRoutes(service),
    ...sessionRoutes(service),
    ...visitRoutes(service),
    ...auditRoutes(service),
    ...callRoutes(service),
    ...exportRoutes(service),
    ...connectionRoutes(service),
    ...connectPageRoutes(service),
    ...watchRoutes(service),
    ...deliveryRoutes(service),
    ...policyRoutes(service),
    ...tenantRoutes(service),
  ];
}
