import {
  ASSUMED,
  INTERVAL_MINUTES,
  LOG_EVENT_BYTES,
  linesOf,
  POLLS_AT_ONCE,
  type PollCost,
  pollersAtOnce,
  type Scale,
  type TickCost,
} from "./watch-cost-lines.ts";
import { pollInboxes } from "./watch-inboxes.ts";
import { simulate } from "./watch-simulation.ts";
import type { Simulated } from "./watch-simulation-run.ts";

const SCALES = [1_000, 100_000, 1_000_000] as const;

/** The monthly bill of watches that find nothing, from what their polls were measured to take. */
export async function watchCost(): Promise<void> {
  const small = await simulate(1_000, 2 * INTERVAL_MINUTES);
  const large = await simulate(20_000, 2 * INTERVAL_MINUTES);
  const inboxes = await pollInboxes(500, 1);
  const tick = tickCost(small, large);
  const sizes = { small: batchSize(small), large: batchSize(large) };
  const scales = (poll: (run: Simulated) => PollCost): Scale[] =>
    SCALES.map((watches) => ({
      watches,
      batchSize: watches === 1_000 ? sizes.small : sizes.large,
      poll: poll(watches === 1_000 ? small : large),
    }));
  console.log(
    "\nMonthly cost in dollars, us-east-1, watches at 5 minutes that find nothing, all of one kind; without free tiers.",
  );
  console.log(
    "1 k as simulated, 100 k and 1 M from 20,000 simulated watches; inboxes from 500 mailboxes with a watch each.",
  );
  console.log(
    `Assumed, not measured: a feed answers in ${ASSUMED.feed} s, a mail session takes ${ASSUMED.inbox} s, a query ${ASSUMED.table} s, a send ${ASSUMED.queue} s.`,
  );
  print("feeds, each answering 304", scales(feedCost), tick);
  const inbox: PollCost = {
    readUnits: inboxes.use.readUnits / inboxes.polls,
    writeUnits: inboxes.use.writeUnits / inboxes.polls,
    cpuSeconds: inboxes.cpuPerSession / 1e6,
    sources: 1,
    answerSeconds: ASSUMED.inbox,
    logBytes: (inboxes.logBytes + inboxes.logLines * LOG_EVENT_BYTES) / inboxes.polls,
    keyOperations: inboxes.keyOperations / inboxes.polls,
  };
  print(
    "inboxes, each a tenant's own",
    scales(() => inbox),
    tick,
  );
}

function print(what: string, scales: readonly Scale[], tick: TickCost): void {
  console.log(
    `\n${what.padEnd(30)}${SCALES.map((watches) => String(watches).padStart(11)).join("")}   how, at 100,000`,
  );
  const sums = scales.map(() => 0);
  for (const { name, of } of linesOf(tick)) {
    const figures = scales.map(of);
    for (const [index, { dollars }] of figures.entries()) sums[index] = (sums[index] ?? 0) + dollars;
    row(
      name,
      figures.map(({ dollars }) => dollars),
      figures[1]?.how ?? "",
    );
  }
  row("all", sums, "");
  row(
    "pollers at once, on average",
    scales.map(pollersAtOnce),
    `invocations a second × seconds each; the stack allows ${POLLS_AT_ONCE} a wheel`,
  );
}

function row(name: string, figures: readonly number[], how: string): void {
  console.log(
    `${name.padEnd(30)}${figures.map((figure) => figure.toFixed(2).padStart(11)).join("")}   ${how}`,
  );
}

function feedCost(run: Simulated): PollCost {
  const polls = run.minutes.reduce((sum, minute) => sum + minute.polls, 0);
  const sources = run.requests / polls;
  return {
    readUnits: run.pollUse.readUnits / polls,
    writeUnits: run.pollUse.writeUnits / polls,
    cpuSeconds: run.cpuMicrosPerPoll / 1e6,
    sources,
    answerSeconds: ASSUMED.feed,
    logBytes: (run.logBytes + run.logLines * LOG_EVENT_BYTES) / polls,
    keyOperations: run.keyOperations / polls,
  };
}

/** The line through two measured numbers of watches. */
function tickCost(small: Simulated, large: Simulated): TickCost {
  const [low, high] = [small, large].map(({ tickUse, minutes }) => ({
    sent: minutes.reduce((sum, minute) => sum + minute.sent, 0) / minutes.length,
    units: tickUse.readUnits / minutes.length,
  }));
  if (!low || !high) throw new Error("There are two runs.");
  const slope = (high.units - low.units) / (high.sent - low.sent);
  return {
    readUnits: (watches) => low.units + slope * (watches / INTERVAL_MINUTES - low.sent),
    queries: small.tickUse.reads / small.minutes.length,
  };
}

function batchSize({ minutes }: Simulated): number {
  const messages = minutes.reduce((sum, minute) => sum + minute.messages, 0);
  return minutes.reduce((sum, { sent }) => sum + sent, 0) / messages;
}
