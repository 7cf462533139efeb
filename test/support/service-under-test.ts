import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import type { OAuthClients } from "@plumbline/connections/oauth-client.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { IssuerSettings } from "@plumbline/core/access/token-verifier.ts";
import type { Random } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { type Egress, openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { createService } from "@plumbline/service/create-service.ts";
import {
  type EntityStores,
  openEntityStores,
  type PlatformStores,
} from "@plumbline/service/entity-stores.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { ServicePorts } from "@plumbline/service/service-ports.ts";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import { MetricsRegistry } from "../../packages/local/metrics/metrics-registry.ts";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { allRecords, type LabelledRecord } from "./all-records.ts";
import { checkedStores, type TestStores } from "./entity-stores.ts";
import { seededRandom } from "./seeded-random.ts";
import { tenantCaller } from "./tenant-caller.ts";
import { unreachableProviders } from "./unreachable-providers.ts";
import { wrappingKeyService } from "./wrapping-key-service.ts";

/** More requests than any test makes. */
const UNLIMITED = { perTenant: 1_000_000, perAddress: 1_000_000, runsPerTenant: 1_000 };

/** A tenant of the service under test: its caller, and its API key for HTTP. */
export interface TestTenant {
  caller: TenantCaller;
  apiKey: Secret;
}

/** The whole service on an in-memory store, with a manual clock and reproducible randomness. */
export interface ServiceUnderTest {
  service: Service;
  /** Creates another process on the same store, with empty caches. */
  anotherProcess(): Service;
  clock: ManualClock;
  credentialStore: CredentialStore;
  /** Stores with the service's own checks, opened as a separate process would. */
  stores: TestStores;
  keys: KeyService;
  /** The service's tools by name, for their schemas. */
  tools: ReadonlyMap<string, Tool>;
  /** Every log line, parsed, oldest first. The list is live. */
  logged: Record<string, unknown>[];
  /** The metrics of the service, unless the options name another registry. */
  metrics: MetricsRegistry;
  /**
   * Creates a tenant as the last release did: calls without a conversation do not track what its keys have
   * read.
   */
  createTenant(name: string): Promise<TestTenant>;
  /** Returns everything in the store, of all tenants. */
  allItems(): Promise<LabelledRecord[]>;
  close(): Promise<void>;
}

export interface ServiceUnderTestOptions {
  clock?: ManualClock;
  /**
   * Generates IDs and keys. The default repeats them in every service, so a persistent store needs another.
   */
  random?: Random;
  /** Stores of another kind, which the test closes. Defaults to in-memory SQLite. */
  storesOf?: (clock: ManualClock) => ServicePorts["stores"];
  /** If false, records are unsigned and readable without a signature, as in the last release. */
  signsRecords?: boolean;
  /** The sandbox servers that a test needs. All other providers have a host name that does not resolve. */
  endpoints?: Partial<ProviderEndpoints>;
  search?: ServicePorts["search"];
  publicUrl?: string;
  /** The operator's OAuth clients. Defaults to no clients. */
  oauth?: OAuthClients;
  /** The OIDC issuer whose tokens are accepted. Defaults to no issuer. */
  issuer?: IssuerSettings;
  /** Defaults to no model. */
  model?: ModelSettings | undefined;
  /** `READER`. Defaults to off. */
  reader?: ServicePorts["reader"];
  /** `EGRESS_ALLOW`: webhooks on loopback that the egress guard permits. */
  egressAllow?: string;
  /** Content of `EXTRA_CA_FILE`: certificates (PEM) of servers on loopback. */
  extraCertificates?: string;
  /** Wraps the service's access to the network. */
  wrapEgress?: (egress: Egress) => Egress;
  /** Wraps the service's credential store, for example in a store that fails. */
  wrapCredentialStore?: (store: CredentialStore) => CredentialStore;
  /** `CONVERSATION_HOURS`. */
  conversationHours?: number;
  /** `CHAT_DAYS`. Defaults to 30. */
  chatDays?: number;
  /** `CALL_DAYS`. */
  callDays?: number;
  /** Wraps the store of watches. */
  wrapWatchStore?: (store: WatchStore) => WatchStore;
  /** Wraps the key service. */
  wrapKeyService?: (keys: KeyService) => KeyService;
  /** Maximum number of a tenant's watches. */
  mostWatches?: number;
  /** Requests per minute. Defaults to more than any test makes. */
  requestRates?: ServicePorts["requestRates"];
  /** `LONGEST_WAIT_SECONDS`. */
  longestWaitSeconds?: number;
  /** Queue for due deliveries. Defaults to no queue. */
  deliveryQueue?: DeliveryQueue;
  /** The collector of traces. Defaults to none. */
  tracing?: ServicePorts["tracing"];
  /** Creates the metrics. Defaults to a registry. */
  metrics?: (clock: ManualClock) => Metrics;
}

/** Returns randomness with a constant fraction of one half: a backoff waits exactly 600 ms, then 1,200 ms. */
function evenRandom(): Random {
  return { ...seededRandom("service under test"), fraction: () => 0.5 };
}

export async function startServiceUnderTest(
  options: ServiceUnderTestOptions = {},
): Promise<ServiceUnderTest> {
  const clock = options.clock ?? new ManualClock();
  const random = options.random ?? evenRandom();
  const logged: Record<string, unknown>[] = [];
  const metrics = new MetricsRegistry(clock);
  const logger = createLogger((line) => logged.push(JSON.parse(line)), clock, "debug");
  const opened = await openMemoryStore(logger);
  const platform: PlatformStores = options.storesOf?.(clock) ?? sqliteStores(opened.store);
  const egressAllow = parseEgressAllow(options.egressAllow ?? "");
  const opening = { clock, allow: egressAllow, extraCertificates: options.extraCertificates };
  const opens = openEgress(opening);
  const egress = options.wrapEgress?.(opens) ?? opens;
  const keys = wrappingKeyService(random);
  const wrapped = (own: EntityStores): EntityStores => ({
    ...own,
    credentials: options.wrapCredentialStore?.(own.credentials) ?? own.credentials,
    watches: options.wrapWatchStore?.(own.watches) ?? own.watches,
  });
  const ports: ServicePorts = {
    stage: "test",
    stores: platform,
    storesOver: (...over) => wrapped(openEntityStores(...over)),
    keys: options.wrapKeyService?.(keys) ?? keys,
    ownKeyOf: (tenantId) => `alias/plumbline/test/tenant/${tenantId}`,
    egress,
    egressAllow,
    search: options.search ?? {},
    model: options.model,
    reader: options.reader,
    oauth: options.oauth,
    issuer: options.issuer,
    tokenVerifierOf: createOidcVerifier,
    endpoints: { ...unreachableProviders, ...options.endpoints },
    longestWaitSeconds: options.longestWaitSeconds,
    watches: { eventDays: 90, mostPerTenant: options.mostWatches ?? 1_000 },
    callDays: options.callDays ?? 30,
    conversationHours: options.conversationHours,
    chatDays: options.chatDays ?? 30,
    deliveryQueue: options.deliveryQueue,
    requestRates: options.requestRates ?? UNLIMITED,
    tracing: options.tracing,
    corsOrigins: [],
    publicUrl: options.publicUrl,
    clock,
    random,
    logger,
    metrics: options.metrics?.(clock) ?? metrics,
  };
  const service = createService(ports);
  if (options.signsRecords ?? true) await service.signRecords();
  const stores = checkedStores(platform, clock, ports.keys);
  return {
    service,
    anotherProcess: () => createService(ports),
    clock,
    credentialStore: stores.credentials,
    stores,
    keys: ports.keys,
    tools: new Map((await service.registry.list()).map((tool) => [tool.name, tool])),
    logged,
    metrics,
    async createTenant(name) {
      const { tenant, key } = await service.tenants.create({ name });
      await stores.access.putTenant({ ...tenant, follows_outside_text: undefined }, tenant);
      return { caller: tenantCaller(tenant.tenant_id), apiKey: key };
    },
    allItems: async () => allRecords(opened.store),
    async close() {
      await egress.close();
      await opened.close();
    },
  };
}
