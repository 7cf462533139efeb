import { createModels } from "@plumbline/agent/model/configured-model.ts";
import { createModelReader } from "@plumbline/agent/reader/model-reader.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { Sessions } from "@plumbline/core/access/sessions.ts";
import { CONSOLE, Visits } from "@plumbline/core/access/visits.ts";
import { CallLog } from "@plumbline/core/calls/call-log.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import { type OpenedRecords, openRecords } from "@plumbline/core/credentials/open-records.ts";
import { countKeyErrors } from "@plumbline/core/credentials/vault/key-service.ts";
import { createProcessShares } from "@plumbline/core/fairness/process-shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { createTracer } from "@plumbline/core/tracing/otlp-tracer.ts";
import { createBackends, createResearchEngine } from "@plumbline/grounding";
import type { ServicePorts } from "./service-ports.ts";

/** Parts that the platform provides, without those that only tools and watches use. */
export type ResearchPorts = Omit<
  ServicePorts,
  "stores" | "storesOver" | "egressAllow" | "endpoints" | "watches" | "corsOrigins"
>;

/** Opens the platform's records with their integrity checks. Counts the errors of the key service. */
export function openServiceRecords(
  { stage, keys, clock, random, logger, metrics = noMetrics }: ResearchPorts,
  records: RecordStore,
): OpenedRecords {
  return openRecords({ records, keys: countKeyErrors(keys, metrics), stage, clock, random, logger });
}

/**
 * Creates the parts that research needs: authentication, search backends, a model if one is configured, and
 * the log of calls. Loads no tools, so a function that only serves research starts sooner.
 */
export function createResearchParts(ports: ResearchPorts, { access, audit, vault, records }: OpenedRecords) {
  const { search, egress, clock, random, logger, metrics = noMetrics } = ports;
  const shares = createProcessShares({ clock, metrics });
  const tracer = createTracer(ports.tracing, { http: egress.provider, clock, random, logger });
  const tokens = ports.tokenVerifierOf?.(ports.issuer, ports);
  const visiting = { macs: vault, records, clock, random };
  const sessions = new Sessions({ records, clock, random, audit });
  const visits = new Visits({ ...visiting, page: CONSOLE });
  const backends =
    typeof search === "function"
      ? loadOnce(async () => createBackends(await search(), egress.provider))
      : createBackends(search, egress.provider);
  const longestWaitMs = ports.longestWaitSeconds && ports.longestWaitSeconds * 1000;
  const asking = { longestWaitMs, http: egress.providerStreams, shares: shares.model, tracer };
  const models = ports.model ? createModels(ports.model, { ...ports, ...asking }) : [];
  const [model] = models;
  const reader = model && ports.reader === "model" ? createModelReader(model, ports) : undefined;
  const logging = { records, vault, clock, days: ports.callDays };
  return {
    authenticator: new Authenticator(access, clock, logger, { tokens, sessions, visits }),
    tokens,
    sessions,
    visiting,
    visits,
    research: createResearchEngine({ backends, clock, reader, metrics, logger }),
    /** The default model, which also reads and writes research. */
    model,
    /** All models that an agent run may use, starting with the default. */
    models,
    longestWaitMs,
    logging,
    callLog: new CallLog({ ...logging, random, logger, metrics }),
    conversations: new Conversations({
      records,
      vault,
      clock,
      random,
      logger,
      keptMs: (ports.conversationHours ?? 24) * 3_600_000,
      chatDays: ports.chatDays,
    }),
    shares,
    tracer,
  };
}
