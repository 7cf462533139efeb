import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { INTERVALS } from "@plumbline/watches/service/watch.ts";
import { request } from "undici";
import { tenantCaller } from "../support/tenant-caller.ts";
import { createBenchService } from "./bench-service.ts";
import { openStoreInTemporaryFolder } from "./temporary-store.ts";
import { SkippingClock } from "./watch-simulation-store.ts";

/** The cost of reading every watch again after a day off, in which each feed got one new item. */
export interface DayOff {
  /** User and system time of all threads. */
  cpuSeconds: number;
  seconds: number;
  /** A watch that comes due again meanwhile is polled twice. */
  polls: number;
}

const [feedsUrl = "", count = ""] = process.argv.slice(2);
const WATCHES = Number(count);
const WATCHES_PER_TENANT = 50;
const DAY_MS = 24 * 60 * 60_000;
/** As many as the watch loop of one machine polls. */
const BATCHES_AT_ONCE = 4;

const clock = new SkippingClock();
const { close, ...stores } = await openStoreInTemporaryFolder();
const service = createBenchService({
  stores,
  allow: new URL(feedsUrl).host,
  watches: { eventDays: 90, mostPerTenant: WATCHES_PER_TENANT },
  clock,
});
const { watchStore: store, watchPoller, logger } = service;

let polls = 0;
const queue = {
  send: (batches: readonly PollBatch[]) =>
    runInParallel(batches, BATCHES_AT_ONCE, async (batch) => {
      await watchPoller.poll(batch);
      polls += batch.entries.length;
    }),
};

/** Ticks until the wheel stands at the present minute and nothing that was missed is left. */
async function catchUp(): Promise<void> {
  do await tick("feed", { store, queue, clock, logger });
  while ((await store.missedMinutes("feed")).length > 0);
}

/** Watches feeds of their own at all intervals in turn. */
async function watchAll(): Promise<void> {
  let tenantId = "";
  for (let number = 0; number < WATCHES; number++) {
    if (number % WATCHES_PER_TENANT === 0) {
      const { tenant } = await service.tenants.create({ name: `bench ${number}` });
      tenantId = tenant.tenant_id;
    }
    const interval_minutes = INTERVALS[number % INTERVALS.length];
    const args = { url: `${feedsUrl}/same/${number}.xml`, interval_minutes };
    const begun = await service.dispatcher.call(tenantCaller(tenantId), "rss_subscribe", args);
    if (!begun.ok) throw new Error(begun.refusal_reason);
  }
}

await watchAll();
await catchUp();
const published = await request(feedsUrl, { method: "POST" });
await published.body.dump();
clock.skipTo(clock.now() + DAY_MS);

polls = 0;
const cpu = process.cpuUsage();
const startedAt = performance.now();
await catchUp();
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpu);
process.send?.({ cpuSeconds: (user + system) / 1e6, seconds, polls } satisfies DayOff);
process.on("disconnect", () => void close().then(() => process.exit()));
