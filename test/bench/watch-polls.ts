import { setTimeout } from "node:timers/promises";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { systemClock as clock } from "@plumbline/core/clock/clock.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { request } from "undici";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { tenantCaller } from "../support/tenant-caller.ts";
import { createBenchService } from "./bench-service.ts";

/** The rate at which this process polled its feeds, each once a round. */
export interface Polled {
  pollsPerSecond: number;
  /** Microseconds of user and system time a poll, all threads. */
  cpuPerPoll: number;
  storeReads: number;
  storeWrites: number;
  rss: number;
}

const [feedsUrl = "", path = "", bare = ""] = process.argv.slice(2);
const FEEDS = 500;
const BATCHES_AT_ONCE = 4;
const ROUNDS = 5;

let reads = 0;
let writes = 0;
const { client } = await openEmbeddedStore();
client.middlewareStack.add(
  (next, { commandName = "" }) =>
    (input) => {
      if (/^(Get|BatchGet|Query)/.test(commandName)) reads += 1;
      else writes += 1;
      return next(input);
    },
  { step: "initialize" },
);
const table = new TableClient(client, EMBEDDED_TABLE);
const service = createBenchService({
  stores: createDynamoStores(table, new TableClient(client, EMBEDDED_KEY_TABLE), clock),
  allow: new URL(feedsUrl).host,
  watches: { eventDays: 90, mostPerTenant: FEEDS },
  clock,
});

/** A tenant's watches on as many feeds, in the batches of one tick. */
async function watchAll(): Promise<PollBatch[]> {
  const { tenant } = await service.tenants.create({ name: "bench" });
  for (let number = 0; number < FEEDS; number++) {
    const args = { url: `${feedsUrl}/${path}/${number}.xml`, interval_minutes: 1 };
    const begun = await service.dispatcher.call(tenantCaller(tenant.tenant_id), "rss_subscribe", args);
    if (!begun.ok) throw new Error(begun.refusal_reason);
  }
  const sent: PollBatch[] = [];
  // Without the time it was due at, a batch is polled in every round, although its watches have been read.
  const queue = {
    send: async (batches: readonly PollBatch[]) =>
      void sent.push(...batches.map(({ dueAt: _, ...batch }) => batch)),
  };
  await tick("feed", { store: service.watchStore, queue, clock, logger: service.logger });
  return sent;
}

const batches = bare ? [] : await watchAll();
const urls = Array.from({ length: FEEDS }, (_, number) => `${feedsUrl}/${path}/${number}.xml`);
const round = bare
  ? () =>
      runInParallel(urls, 12, async (url) => {
        const { body } = await request(url, { headers: { "if-none-match": '"1"' } });
        await body.dump();
      })
  : () => runInParallel(batches, BATCHES_AT_ONCE, (batch) => service.watchPoller.poll(batch));

await round();
await setTimeout(100);
[reads, writes] = [0, 0];
const cpu = process.cpuUsage();
const startedAt = performance.now();
for (let number = 0; number < ROUNDS; number++) await round();
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpu);
const polls = FEEDS * ROUNDS;
process.send?.({
  pollsPerSecond: polls / seconds,
  cpuPerPoll: (user + system) / polls,
  storeReads: reads / polls,
  storeWrites: writes / polls,
  rss: process.memoryUsage().rss / 2 ** 20,
} satisfies Polled);
process.on("disconnect", () => process.exit());
