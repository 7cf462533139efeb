import type { ConnectionCheck } from "@plumbline/adapters/define-adapter.ts";
import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
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
import type { ResearchEngine } from "@plumbline/grounding";
import type { WatchPoller } from "@plumbline/watches/clock/watch-poller.ts";
import type { Deliverer } from "@plumbline/watches/delivery/deliverer.ts";
import type { Deliveries } from "@plumbline/watches/delivery/deliveries.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";

/** All that the routes stand on; made once a process by createService. */
export interface Service {
  authenticator: Authenticator;
  /** Short-lived tokens for browsers and end users. */
  sessions: Sessions;
  /** The OIDC issuer whose tokens are taken beside API keys. */
  issuer?: string | undefined;
  tenants: Tenants;
  /** Calls that wait for a person. */
  approvals: Approvals;
  /** People who have signed in to decide. */
  approverVisits: Visits;
  /** Signs approvers in at the OIDC issuer, where the operator named a client for it. */
  issuerSignIn?: IssuerSignIn | undefined;
  /** People who have signed in to the console. */
  visits: Visits;
  /** Answers the callers of such calls. */
  approvalAnswers: ApprovalAnswers;
  /** Says whether the word of this caller's MCP client counts as that of its person. */
  mayApproveInClient(caller: Pick<ToolCaller, "policy" | "keyHash">): boolean;
  /** Opens a run of the agent that the last release kept for such a call. */
  pastRunOf: AgentPorts["pastRunOf"];
  credentials: Credentials;
  refresher: TokenRefresher;
  tokenRevoker: TokenRevoker;
  dataKeyRotation: DataKeyRotation;
  /** Signs the records of an earlier release; done once, at the start. Returns how many there were. */
  signRecords(): Promise<number>;
  /** Who changed credentials, keys and tenants, and when. */
  audit: AuditLog;
  /** Keeps what was called; a call is written some time after it ended. */
  callLog: CallLog;
  callHistory: CallHistory;
  callUsage: CallUsage;
  connects: Connects;
  /** Links for refusals, each of which can only renew one credential. */
  reconnectLinks: ReconnectLinks;
  registry: ToolRegistry;
  dispatcher: Dispatcher;
  idempotentCalls: IdempotentCalls;
  /** Follows the runs of callers with a loop of their own. */
  conversations: Conversations;
  watches: Watches;
  deliveries: Deliveries;
  /** The guard's word on a URL that a caller named. */
  destination: ParseDestination;
  /** For the platform's clock and queue; no route uses them. */
  watchPoller: WatchPoller;
  deliverer: Deliverer;
  watchStore: WatchStore;
  connectionChecks: readonly ConnectionCheck[];
  /** A tenant's connections, as an agent's model learns of them. */
  connections: AgentPorts["connections"];
  research: ResearchEngine;
  /** `undefined`: none is configured. */
  model: Model | undefined;
  /** Shares the process out among its tenants, so that none holds another up. */
  shares: ProcessShares;
  /** Left out, the defaults. */
  requestRates?: RequestRates | undefined;
  /** Left out where one process serves everybody. */
  stageLimits?: StageLimits | undefined;
  corsOrigins: readonly string[];
  /** Where the service is reached; without it clients are pointed to the origin they asked. */
  publicUrl?: string | undefined;
  /** Aborts when streams have to end because the service stops; left out where the platform never says so. */
  stopping?: AbortSignal | undefined;
  clock: Clock;
  random: Random;
  logger: Logger;
}
