import type { ChildProcess } from "node:child_process";
import { ask, startChild } from "./child.ts";
import { candidates } from "./dispatch-candidates.ts";
import { type Measurement, median, medianOf } from "./measurement.ts";

const ROUNDS = 9;
const WARM_UP_CALLS = 3_000;
const CALLS = { 1: 1_500, 16: 4_000 } as const;

type Answer = Measurement & { keyOperations?: number };

/** A warm dispatch against the bare HTTP request and the provider's own SDK, in interleaved rounds; prints medians and ratios. */
export async function dispatchBench(): Promise<void> {
  const { child: server, first: baseUrl } = await startChild("chatapp-server.ts");
  const names = Object.keys(candidates);
  const children = new Map<string, ChildProcess>();
  for (const name of names)
    children.set(name, (await startChild("candidate.ts", name, String(baseUrl))).child);
  const run = (name: string, calls: number, inFlight: number) => {
    const child = children.get(name);
    if (!child) throw new Error(`${name} is not running`);
    return ask<Answer>(child, { calls, inFlight });
  };
  try {
    for (const name of names) await run(name, WARM_UP_CALLS, 16);
    for (const inFlight of [1, 16] as const) {
      const rounds = new Map<string, Answer[]>(names.map((name) => [name, []]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const name of names) rounds.get(name)?.push(await run(name, CALLS[inFlight], inFlight));
      }
      printRounds(inFlight, rounds);
    }
  } finally {
    for (const child of [server, ...children.values()]) child.kill();
  }
}

function printRounds(inFlight: number, rounds: ReadonlyMap<string, Answer[]>): void {
  console.log(
    `\nPosting to the sandbox chat app, ${inFlight} in flight, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log("candidate                   calls/s   p50 ms   p99 ms   CPU µs/call   RSS MiB");
  for (const [name, all] of rounds) {
    const { callsPerSecond, p50, p99, cpuPerCall, rss } = medianOf(all);
    const cells = [
      callsPerSecond.toFixed(0),
      p50.toFixed(3),
      p99.toFixed(3),
      cpuPerCall.toFixed(1),
      rss.toFixed(0),
    ];
    const widths = [7, 8, 8, 13, 9];
    console.log(
      name.padEnd(26) + cells.map((cell, index) => cell.padStart((widths[index] ?? 0) + 1)).join(""),
    );
  }
  const ratio = (a: string, b: string) => pairedRatio(rounds.get(a) ?? [], rounds.get(b) ?? []);
  console.log(
    `CPU a call, dispatch / bare request:       ${ratio("dispatch", "bare request")}   (to be reached: at most 1.60)`,
  );
  console.log(
    `CPU a call, dispatch / @slack/web-api:     ${ratio("dispatch", "@slack/web-api")}   (to be reached: under 0.50)`,
  );
  console.log(`CPU a call, embedded store / in memory:    ${ratio("dispatch, embedded store", "dispatch")}`);
  const operations = rounds.get("dispatch")?.at(-1)?.keyOperations;
  console.log(
    `Key operations of the dispatching process so far: ${operations} (to be reached: 1 a tenant in five minutes)`,
  );
}

/** The median of the ratios round by round, with the lowest and the highest. */
function pairedRatio(a: readonly Measurement[], b: readonly Measurement[]): string {
  const ratios = a.map((round, index) => round.cpuPerCall / (b[index]?.cpuPerCall ?? Number.NaN));
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}
