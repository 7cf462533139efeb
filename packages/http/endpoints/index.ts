import type { Service } from "@plumbline/service/service.ts";
import { agentRoutes, runAgent } from "./agent.ts";
import { getRun, getRunTimeline, rateRun, resumeChat, stopRun, streamRun } from "./agent-runs.ts";
import { allowanceRoutes, deleteAllowance, listAllowances } from "./allowances.ts";
import { approvalPageRoutes, decideOnPage, openApprovalPage } from "./approval-pages.ts";
import { signInToApprove } from "./approval-sign-in.ts";
import { approvalRoutes, decideApproval, getApproval, listApprovals } from "./approvals.ts";
import { auditRoutes, listAuditEntries, listOperatorAuditEntries } from "./audit.ts";
import { callRoutes, getCall, getUsage, listCalls } from "./calls.ts";
import { chatRoutes, getChat, listChats, renameChat } from "./chats.ts";
import { beginConnect, connectPageRoutes, endConnect, openConnectLink } from "./connect-pages.ts";
import { connectionRoutes, listConnects, startConnect, withdrawConnect } from "./connections.ts";
import { consoleRoutes, getConsole, getConsoleFile } from "./console.ts";
import {
  conversationRoutes,
  deleteConversation,
  deleteConversations,
  getConversation,
} from "./conversations.ts";
import {
  changeCredential,
  createCredential,
  credentialRoutes,
  getCredential,
  getMailPart,
  listCredentials,
  revokeCredential,
  testCredential,
} from "./credentials.ts";
import { rewrapSecrets, rotateDataKey } from "./data-keys.ts";
import {
  deliveryRoutes,
  listDeliveries,
  replayDeliveries,
  replayDelivery,
  rotateSigningSecret,
  sendTestDelivery,
} from "./deliveries.ts";
import { docsRoutes, getDocs, getDocsPage, getLlmsText, getOpenApi } from "./docs.ts";
import type { Operation, Route } from "./endpoint.ts";
import { exportRoutes, exportTenant } from "./export.ts";
import { getHealth, getReadiness, healthRoutes } from "./health.ts";
import { ENDPOINTS, type EndpointId } from "./list.ts";
import { getMcpMetadata, mcpRoutes, postMcp } from "./mcp.ts";
import { getMetrics } from "./metrics.ts";
import { getPolicy, policyRoutes, putPolicy } from "./policy.ts";
import { checkText, completePrompt, researchRoutes } from "./research.ts";
import { createSession, sessionRoutes } from "./sessions.ts";
import {
  createKey,
  createTenant,
  deleteTenant,
  listKeys,
  listTenants,
  revokeKey,
  rotateKey,
  tenantRoutes,
} from "./tenants.ts";
import { callTool, listTools, toolRoutes } from "./tools.ts";
import { beginVisit, endVisit, getVisit, visitRoutes } from "./visits.ts";
import {
  changeWatch,
  createWatch,
  deleteWatch,
  getWatch,
  listWatchEvents,
  listWatches,
  watchRoutes,
} from "./watches.ts";

const OPERATIONS_BY_ID: Readonly<Record<EndpointId, Operation>> = {
  completePrompt,
  checkText,
  runAgent,
  resumeChat,
  getRun,
  streamRun,
  stopRun,
  getRunTimeline,
  rateRun,
  listChats,
  getChat,
  renameChat,
  getConversation,
  deleteConversation,
  deleteConversations,
  listTools,
  callTool,
  listApprovals,
  getApproval,
  decideApproval,
  listAllowances,
  deleteAllowance,
  signInToApprove,
  openApprovalPage,
  decideOnPage,
  postMcp,
  getMcpMetadata,
  createCredential,
  listCredentials,
  getCredential,
  changeCredential,
  revokeCredential,
  testCredential,
  getMailPart,
  createSession,
  beginVisit,
  getVisit,
  endVisit,
  listAuditEntries,
  listCalls,
  getCall,
  getUsage,
  exportTenant,
  startConnect,
  listConnects,
  withdrawConnect,
  openConnectLink,
  beginConnect,
  endConnect,
  createWatch,
  listWatches,
  getWatch,
  changeWatch,
  deleteWatch,
  listWatchEvents,
  listDeliveries,
  sendTestDelivery,
  replayDelivery,
  replayDeliveries,
  rotateSigningSecret,
  getPolicy,
  putPolicy,
  createTenant,
  listTenants,
  deleteTenant,
  listOperatorAuditEntries,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  rotateDataKey,
  rewrapSecrets,
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApi,
  getDocs,
  getDocsPage,
  getLlmsText,
  getConsole,
  getConsoleFile,
};

/** All operations in order. The OpenAPI description is generated from them. */
export const OPERATIONS: readonly Operation[] = ENDPOINTS.map(({ id }) => OPERATIONS_BY_ID[id]);

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
