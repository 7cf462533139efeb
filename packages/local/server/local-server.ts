import { setMaxListeners } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readEnvironmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { type Clock, MINUTE_MS, systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { CpuShares } from "@plumbline/core/fairness/cpu-shares.ts";
import { createLogger, describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import { createApp } from "@plumbline/http/app.ts";
import { metricsRoutes, readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { createService } from "@plumbline/service/create-service.ts";
import { type Environment, readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import { WHEELS, type Wheel } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { WatchPoller } from "@plumbline/watches/clock/watch-poller.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import { openMasterKey } from "../keys/master-key.ts";
import { MetricsRegistry } from "../metrics/metrics-registry.ts";
import { processReadings } from "../metrics/process-readings.ts";
import { checkCanary } from "../store/canary.ts";
import { prepareDataFolder } from "../store/data-folder.ts";
import { deleteExpiredHourly } from "../store/expired-records.ts";
import { type OpenStore, openStore } from "../store/open-store.ts";
import { sqliteStores } from "../store/sqlite-stores.ts";
import { DeliveryLoop } from "./delivery-loop.ts";
import { readExtraCertificates } from "./extra-certificates.ts";
import { type FirstKey, makeFirstKeys, readAgentKeyHash } from "./first-keys.ts";
import { listen } from "./listener.ts";
import { createReadiness } from "./readiness.ts";

/** Fraction of the stop time for calls in flight. The rest is for closing the store. */
const STOP_SHARE = 0.9;

export interface LocalServer {
  url: string;
  dataDir: string;
  firstKeys: readonly FirstKey[];
  /** Time limit of `close`. */
  stopSeconds: number;
  /**
   * Refuses new calls, aborts polls and deliveries so that they are repeated later, lets calls in flight
   * finish, then closes the pools and the store.
   */
  close(): Promise<void>;
}

export interface LocalServerOptions {
  /** Receives the log's JSON lines. */
  logSink: (line: string) => void;
  /** Replaces the system clock. */
  clock?: Clock;
}

/**
 * Starts the whole service on a single machine: the same routes as on Lambda, with a SQLite store and a
 * master-key file. Throws ConfigurationError for an invalid setting, an unusable or locked folder, a store
 * that is damaged or belongs to another master key, and a port in use.
 */
export async function startLocalServer(
  environment: Environment,
  options: LocalServerOptions,
): Promise<LocalServer> {
  const { logSink, clock = systemClock } = options;
  const settings = readSettings(environment);
  const { dataDir } = settings;
  const logger = createLogger(logSink, clock, settings.logLevel);
  await prepareDataFolder(dataDir);
  const opened = await openStore(dataDir, logger);
  try {
    return await serveFrom(opened, settings, environment, { clock, logger });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function serveFrom(
  { store, hadRecords, close: closeStore }: OpenStore,
  settings: Settings,
  environment: Environment,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<LocalServer> {
  const { dataDir, stage, stopSeconds } = settings;
  const stopMs = stopSeconds * 1_000;
  const random = systemRandom;
  const keys = openMasterKey({ dataDir, random, storeHasData: hadRecords });
  await checkCanary(store, keys, stage);
  const egress = openEgress({
    clock,
    allow: settings.egressAllow,
    extraCertificates: readExtraCertificates(settings.extraCaFile),
  });
  const deliveryLoop = new DeliveryLoop();
  const stopping = new AbortController();
  const streamsEnd = new AbortController();
  // Every stream listens to this signal, and Node reports more than ten listeners as a leak.
  setMaxListeners(0, streamsEnd.signal);
  const metrics = new MetricsRegistry(clock);
  const service = createService({
    ...settings,
    stores: sqliteStores(store),
    keys,
    egress,
    aws: readEnvironmentAccess(environment),
    endpoints: settings.providers,
    tokenVerifierOf: createOidcVerifier,
    deliveryQueue: deliveryLoop.queue,
    localAgentKeyHash: () => readAgentKeyHash(dataDir),
    stopping: streamsEnd.signal,
    clock,
    random,
    logger,
    metrics,
  });
  // Loads all adapters, so that a faulty one ends the start, and no call waits for them.
  await service.registry.list();
  await service.signRecords();
  const readings = processReadings({ metrics, watchStore: service.watchStore, clock });
  const ready = createReadiness({ store, keys, stage, watchStore: service.watchStore, clock, stopping });
  const routes = [...createRoutes(service), ...metricsRoutes(readings), ...readinessRoutes(ready)];
  const getActiveMs = () => performance.eventLoopUtilization().active;
  const cpu = new CpuShares({ clock, metrics, activeMs: getActiveMs });
  const app = createApp({ ...service, cpu }, routes, metrics);
  const listener = await listen(app.fetch, settings.host, settings.port, settings.trustedProxies);
  const { url } = listener;
  const urlFile = join(dataDir, "url");
  const loops = [
    runWatches(service),
    deliveryLoop.run({ ...service, metrics }),
    deleteExpiredHourly({ store, clock, logger }),
  ];
  const stopServing = async () => {
    stopping.abort();
    const closing = { withinMs: STOP_SHARE * stopMs, endStreams: () => streamsEnd.abort() };
    await Promise.all([listener.close(closing), ...loops.map((loop) => loop.stop())]);
    await Promise.all([service.callLog.close(), service.tracer.flush()]);
    await egress.close();
  };
  try {
    const firstKeys = await makeFirstKeys(dataDir, service.tenants);
    await writeFile(urlFile, `${url}\n`);
    const close = async () => {
      await stopServing();
      // Deleted before the store is released, because the file may belong to another server afterwards.
      await rm(urlFile, { force: true });
      await closeStore();
    };
    return { url, dataDir, firstKeys, stopSeconds, close };
  } catch (error) {
    await stopServing();
    throw error;
  }
}

interface WatchLoopOptions {
  watchStore: WatchStore;
  watchPoller: WatchPoller;
  clock: Clock;
  logger: Logger;
}

const BATCHES_AT_ONCE = 4;

/**
 * Schedules and queues polls of watches on a single machine: a tick at every full minute, and one right after
 * the start. A tick's batches are polled before the wheel advances, so that polls interrupted by a crash are
 * repeated after the next start. `stop` aborts polls in progress, which count as not started.
 */
export function runWatches(options: WatchLoopOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  // Every poll listens to this signal, and Node reports more than ten listeners as a leak.
  setMaxListeners(0, stopping.signal);
  const loops = WHEELS.map((wheel) => turn(wheel, options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function turn(wheel: Wheel, options: WatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { watchStore: store, watchPoller, clock, logger } = options;
  const queue = {
    send: (batches: Parameters<typeof watchPoller.poll>[0][]) =>
      runInParallel(batches, BATCHES_AT_ONCE, (batch) => watchPoller.poll(batch, signal)),
  };
  while (!signal.aborted) {
    try {
      await tick(wheel, { store, queue, clock, logger });
    } catch (error) {
      if (!signal.aborted) logger.log("error", "watch_tick_failed", describeUnexpected(error));
    }
    await clock.wait(MINUTE_MS - (clock.now() % MINUTE_MS), signal).catch(() => undefined);
  }
}
