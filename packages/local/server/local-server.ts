import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { dynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createApp } from "@plumbline/http/app.ts";
import { allRoutes } from "@plumbline/http/endpoints/index.ts";
import { metricsRoutes } from "@plumbline/http/endpoints/metrics.ts";
import { createService } from "@plumbline/service/create-service.ts";
import { type Environment, readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import { openMasterKey } from "../keys/master-key.ts";
import { MetricsRegistry } from "../metrics/metrics-registry.ts";
import { prepareDataFolder } from "../store/data-folder.ts";
import { EMBEDDED_TABLE, type EmbeddedStore, openEmbeddedStore } from "../store/embedded-store.ts";
import { deleteExpiredDaily } from "../store/expired-items.ts";
import { DeliveryLoop } from "./delivery-loop.ts";
import { type FirstKeys, makeFirstKeys } from "./first-keys.ts";
import { listen } from "./listener.ts";
import { runWatches } from "./watch-loop.ts";

export interface LocalServer {
  url: string;
  dataDir: string;
  firstKeys: FirstKeys;
  /** Lets calls in flight end, then closes the pools and the store. */
  close(): Promise<void>;
}

export interface LocalServerOptions {
  /** Takes the log's JSON lines. */
  logSink: (line: string) => void;
  /** In place of the machine's own time. */
  clock?: Clock;
}

/**
 * The whole service on one machine: the routes of Lambda, on the embedded store and a master-key file. Throws
 * ConfigurationError for a bad setting, a folder it cannot use or that is in use, and a port that is taken.
 */
export async function startLocalServer(
  environment: Environment,
  options: LocalServerOptions,
): Promise<LocalServer> {
  const settings = readSettings(environment);
  const { dataDir } = settings;
  await prepareDataFolder(dataDir);
  const store = await openEmbeddedStore({ path: join(dataDir, "store") });
  try {
    return await serveFrom(store, settings, environment, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serveFrom(
  store: EmbeddedStore,
  settings: Settings,
  environment: Environment,
  { logSink, clock = systemClock }: LocalServerOptions,
): Promise<LocalServer> {
  const { dataDir, stage } = settings;
  const random = systemRandom;
  const table = new TableClient(store.client, EMBEDDED_TABLE);
  const egress = openEgress({
    clock,
    allow: settings.egressAllow,
    extraCertificates: extraCertificates(settings.extraCaFile),
  });
  const deliveryLoop = new DeliveryLoop();
  const metrics = new MetricsRegistry(clock);
  const service = createService({
    stage,
    stores: dynamoStores(table, clock),
    keys: await openMasterKey({ dataDir, random, storeHasData: store.hadItems }),
    egress,
    egressAllow: settings.egressAllow,
    search: settings.search,
    model: settings.model,
    aws: environmentAccess(environment),
    endpoints: settings.providers,
    watches: settings.watches,
    deliveryQueue: deliveryLoop.queue,
    longestWaitSeconds: settings.longestWaitSeconds,
    corsOrigins: settings.corsOrigins,
    publicUrl: settings.publicUrl,
    clock,
    random,
    logger: createLogger(logSink, clock, settings.logLevel),
    metrics,
  });
  const app = createApp(service, [...allRoutes(service), ...metricsRoutes(metrics)]);
  const listener = await listen(app.fetch, settings.host, settings.port);
  const { url } = listener;
  const urlFile = join(dataDir, "url");
  const loops = [
    runWatches(service),
    deliveryLoop.run(service),
    deleteExpiredDaily({ table, clock, logger: service.logger }),
  ];
  const stopServing = async () => {
    await Promise.all([listener.close(), ...loops.map((loop) => loop.stop())]);
    await egress.close();
  };
  try {
    const firstKeys = await makeFirstKeys(dataDir, service.tenants);
    await writeFile(urlFile, `${url}\n`);
    const close = async () => {
      await stopServing();
      // Before the store is let go: after it, the file may be another server's.
      await rm(urlFile, { force: true });
      await store.close();
    };
    return { url, dataDir, firstKeys, close };
  } catch (error) {
    await stopServing();
    throw error;
  }
}

/**
 * The file's certificates. TLS passes over what it cannot read, so a file that holds none would be trusted to
 * no effect.
 */
function extraCertificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new ConfigurationError(
      `EXTRA_CA_FILE: ${file} holds no certificate in PEM form that can be read.`,
      { cause },
    );
  }
}
