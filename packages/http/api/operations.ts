import { runAgent } from "./agent-operations.ts";
import {
  changeCredential,
  createCredential,
  getCredential,
  listCredentials,
  revokeCredential,
  testCredential,
} from "./credential-operations.ts";
import {
  listDeliveries,
  replayDeliveries,
  replayDelivery,
  rotateSigningSecret,
  sendTestDelivery,
} from "./delivery-operations.ts";
import { getDocs, getOpenApi } from "./docs-operations.ts";
import { getHealth } from "./health-operations.ts";
import { getMcpMetadata, postMcp } from "./mcp-operations.ts";
import { getMetrics } from "./metrics-operations.ts";
import type { Operation } from "./operation.ts";
import { completePrompt } from "./research-operations.ts";
import {
  createKey,
  createTenant,
  deleteTenant,
  listKeys,
  listTenants,
  revokeKey,
} from "./tenant-operations.ts";
import { callTool, listTools } from "./tool-operations.ts";
import {
  changeWatch,
  createWatch,
  deleteWatch,
  getWatch,
  listWatchEvents,
  listWatches,
} from "./watch-operations.ts";

/** All there is, in reading order: what the OpenAPI description is made from. */
export const OPERATIONS: readonly Operation[] = [
  completePrompt,
  runAgent,
  listTools,
  callTool,
  postMcp,
  getMcpMetadata,
  createCredential,
  listCredentials,
  getCredential,
  changeCredential,
  revokeCredential,
  testCredential,
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
  createTenant,
  listTenants,
  deleteTenant,
  createKey,
  listKeys,
  revokeKey,
  getHealth,
  getMetrics,
  getOpenApi,
  getDocs,
];
