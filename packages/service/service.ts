import type { ConnectionCheck } from "@plumbline/adapters/define-adapter.ts";
import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { FOLLOW_UPS } from "@plumbline/agent/completion/follow-up-call.ts";
import type { Model } from "@plumbline/agent/model/model.ts";
import type { AgentPorts } from "@plumbline/agent/run/agent-request.ts";
import type { Connects } from "@plumbline/connections/connect/connects.ts";
import type { ReconnectLinks } from "@plumbline/connections/connect/reconnect-links.ts";
import type { TokenRevoker } from "@plumbline/connections/refresh/token-revoker.ts";
import type { AuditLog } from "@plumbline/core/access/audit/audit.ts";
import type { Authenticator } from "@plumbline/core/access/authenticator.ts";
import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { Sessions } from "@plumbline/core/access/sessions.ts";
import type { Tenants } from "@plumbline/core/access/tenants.ts";
import type { Visits } from "@plumbline/core/access/visits.ts";
import type { ApprovalAnswers } from "@plumbline/core/approvals/approval-answers.ts";
import type { Approvals } from "@plumbline/core/approvals/approvals.ts";
import type { CallHistory } from "@plumbline/core/calls/call-history.ts";
import type { CallLog } from "@plumbline/core/calls/call-log.ts";
import type { CallUsage } from "@plumbline/core/calls/call-usage.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import type { Conversations } from "@plumbline/core/conversations/conversations.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import type { DataKeyRotation } from "@plumbline/core/credentials/rewrap.ts";
import type { TokenRefresher } from "@plumbline/core/credentials/token-refresher.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { IdempotentCalls } from "@plumbline/core/dispatch/idempotency/idempotent-calls.ts";
import type { ProcessShares } from "@plumbline/core/fairness/process-shares.ts";
import type { RequestRates } from "@plumbline/core/fairness/request-rates.ts";
import type { StageLimits } from "@plumbline/core/fairness/stage-limits.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { IssuerSignIn } from "@plumbline/core/oidc/issuer-sign-in.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";
import type { ResearchEngine } from "@plumbline/grounding";
import type { WatchPoller } from "@plumbline/watches/clock/watch-poller.ts";
import type { Deliverer } from "@plumbline/watches/delivery/deliverer.ts";
import type { Deliveries } from "@plumbline/watches/delivery/deliveries.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";
import type { TenantExportOptions } from "./export/tenant-export.ts";

/** Everything that the routes use. Created once per process by createService. */
export interface Service {
  authenticator: Authenticator;
  /** Short-lived tokens for browsers and end users. */
  sessions: Sessions;
  /** The OIDC issuer whose tokens are accepted in addition to API keys. */
  issuer?: string | undefined;
  tenants: Tenants;
  /** Calls that wait for approval. */
  approvals: Approvals;
  /** Sign-ins of people who approve calls. */
  approverVisits: Visits;
  /** Signs approvers in at the OIDC issuer, if the operator configured a client for it. */
  issuerSignIn?: IssuerSignIn | undefined;
  /** Sign-ins to the console. */
  visits: Visits;
  /** Returns the results of calls that wait for approval to their callers. */
  approvalAnswers: ApprovalAnswers;
  /** Returns true if a response of this caller's MCP client is accepted as its person's decision. */
  mayApproveInClient(caller: Pick<ToolCaller, "policy" | "keyHash">): boolean;
  /** Loads an agent run that the previous release stored for such a call. */
  pastRunOf: AgentPorts["pastRunOf"];
  credentials: Credentials;
  refresher: TokenRefresher;
  tokenRevoker: TokenRevoker;
  dataKeyRotation: DataKeyRotation;
  /**
   * Signs the records of an earlier release. Called once at the start. Returns the number of signed records.
   */
  signRecords(): Promise<number>;
  /** Records who changed credentials, keys and tenants, and when. */
  audit: AuditLog;
  /** Logs calls. A call is written some time after it ends. */
  callLog: CallLog;
  callHistory: CallHistory;
  callUsage: CallUsage;
  connects: Connects;
  /** Links for error messages, each limited to renewing one credential. */
  reconnectLinks: ReconnectLinks;
  /** Dependencies of `TenantExport`, for the function that exports a tenant. */
  exportParts: TenantExportOptions;
  registry: ToolRegistry;
  dispatcher: Dispatcher;
  idempotentCalls: IdempotentCalls;
  /** Tracks the runs of callers with their own agent loop. */
  conversations: Conversations;
  followUps: typeof FOLLOW_UPS;
  watches: Watches;
  deliveries: Deliveries;
  /** Checks a caller's URL with the egress guard. */
  destination: ParseDestination;
  /** For the platform's scheduler and queue. Not used by routes. */
  watchPoller: WatchPoller;
  deliverer: Deliverer;
  watchStore: WatchStore;
  connectionChecks: readonly ConnectionCheck[];
  /** Lists a tenant's connections for an agent's model. */
  connections: AgentPorts["connections"];
  research: ResearchEngine;
  /** `undefined` if no model is configured. */
  model: Model | undefined;
  /** Concurrency limits that divide the process fairly among tenants. */
  shares: ProcessShares;
  /** If omitted, the defaults apply. */
  requestRates?: RequestRates | undefined;
  /** Omitted if a single process serves all tenants. */
  stageLimits?: StageLimits | undefined;
  corsOrigins: readonly string[];
  /** The service's base URL. If omitted, links use each request's own origin. */
  publicUrl?: string | undefined;
  /** Aborts when streams must end because the service stops. Omitted if the platform does not announce it. */
  stopping?: AbortSignal | undefined;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** Traces requests, runs and calls. */
  tracer: Tracer;
}
