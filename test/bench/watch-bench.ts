import { startChild } from "./child.ts";
import type { DayOff } from "./watch-day-off.ts";
import type { FeedsStarted } from "./watch-feeds.ts";
import type { Polled } from "./watch-polls.ts";

const WAYS = [
  ["bare client, 304", "same", "bare"],
  ["watches, 304", "same", ""],
  ["bare client, 200", "changed", "bare"],
  ["watches, 200 with nothing new", "changed", ""],
] as const;

/**
 * Watches on 500 feeds of one host, polled in batches of 25 over real HTTP: host and service each in a
 * process of its own, the embedded store in the service's.
 */
export async function watchBench(): Promise<void> {
  const feeds = await startChild("watch-feeds.ts");
  const { url } = feeds.first as FeedsStarted;
  console.log("\nFeed polls, 500 watches on one host, 5 rounds; the store in memory and in the same process");
  console.log(
    "                               polls/s   CPU µs/poll   store reads/poll   store writes/poll   RSS MiB",
  );
  for (const [name, path, bare] of WAYS) {
    const child = await startChild("watch-polls.ts", url, path, bare);
    const { pollsPerSecond, cpuPerPoll, storeReads, storeWrites, rss } = child.first as Polled;
    child.child.disconnect();
    const figures = [
      pollsPerSecond.toFixed(0).padStart(8),
      cpuPerPoll.toFixed(0).padStart(14),
      storeReads.toFixed(3).padStart(19),
      storeWrites.toFixed(3).padStart(20),
      rss.toFixed(0).padStart(10),
    ];
    console.log(name.padEnd(30) + figures.join(""));
  }
  console.log(
    "To be reached: 500 feed polls a second; no more than one store write a batch (0.040 a poll) that finds nothing",
  );
  await dayOffBench(url);
  feeds.child.disconnect();
}

/** Catching up after a day off, on the store of `npm start`. */
async function dayOffBench(feedsUrl: string): Promise<void> {
  console.log(
    "\nA day off: every watch is read again, and each feed has one new item; the store of npm start",
  );
  console.log("                               CPU s   to be reached, s   seconds    polls");
  for (const [name, watches, most] of [
    ["one watch", 1, 1],
    ["2,000 watches", 2_000, 10],
  ] as const) {
    const { child, first } = await startChild("watch-day-off.ts", feedsUrl, String(watches));
    child.disconnect();
    const { cpuSeconds, seconds, polls } = first as DayOff;
    const figures = [
      cpuSeconds.toFixed(2).padStart(6),
      `< ${most}`.padStart(19),
      seconds.toFixed(2).padStart(10),
      String(polls).padStart(9),
    ];
    console.log(name.padEnd(30) + figures.join(""));
  }
}
