import { ConnectionChecks } from "@plumbline/adapters/adapter-tools.ts";
import { listTenantConnections } from "@plumbline/adapters/connections/tenant-connections.ts";
import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { FOLLOW_UPS } from "@plumbline/agent/completion/follow-up-call.ts";
import { ConnectExchange } from "@plumbline/connections/connect/connect-exchange.ts";
import { Connects } from "@plumbline/connections/connect/connects.ts";
import { ReconnectLinks } from "@plumbline/connections/connect/reconnect-links.ts";
import { createReconnectStep } from "@plumbline/connections/connect/reconnect-step.ts";
import { StoredTokenTest, TokenCheck } from "@plumbline/connections/connect/token-check.ts";
import { OAuthTokenRefresher } from "@plumbline/connections/refresh/token-refresher.ts";
import { TokenRevoker } from "@plumbline/connections/refresh/token-revoker.ts";
import type { CredentialOwner, ToolCaller } from "@plumbline/core/access/caller.ts";
import { combinePolicy } from "@plumbline/core/access/policy.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { APPROVAL_PAGE, Visits } from "@plumbline/core/access/visits.ts";
import { ApprovalAnswers } from "@plumbline/core/approvals/approval-answers.ts";
import type { ApprovalRecord } from "@plumbline/core/approvals/approval-record.ts";
import { ApprovalSeals } from "@plumbline/core/approvals/approval-seals.ts";
import { Approvals, type ApprovalsOptions } from "@plumbline/core/approvals/approvals.ts";
import { ApprovedCalls, type ApprovedCallsOptions } from "@plumbline/core/approvals/approved-calls.ts";
import { openPastRun } from "@plumbline/core/approvals/past-runs.ts";
import { CallHistory } from "@plumbline/core/calls/call-history.ts";
import { CallUsage } from "@plumbline/core/calls/call-usage.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { DataKeyRotation } from "@plumbline/core/credentials/rewrap.ts";
import { signRecords } from "@plumbline/core/credentials/sign-records.ts";
import type { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/attempts.ts";
import { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { IdempotentCalls } from "@plumbline/core/dispatch/idempotency/idempotent-calls.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { IssuerSignIn } from "@plumbline/core/oidc/issuer-sign-in.ts";
import { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { defineGroundedResearch } from "@plumbline/grounding";
import { WatchPoller } from "@plumbline/watches/clock/watch-poller.ts";
import { Deliverer } from "@plumbline/watches/delivery/deliverer.ts";
import { Deliveries } from "@plumbline/watches/delivery/deliveries.ts";
import { DeliveryHints } from "@plumbline/watches/delivery/delivery-hints.ts";
import { createTestSender } from "@plumbline/watches/delivery/send-test.ts";
import { createSealedSecrets, SigningSecrets } from "@plumbline/watches/delivery/signing-secrets.ts";
import { ApprovalWatches } from "@plumbline/watches/service/approval-watches.ts";
import { createUrlCheck } from "@plumbline/watches/service/watch-addresses.ts";
import { WatchEvents } from "@plumbline/watches/service/watch-events.ts";
import { Watches } from "@plumbline/watches/service/watches.ts";
import { allTools } from "./all-tools.ts";
import { OWNED_KINDS, openEntityStores } from "./entity-stores.ts";
import { createResearchParts, openServiceRecords } from "./research-parts.ts";
import type { ServicePorts } from "./service-ports.ts";

/** Maximum number of connections listed in a model's prompt. For more, the model calls `connections_list`. */
const MAX_CONNECTIONS = 50;

/**
 * Creates the service. Call it once per process, because all calls share its pools, data keys and registry.
 */
export function createService(ports: ServicePorts) {
  const { egress, clock, random, logger, metrics = noMetrics } = ports;
  const opened = openServiceRecords(ports, ports.stores.records);
  const { access, audit, records, vault, seals, states, dataKeys } = opened;
  const stores = (ports.storesOver ?? openEntityStores)(ports.stores, opened, clock);
  const credentialStore = stores.credentials;
  const parts = createResearchParts(ports, opened);
  const { tokens, visiting, longestWaitMs, logging, ...shared } = parts;
  const { authenticator, callLog, conversations, research, shares, tracer } = shared;
  const { eventDays, mostPerTenant } = ports.watches;
  const events = new WatchEvents({ store: stores.watches, vault, clock, retentionDays: eventDays });
  const store = stores.watches;
  const secrets = new SigningSecrets(vault, clock, random);
  const hints = new DeliveryHints(ports.deliveryQueue ?? { send: async () => undefined }, logger);
  const watches = new Watches({ store, events, clock, mostPerTenant, secrets, hints });
  const destination = createUrlCheck(ports.egressAllow);
  const means = { endpoints: ports.endpoints, destination, socketOptions: egress.socketOptions };
  const credentials = new Credentials({ store: credentialStore, seals, clock, random, kinds, audit });
  const clients = ports.oauth ?? new Map();
  const refresher = new OAuthTokenRefresher({
    ...ports,
    clients,
    store: credentialStore,
    credentials,
    http: egress.provider,
  });
  const accounts = { store: credentialStore, clock, refresher };
  const researchTool = defineGroundedResearch(research);
  const registry = new ToolRegistry(allTools({ ...ports, researchTool, accounts, means, watches }), kinds);
  const reconnectStep = createReconnectStep(clients);
  const reporting = { logger, metrics };
  const dispatching = { ...reporting, reconnectStep, registry, longestWaitMs, egress, clock, random, shares };
  const resolving = { store: credentialStore, seals, clock, kinds };
  const findCallerOfKey = (tenantId: string, keyId: string) => authenticator.findCallerOfKey(tenantId, keyId);
  const readPolicy = async (tenantId: string) => {
    const tenant = await access.getTenant(tenantId);
    if (tenant) return combinePolicy(tenant);
    // A policy that was deleted or modified outside the service must not lose its restrictions.
    throw new ServiceError("store_damaged", "The tenant's policy cannot be read, so nothing is delivered.");
  };
  const callHistory = new CallHistory({ ...logging, log: callLog });
  const { approvals, approvalAnswers, pastRunOf } = createApprovals({
    conversations,
    callHistory,
    registry,
    notices: new ApprovalWatches({ ...ports, watches, store, events, hints, policyOf: readPolicy }),
    records,
    vault,
    audit,
    metrics,
    clock,
    random,
    logger,
    callerOfKey: findCallerOfKey,
    credentials: credentialStore,
    testAccount: async (record, options) =>
      (await storedTokenTest.run({ tenantId: record.tenant_id }, record, options))?.result,
    callerOfSubject: (tenantId, subject, scopes) =>
      authenticator.findCallerOfSubject(tenantId, subject, scopes),
    dispatch: (caller, tool, args, options) => dispatcher.call(caller, tool, args, options),
  });
  const dispatcher: Dispatcher = new Dispatcher({
    ...dispatching,
    tracer,
    callLog,
    approvals,
    resolver: new CredentialResolver({ ...resolving, refresher }),
    notes: new CredentialNotes(credentialStore, clock, logger),
  });
  const checks = new ConnectionChecks(means);
  const storedTokenTest = new StoredTokenTest({ checks, dispatcher, credentials });
  const connecting = { clients, credentials, vault, clock, random };
  const check = new TokenCheck({ checks, dispatcher: dispatching, resolver: resolving });
  const exchange = new ConnectExchange({ ...connecting, check, http: egress.provider });
  const connects = new Connects({ ...connecting, ...reporting, access, exchange, audit, records });
  const sending = {
    dispatcher,
    registry,
    destination,
    secrets,
    clock,
    random,
    policyOf: readPolicy,
    approvalStatus: (tenantId: string, id: string) => approvals.status(tenantId, id),
  };
  return {
    ...shared,
    approvals,
    /** Sign-ins of people who approve calls. */
    approverVisits: new Visits({ ...visiting, page: APPROVAL_PAGE }),
    /** Signs approvers in at the OIDC issuer, if the operator configured a client for it. */
    issuerSignIn: tokens && createIssuerSignIn(ports),
    /** Returns the results of calls that wait for approval to their callers. */
    approvalAnswers,
    followUps: FOLLOW_UPS,
    /** Returns true if a response of this caller's MCP client is accepted as its person's decision. */
    mayApproveInClient: ({ policy, keyHash }: Pick<ToolCaller, "policy" | "keyHash">) =>
      policy.approve_in_client ?? (keyHash !== undefined && keyHash === ports.localAgentKeyHash?.()),
    /** Loads an agent run that the previous release stored for a call that waits for approval. */
    pastRunOf,
    /** The OIDC issuer whose tokens are accepted in addition to API keys. */
    issuer: ports.issuer?.issuer,
    tenants: new Tenants(access, clock, random, { ownKeyOf: ports.ownKeyOf, audit }),
    credentials,
    connects,
    /** Links for error messages, each limited to renewing one credential. */
    reconnectLinks: new ReconnectLinks(connects, clock),
    refresher,
    tokenRevoker: new TokenRevoker({ clients, credentials, http: egress.provider, clock }),
    /** Records who changed credentials, keys and tenants, and when. */
    audit,
    dataKeyRotation: new DataKeyRotation({
      store: credentialStore,
      seals,
      states,
      dataKeys,
      audit,
      watches: createSealedSecrets({ store, secrets }),
    }),
    callHistory,
    callUsage: new CallUsage({ ...logging, log: callLog }),
    /** Dependencies of `TenantExport`, for the function that exports a tenant. */
    exportParts: { ...opened, ...stores, callHistory, events, clock, signingSecrets: secrets },
    /** Signs the records of an earlier release, once at the start. Returns how many it signed. */
    signRecords: () => signRecords(opened, OWNED_KINDS),
    registry,
    researchTool,
    dispatcher,
    idempotentCalls: new IdempotentCalls({
      registry,
      dispatcher,
      vault,
      clock,
      random,
      logger,
      approvals: approvalAnswers,
      records,
    }),
    watches,
    deliveries: new Deliveries({
      store,
      hints,
      secrets,
      clock,
      policyOf: readPolicy,
      sendTest: createTestSender(sending),
    }),
    /** Checks a caller's URL with the egress guard. */
    destination,
    /** For the platform's scheduler and queue. Not used by routes. */
    watchPoller: new WatchPoller({ ...ports, store, events, dispatcher, hints }),
    deliverer: new Deliverer({ ...sending, store, events, logger, metrics }),
    watchStore: store,
    connectionChecks: checks,
    storedTokenTest,
    /** Lists a tenant's connections for an agent's model. */
    connections: (owner: CredentialOwner) =>
      listTenantConnections(accounts, owner, { limit: MAX_CONNECTIONS }),
    requestRates: ports.requestRates,
    stageLimits: ports.stageLimits,
    corsOrigins: ports.corsOrigins,
    publicUrl: ports.publicUrl,
    stopping: ports.stopping,
    clock,
    random,
    logger,
  };
}

/** Creates the sign-in at the OIDC issuer. Returns `undefined` if it has no client. */
function createIssuerSignIn({ issuer, egress, random }: ServicePorts): IssuerSignIn | undefined {
  if (issuer?.clientId === undefined) return undefined;
  const ports = { http: egress.provider, guarded: egress.guarded, random };
  return new IssuerSignIn(issuer, issuer.clientId, ports);
}

function createApprovals({
  vault,
  ...ports
}: Omit<ApprovalsOptions, "seals" | "approvedCalls"> &
  Omit<ApprovedCallsOptions, "seals"> & { vault: Vault }) {
  const seals = new ApprovalSeals(vault, ports.records);
  const approvals = new Approvals({ ...ports, seals, approvedCalls: new ApprovedCalls({ ...ports, seals }) });
  const approvalAnswers = new ApprovalAnswers(approvals, ports.clock);
  const readPastRun = (approval: ApprovalRecord) => openPastRun(seals, approvals, approval);
  return { approvals, approvalAnswers, pastRunOf: readPastRun };
}
