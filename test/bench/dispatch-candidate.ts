import { openSync, writeSync } from "node:fs";
import { createAdapterTools } from "@plumbline/adapters/adapter-tools.ts";
import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { CallLog } from "@plumbline/core/calls/call-log.ts";
import { systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import type { LabelClaims } from "@plumbline/core/credentials/label-claims.ts";
import { openRecords } from "@plumbline/core/credentials/open-records.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/attempts.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { MetricsRegistry } from "../../packages/local/metrics/metrics-registry.ts";
import { MemoryRecordStore } from "../support/memory-record-store.ts";
import { tenantCaller } from "../support/tenant-caller.ts";
import { unreachableProviders } from "../support/unreachable-providers.ts";
import type { Candidate } from "./candidate-call.ts";
import { CountingKeyService } from "./counting-key-service.ts";
import type { ProviderBench } from "./providers/provider-bench.ts";

const TENANT = tenantCaller("00000000-0000-4000-8000-000000000001");

/** Calls of one conversation, the first of which reads outside text. */
const CONVERSATION = 8;
const READER = { name: "feed_read", reads: "outside", effect: "read" } as const;

interface DispatchOptions {
  logsCalls?: boolean;
  /** Of each call. */
  optionsOf?: () => CallOptions;
  /** Every eight calls belong to a conversation, in a store of its own: none is slower by those before it. */
  keepsLedger?: boolean;
}

/**
 * A warm dispatch: validation, resolution, decryption, retry policy, redaction, log line and metrics
 * included.
 */
export async function dispatchCandidate(
  provider: ProviderBench,
  url: string,
  stores: { records: RecordStore; labelClaims: LabelClaims },
  { logsCalls = false, optionsOf = () => ({}), keepsLedger = false }: DispatchOptions = {},
): Promise<Candidate> {
  const keys = new CountingKeyService();
  const clock = systemClock;
  const random = systemRandom;
  // As standard error does it to a file or a pipe: one synchronous write a line.
  const sink = openSync("/dev/null", "w");
  const logger = createLogger((line) => void writeSync(sink, `${line}\n`), clock, "info");
  const opening = { records: stores.records, keys, stage: "bench", clock, random, logger };
  const { records, vault, seals } = openRecords(opening);
  const store = new CredentialStore(records, stores.labelClaims);
  const credentials = new Credentials({ store, seals, clock, random, kinds });
  const { kind, token, tool, args } = provider;
  const stored = newCredentialSchema.parse({ kind, label: "bench", token });
  const { id: credential_id } = await credentials.create(TENANT.tenantId, stored);
  const egressAllow = parseEgressAllow("");
  const egress = openEgress({ clock, allow: egressAllow });
  const endpoints = { ...unreachableProviders, ...provider.endpoints(url) };
  const logging = { records, vault, clock, random, logger, days: 30 };
  const callLog = logsCalls ? new CallLog(logging) : undefined;
  const registry = new ToolRegistry(
    createAdapterTools({
      endpoints,
      destination: (url) => new URL(url),
      socketOptions: egress.socketOptions,
    }),
    kinds,
  );
  const dispatcher = new Dispatcher({
    callLog,
    registry,
    resolver: new CredentialResolver({ store, seals, clock, kinds }),
    notes: new CredentialNotes(store, clock, logger),
    egress,
    clock,
    random,
    logger,
    metrics: new MetricsRegistry(clock),
  });
  const dispatch = (options: CallOptions) =>
    dispatcher.call(TENANT, tool, { credential_id, ...args }, options);
  const registered = await registry.get(tool);
  /** Conversations with no call under way: those of one follow each other. */
  const free: { conversations: Conversations; calls: number }[] = [];
  const begin = () => {
    const records = new MemoryRecordStore({ copies: false });
    const ledger = { vault, clock, random, logger, keptMs: 86_400_000, records };
    return { conversations: new Conversations(ledger), calls: 0 };
  };
  const follow = async () => {
    const one = free.pop() ?? begin();
    const named = { conversationId: "bench", allowed: [String(args.channel ?? args.to)] };
    const called = one.calls === 0 ? READER : registered;
    const result = await one.conversations.trackCall(TENANT, named, called, (trace) =>
      dispatch({ ...optionsOf(), trace }),
    );
    one.calls += 1;
    if (one.calls < CONVERSATION) free.push(one);
    return result;
  };
  return {
    async call() {
      const result = await (keepsLedger ? follow() : dispatch(optionsOf()));
      if (!result?.ok) throw new Error(result?.refusal_reason);
    },
    settle: async () => callLog?.flush(),
    keyOperations: () => keys.operations,
  };
}
