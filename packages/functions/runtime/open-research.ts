import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { createModelReader } from "@plumbline/agent/reader/model-reader.ts";
import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { createOwnKeys } from "@plumbline/aws/keys/own-keys.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { SessionStore } from "@plumbline/core/access/session-store.ts";
import { Sessions } from "@plumbline/core/access/sessions.ts";
import { CONSOLE, Visits } from "@plumbline/core/access/visits.ts";
import { CallLog } from "@plumbline/core/calls/call-log.ts";
import { CallStore } from "@plumbline/core/calls/call-store.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import { type OpenedRecords, openRecords } from "@plumbline/core/credentials/open-records.ts";
import { processShares } from "@plumbline/core/fairness/process-shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import { createTracer } from "@plumbline/core/tracing/otlp-tracer.ts";
import { createBackends, createResearchEngine } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import {
  addFlushes,
  type InvocationHooks,
  type LambdaEnvironment,
  readResourceNames,
  reportConfigurationErrors,
} from "./invocation.ts";
import { openPlatform } from "./platform.ts";
import { createStageKeys } from "./stage-keys.ts";

type Part =
  | "authenticator"
  | "research"
  | "model"
  | "callLog"
  | "conversations"
  | "shares"
  | "requestRates"
  | "stageLimits"
  | "corsOrigins"
  | "publicUrl"
  | "clock"
  | "random"
  | "logger"
  | "tracer";

/**
 * Opens the parts of the service on AWS that research needs: authentication, search backends, the log of
 * calls and, if configured, a model. Loads no tools. Throws ConfigurationError for an invalid setting.
 */
export function openResearch(
  environment: LambdaEnvironment,
): Pick<Service, Part> & InvocationHooks & { metrics: Metrics } {
  return reportConfigurationErrors(() => {
    const { settings, connections, table, keyTable, egress, metrics, aws, clock, random, logger, invoked } =
      openPlatform(environment);
    const { TENANT_DATA_KEY_ARN } = readResourceNames(environment, ["TENANT_DATA_KEY_ARN"]);
    const { stage, callDays: days } = settings;
    const tenants = { getTenant: (id: string) => opened.access.getTenant(id) };
    const opened: OpenedRecords = openRecords({
      records: new DynamoRecordStore(table, keyTable, clock),
      keys: createStageKeys(TENANT_DATA_KEY_ARN, createOwnKeys(stage, tenants), connections),
      stage,
      clock,
      random,
      logger,
    });
    const { access, vault, records } = opened;
    const calls = new CallStore(records);
    const sessionStore = new SessionStore(records);
    const callLog = new CallLog({ store: calls, vault, clock, random, logger, metrics, days });
    const keptMs = settings.conversationHours * 3_600_000;
    const { corsOrigins, publicUrl, requestRates } = settings;
    const { search } = settings;
    const backends = loadOnce(async () =>
      createBackends(typeof search === "function" ? await search() : search, egress.provider),
    );
    const longestWaitMs = settings.longestWaitSeconds * 1000;
    const http = egress.providerStreams;
    const tracer = createTracer(settings.tracing, { http: egress.provider, clock, random, logger });
    const shares = processShares({ clock, metrics });
    const asking = { aws, http, clock, random, metrics, longestWaitMs, shares: shares.model, tracer };
    const model = settings.model && createModel(settings.model, asking);
    const reader =
      model && settings.reader === "model" ? createModelReader(model, { clock, logger }) : undefined;
    return {
      authenticator: new Authenticator(access, clock, logger, {
        tokens: createOidcVerifier(settings.issuer, { egress, clock, logger }),
        sessions: new Sessions({ store: sessionStore, clock, random }),
        visits: new Visits({ macs: vault, store: sessionStore, clock, random, place: CONSOLE }),
      }),
      research: createResearchEngine({ backends, clock, reader, metrics, logger }),
      model,
      callLog,
      conversations: new Conversations({ records, vault, clock, random, logger, keptMs }),
      shares,
      requestRates,
      stageLimits: new DynamoStageLimits(table, { clock, logger }),
      corsOrigins,
      publicUrl,
      clock,
      random,
      logger,
      tracer,
      metrics,
      ...addFlushes({ callLog, tracer }, invoked),
    };
  });
}
