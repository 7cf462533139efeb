import { setTimeout } from "node:timers/promises";
import type { Sample } from "./agent-service.ts";
import { openStage, type Played, type Stage, type Way } from "./agent-stage.ts";
import { machineTime, percentile } from "./agent-timing.ts";

/** Fewer than one tenant may have at once. */
const CROWD = { streams: 120, tokens: 250, intervalMs: 40, apartMs: 5 };
const SAMPLED_AT = [0, 0.25, 0.5, 0.75];

/**
 * The serving process before all streams, at each part of the time in which they are written, and after them.
 */
interface Samples {
  before: Sample;
  during: readonly Sample[];
  after: Sample;
}

/**
 * Many slow streams at once through one process: how late their text comes, what they cost, and whether
 * memory grows with them.
 */
export async function crowdBench(): Promise<void> {
  const { streams, tokens, intervalMs } = CROWD;
  console.log(
    `\n${streams} streams at once of ${tokens} tokens, each writing one in ${intervalMs} ms, through one process of one thread`,
  );
  for (const way of ["ungrounded", "guarded"] as const) {
    const stage = await openStage();
    await stage.play(way, { streams: 20, tokens: 50, intervalMs: 1 });
    if (way === "ungrounded")
      printDelivery("bare client", await stage.play("bare client", { ...CROWD, tokens: 25 }));
    const { played, samples } = await crowd(stage, way);
    stage.close();
    printDelivery(way, played);
    printCosts(played, samples);
  }
}

async function crowd(stage: Stage, way: Way): Promise<{ played: Played[]; samples: Samples }> {
  const before = await stage.sample();
  const during: Sample[] = [];
  const played = await stage.play(way, CROWD, async () => {
    const begun = machineTime();
    for (const share of SAMPLED_AT) {
      await setTimeout(begun + share * CROWD.tokens * CROWD.intervalMs - machineTime());
      during.push(await stage.sample());
    }
  });
  return { played, samples: { before, during, after: await stage.sample() } };
}

/**
 * Prints throughput and how late each piece of text came. With the guard, lateness counts from the word that
 * showed the end of its sentence.
 */
function printDelivery(way: Way, played: readonly Played[]): void {
  const at = played.flatMap(({ read }) => read.at);
  const seconds = (Math.max(...at) - Math.min(...at)) / 1000;
  const tokens = played.reduce((sum, { written }) => sum + written.at.length, 0);
  const withheld = played.reduce((sum, { read }) => sum + read.withheld, 0);
  const late = played.flatMap((one) =>
    one.late.map(({ ms, afterNextMs }) => (way === "guarded" ? afterNextMs : ms)),
  );
  console.log(
    `${way.padEnd(13)}${(tokens / seconds).toFixed(0)} tokens/s in ${(at.length / seconds).toFixed(0)} chunks/s, ` +
      `late p50 ${percentile(late, 0.5).toFixed(2)} ms, p95 ${percentile(late, 0.95).toFixed(2)} ms` +
      (withheld === 0 ? "" : `, ${withheld} sentences withheld`),
  );
}

function printCosts(played: readonly Played[], { before, during, after }: Samples): void {
  const [open = before, first = before, , last = after] = during;
  const cpuMs = last.cpuMs - first.cpuMs;
  const tokens = played.flatMap(({ written }) =>
    written.at.filter((at) => first.at <= at && at < last.at),
  ).length;
  const bytes = (last.liveHeap - first.liveHeap) * 2 ** 20;
  print(
    `CPU: ${((open.cpuMs - before.cpuMs) / CROWD.streams).toFixed(2)} ms to open a stream, ` +
      `then ${((100 * cpuMs) / (last.at - first.at)).toFixed(0)} % of a core, ${((1000 * cpuMs) / tokens).toFixed(0)} µs a token`,
  );
  print("written     RSS MiB   heap MiB   of it live   live a stream, KiB");
  const row = (when: string, { rss, heap, liveHeap }: Sample) => {
    const each = (1024 * (liveHeap - before.liveHeap)) / CROWD.streams;
    const cells = [
      rss.toFixed(0).padStart(9),
      heap.toFixed(1).padStart(11),
      liveHeap.toFixed(1).padStart(13),
    ];
    print(`${when.padEnd(10)}${cells.join("")}${each.toFixed(1).padStart(21)}`);
  };
  row("before", before);
  for (const [index, sample] of during.entries()) row(`${100 * (SAMPLED_AT[index] ?? 0)} %`, sample);
  row("after", after);
  print(
    `Live heap from 25 % to 75 %: ${(bytes / tokens).toFixed(0)} bytes a token   (to be reached: flat; the answer's own text is about 6)`,
  );
}

function print(line: string): void {
  console.log(`             ${line}`);
}
