import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { createBenchService } from "./bench-service.ts";
import { CountingKeyService } from "./counting-key-service.ts";
import { fillStore } from "./watch-simulation-fill.ts";
import { addUse, noUse, openCountedStore, SkippingClock, type StoreUse } from "./watch-simulation-store.ts";

/** One minute of the wheels: what the ticks took and sent, and what the polls took. */
export interface SimulatedMinute {
  tickMs: number;
  sent: number;
  messages: number;
  /** Requests to the queue, of ten messages at most. */
  sends: number;
  longestMessage: number;
  polls: number;
  pollMs: number;
}

/** Figures of all watches over `minutes` simulated minutes. Memory is in mebibytes. */
export interface Simulated {
  fillMs: number;
  minutes: SimulatedMinute[];
  tickUse: StoreUse;
  pollUse: StoreUse;
  batchesPolled: number;
  requests: number;
  cpuMicrosPerPoll: number;
  logBytes: number;
  logLines: number;
  keyOperations: number;
  lagP99Ms: number;
  lagMaxMs: number;
  rssBefore: number;
  rssFilled: number;
  rss: number;
}

const [watches = 0, minutes = 0] = process.argv.slice(2).map(Number);
const INTERVAL = 5;
const MINUTE_MS = 60_000;
const BATCHES_AT_ONCE = 4;

const clock = new SkippingClock();
const { table, stores, use } = await openCountedStore(clock);
const keys = new CountingKeyService();
const egressAllow = parseEgressAllow("");
const notModified = new HttpResponse(304, { etag: '"1"' }, Buffer.alloc(0), false);
let requests = 0;
let logBytes = 0;
let logLines = 0;
const guarded = {
  async send() {
    requests += 1;
    return notModified;
  },
};
const metrics = new EmfMetrics({ stage: "bench", clock, write: written });
const {
  watchPoller,
  watchStore: store,
  logger,
} = createBenchService({
  stores,
  keys,
  egress: { ...openEgress({ clock, allow: egressAllow }), guarded },
  egressAllow,
  clock,
  logger: createLogger(written, clock, "info"),
  metrics,
});

function written(line: string): void {
  logBytes += Buffer.byteLength(line) + 1;
  logLines += 1;
}

const [tickUse, pollUse] = [noUse(), noUse()];
const lags: { ms: number; watches: number }[] = [];
let batchesPolled = 0;
let polled = 0;
let cpuMicros = 0;

const rssBefore = rss();
const fillStartedAt = performance.now();
await fillStore(table, watches, INTERVAL, clock.now());
const fillMs = performance.now() - fillStartedAt;
const rssFilled = rss();
// Behind the first tick, which knows of no minute before its own.
for (const wheel of WHEELS) await store.moveTick(wheel, Math.floor(clock.now() / MINUTE_MS));

const all: SimulatedMinute[] = [];
for (let number = 0; number < minutes; number++) all.push(await minute());
process.send?.({
  fillMs,
  minutes: all,
  tickUse,
  pollUse,
  batchesPolled,
  requests,
  cpuMicrosPerPoll: cpuMicros / all.reduce((sum, { polls }) => sum + polls, 0),
  logBytes,
  logLines,
  keyOperations: keys.operations,
  lagP99Ms: lagOf(0.99),
  lagMaxMs: lagOf(1),
  rssBefore,
  rssFilled,
  rss: rss(),
} satisfies Simulated);
process.on("disconnect", () => process.exit());

/** The next full minute, or the one that is due already where the last has taken longer. */
async function minute(): Promise<SimulatedMinute> {
  const last = (await store.lastTick("feed")) ?? 0;
  clock.skipTo((last + 1) * MINUTE_MS);
  const sent: PollBatch[] = [];
  let sends = 0;
  const send = async (batches: readonly PollBatch[]) => {
    sends += 1;
    sent.push(...batches);
  };
  const beforeTick = { ...use };
  const tickStartedAt = performance.now();
  for (const wheel of WHEELS) await tick(wheel, { store, queue: { send }, clock, logger });
  const tickMs = performance.now() - tickStartedAt;
  addUse(tickUse, beforeTick, use);

  const feeds = sent.filter(({ wheel }) => wheel === "feed");
  const beforePolls = { ...use };
  const cpuBefore = process.cpuUsage();
  const pollsStartedAt = performance.now();
  await runInParallel(feeds, BATCHES_AT_ONCE, async (batch) => {
    await watchPoller.poll(batch);
    polled += 1;
    // As many to an invocation as the stack has it.
    if (polled % BATCHES_AT_ONCE === 0) metrics.flush();
    lags.push({ ms: clock.now() - (last + 1) * MINUTE_MS, watches: batch.entries.length });
  });
  const pollMs = performance.now() - pollsStartedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  cpuMicros += user + system;
  addUse(pollUse, beforePolls, use);
  batchesPolled += feeds.length;
  return {
    tickMs,
    sent: sizeOf(sent),
    messages: sent.length,
    sends,
    longestMessage: Math.max(0, ...sent.map((batch) => Buffer.byteLength(JSON.stringify(batch)))),
    polls: sizeOf(feeds),
    pollMs,
  };
}

/** Returns how many milliseconds after their minute this share of all polls was done; every poll counts. */
function lagOf(share: number): number {
  const sorted = lags.toSorted((a, b) => a.ms - b.ms);
  let left = share * sorted.reduce((sum, { watches }) => sum + watches, 0);
  for (const { ms, watches } of sorted) {
    left -= watches;
    if (left <= 0) return ms;
  }
  return 0;
}

function sizeOf(batches: readonly PollBatch[]): number {
  return batches.reduce((sum, { entries }) => sum + entries.length, 0);
}

function rss(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
}
