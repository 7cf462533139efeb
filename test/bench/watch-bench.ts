import { startChild } from "./child.ts";
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
  feeds.child.disconnect();
}
