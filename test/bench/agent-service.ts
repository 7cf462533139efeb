import { openSync, writeSync } from "node:fs";
import { Secret } from "@plumbline/core/access/secret.ts";
import { systemClock as clock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { searchASandboxKey } from "@plumbline/sandbox/search/search-a.ts";
import { listen } from "../../packages/local/server/listener.ts";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { machineTime } from "./agent-timing.ts";
import { createBenchService } from "./bench-service.ts";

/** The state of the serving process. Memory in mebibytes. */
export interface Sample {
  at: number;
  /** Milliseconds of user and system time so far, all threads, without what sampling itself has cost. */
  cpuMs: number;
  rss: number;
  heap: number;
  /** Of the heap, what a full collection leaves. */
  liveHeap: number;
}

/** The service's address and key: the first message of this process. */
export interface ServiceStarted {
  serviceUrl: string;
  apiKey: string;
}

const [modelUrl = "", searchUrl = ""] = process.argv.slice(2);

/**
 * The whole service alone in its process, behind a real socket, on a store in memory. Tells its state when
 * asked.
 */
// As standard error does it to a file or a pipe: one synchronous write a line.
const sink = openSync("/dev/null", "w");
const logger = createLogger(
  (line) => void writeSync(line.includes('"level":"error"') ? 2 : sink, `${line}\n`),
  clock,
  "info",
);
const { store } = await openMemoryStore(logger);
const service = createBenchService({
  stores: sqliteStores(store),
  search: { a: { apiKey: new Secret(searchASandboxKey), baseUrl: searchUrl } },
  model: { provider: "openai-compatible", id: "bench", baseUrl: modelUrl },
  clock,
  logger,
});
const { key } = await service.tenants.create({ name: "bench" });
const app = createApp(service, createRoutes(service));
const { port } = await listen((request) => app.fetch(request), "127.0.0.1", 0);

let spentCollecting = 0;

function sample(): Sample {
  const at = machineTime();
  const before = cpuMs();
  const { rss, heapUsed } = process.memoryUsage();
  globalThis.gc?.();
  const { heapUsed: liveHeap } = process.memoryUsage();
  const state = {
    at,
    cpuMs: before - spentCollecting,
    rss: rss / 2 ** 20,
    heap: heapUsed / 2 ** 20,
    liveHeap: liveHeap / 2 ** 20,
  };
  spentCollecting += cpuMs() - before;
  return state;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

process.on("message", () => process.send?.(sample()));
process.once("disconnect", () => process.exit());
const started: ServiceStarted = { serviceUrl: `http://127.0.0.1:${port}`, apiKey: key.reveal() };
process.send?.(started);
