import { startChild } from "./child.ts";
import { median } from "./measurement.ts";
import type { Simulated } from "./watch-simulation-run.ts";

const INTERVAL_MINUTES = 5;
/** Twice around the wheel: the second time the heartbeats of the first are there. */
const MINUTES = 2 * INTERVAL_MINUTES;

/** Minutes of so many watches at an interval of five, in a process of its own. */
export async function simulate(watches: number, minutes: number): Promise<Simulated> {
  const { child, first } = await startChild("watch-simulation-run.ts", String(watches), String(minutes));
  child.disconnect();
  return first as Simulated;
}

/** Measures how a stage copes with 100,000 watches (or the number in `BENCH_WATCHES`) in one process. */
export async function watchSimulation(): Promise<void> {
  const watches = Number(process.env.BENCH_WATCHES ?? 100_000);
  console.log(
    `\nSimulation: ${watches} watches every ${INTERVAL_MINUTES} minutes, ${MINUTES} minutes of the wheel in one process, the embedded store in memory in it.`,
  );
  console.log(
    "Four fifths are on feeds, polled by the real code; their hosts' answer, a 304, is given at the guarded HTTP client, without a socket.\n" +
      "A feed lists 30 items; every other watch is an old one, which remembers 250 earlier ones too.\n" +
      "One fifth is on inboxes: ticked and sent, but not polled (the part `inboxes` does that).",
  );
  const run = await simulate(watches, MINUTES);
  console.log("\nminute   tick ms    sent   messages   sends   feed polls   polls/s");
  for (const [index, minute] of run.minutes.entries()) {
    const { tickMs, sent, messages, sends, polls, pollMs } = minute;
    const cells = [
      String(index + 1).padStart(6),
      tickMs.toFixed(0).padStart(10),
      String(sent).padStart(8),
      String(messages).padStart(11),
      String(sends).padStart(8),
      String(polls).padStart(13),
      ((polls / pollMs) * 1000).toFixed(0).padStart(10),
    ];
    console.log(cells.join(""));
  }
  report(watches, run);
}

function report(watches: number, run: Simulated): void {
  const { minutes, tickUse, pollUse, batchesPolled } = run;
  const polls = minutes.reduce((sum, minute) => sum + minute.polls, 0);
  const messages = minutes.reduce((sum, minute) => sum + minute.messages, 0);
  const seconds = minutes.reduce((sum, { pollMs }) => sum + pollMs, 0) / 1000;
  const longest = Math.max(...minutes.map(({ longestMessage }) => longestMessage));
  const perMinute = (value: number) => (value / minutes.length).toFixed(1);
  const lines: [string, string][] = [
    ["filling the store", `${(run.fillMs / 1000).toFixed(1)} s`],
    [
      "tick, both wheels, median",
      `${median(minutes.map(({ tickMs }) => tickMs)).toFixed(0)} ms   longest ${Math.max(...minutes.map(({ tickMs }) => tickMs)).toFixed(0)} ms`,
    ],
    [
      "store use of a tick (a minute)",
      `${perMinute(tickUse.reads)} reads (${perMinute(tickUse.readUnits)} units), ${perMinute(tickUse.writes)} writes (${perMinute(tickUse.writeUnits)} units)`,
    ],
    ["messages a minute", `${perMinute(messages)}, the longest ${longest} bytes`],
    [
      "feed polls a second",
      `${(polls / seconds).toFixed(0)}   CPU ${run.cpuMicrosPerPoll.toFixed(0)} µs/poll, the store's share in it`,
    ],
    ["requests to hosts a poll", (run.requests / polls).toFixed(3)],
    [
      "store reads a poll",
      `${(pollUse.reads / polls).toFixed(3)} requests, ${(pollUse.readUnits / polls).toFixed(3)} read units`,
    ],
    [
      "store writes a poll",
      `${(pollUse.writes / polls).toFixed(4)} requests, ${(pollUse.writeUnits / polls).toFixed(4)} write units`,
    ],
    [
      "store writes a batch",
      `${(pollUse.writes / batchesPolled).toFixed(3)}   goal: at most 1 where nothing is found`,
    ],
    ["log bytes a poll", (run.logBytes / polls).toFixed(0)],
    [
      "lag behind the due minute",
      `p99 ${(run.lagP99Ms / 1000).toFixed(1)} s, longest ${(run.lagMaxMs / 1000).toFixed(1)} s   goal: p99 under ${INTERVAL_MINUTES * 60} s`,
    ],
    [
      "memory (RSS, MiB)",
      `${run.rssBefore.toFixed(0)} empty, ${run.rssFilled.toFixed(0)} filled, ${run.rss.toFixed(0)} at the end: ${(((run.rss - run.rssBefore) * 1024) / watches).toFixed(1)} KiB a watch, the store's share in it`,
    ],
  ];
  console.log("");
  for (const [name, value] of lines) console.log(name.padEnd(34) + value);
}
