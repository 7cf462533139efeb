import type { ChildProcess } from "node:child_process";
import type { CandidateName } from "./candidates.ts";
import { ask, startChild } from "./child.ts";
import { type Measurement, median, medianOf } from "./measurement.ts";

export type Answer = Measurement & { keyOperations?: number };

export interface Contest {
  /** the specification's word of the provider that is called. */
  word: string;
  names: readonly CandidateName[];
  rounds: number;
  warmUpCalls: number;
  /** Calls a round, by how many are in flight. */
  calls: Readonly<Record<number, number>>;
}

/** Every round of every candidate, by how many calls were in flight. */
export type Results = ReadonlyMap<number, ReadonlyMap<CandidateName, readonly Answer[]>>;

/** Lets candidates call one server in interleaved rounds, each in its own process. */
export async function holdContest(contest: Contest): Promise<Results> {
  const { word, names, rounds } = contest;
  const { child: server, first: url } = await startChild("provider-server.ts", word);
  const children = new Map<CandidateName, ChildProcess>();
  const run = (name: CandidateName, calls: number, inFlight: number) => {
    const child = children.get(name);
    if (!child) throw new Error(`${name} is not running`);
    return ask<Answer>(child, { calls, inFlight });
  };
  try {
    for (const name of names)
      children.set(name, (await startChild("candidate.ts", name, word, String(url))).child);
    for (const name of names) await run(name, contest.warmUpCalls, 16);
    const results = new Map<number, Map<CandidateName, Answer[]>>();
    for (const [inFlight, calls] of Object.entries(contest.calls)) {
      const all = new Map<CandidateName, Answer[]>(names.map((name) => [name, []]));
      for (let round = 0; round < rounds; round++)
        for (const name of names) all.get(name)?.push(await run(name, calls, Number(inFlight)));
      results.set(Number(inFlight), all);
    }
    return results;
  } finally {
    for (const child of [server, ...children.values()]) child.kill();
  }
}

export const HEADINGS = "candidate                   calls/s   p50 ms   p99 ms   CPU µs/call   RSS MiB";

/** The medians of one candidate's rounds, under HEADINGS. */
export function row(name: string, rounds: readonly Answer[]): string {
  const { callsPerSecond, p50, p99, cpuPerCall, rss } = medianOf(rounds);
  const cells = [
    callsPerSecond.toFixed(0).padStart(8),
    p50.toFixed(3).padStart(9),
    p99.toFixed(3).padStart(9),
    cpuPerCall.toFixed(1).padStart(14),
    rss.toFixed(0).padStart(10),
  ];
  return name.padEnd(26) + cells.join("");
}

/** CPU a call of `a` over that of `b`, round by round. */
export function cpuRatios(a: readonly Answer[] = [], b: readonly Answer[] = []): number[] {
  return a.map((round, index) => round.cpuPerCall / (b[index]?.cpuPerCall ?? Number.NaN));
}

/** The median of ratios, with the lowest and the highest. */
export function spread(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}
