import { computeWait, formatCountAttribute } from "../../packages/aws/dynamodb/limit-item.ts";
import { percentile } from "./agent-timing.ts";

const INSTANCES = 1_000;
const SECONDS = 180;
const CALLERS = [4, 16, 48, 1_000, 5_000];
/** Milliseconds: a warm call, a run of the agent, and the start of a new instance (assumed). */
const [CALL_MS, RUN_MS, COLD_MS] = [400, 45_000, 700];
/** Fraction of the noisy tenant's requests that are runs. */
const RUNS = 0.3;
/** As shipped (packages/core/fairness/request-rates.ts). */
const AS_SHIPPED = { perMinute: 1_200, runs: 50 };
const NO_LIMIT = { perMinute: Number.POSITIVE_INFINITY, runs: Number.POSITIVE_INFINITY };
const RUN_RETRY_MS = 5_000;

export interface SimulatedStage {
  /** Milliseconds: p95 of the quiet tenant's calls. */
  quietP95: number;
  /** Calls of the quiet tenant that found no instance. */
  quietRefused: number;
  /** Most instances that the noisy tenant used at once. */
  mostOfNoisy: number;
  /** Requests of the noisy tenant in a second, by whether they were served or refused. */
  served: number;
  refused: number;
}

interface Instance {
  isUsed: boolean;
  /** When a limit of the noisy tenant that this instance knows to be reached has room again. */
  fullUntil: number;
}

/**
 * Simulates a stage of 1,000 instances, each of which serves one request at a time: callers of a noisy
 * tenant send calls and runs as fast as they may, and a quiet tenant calls twice a second. Counts and places
 * are kept as in the table (packages/aws/dynamodb). The same seed gives the same result.
 */
export function simulateStage(callers: number, limits: typeof AS_SHIPPED, seed = 1): SimulatedStage {
  const events: (() => void)[][] = [];
  const random = seeded(seed);
  let now = 0;
  const after = (ms: number, run: () => void) => {
    const at = Math.round(now + ms);
    events[at] ??= [];
    events[at].push(run);
  };
  const idle: Instance[] = [];
  let started = 0;
  const item: Record<string, number> = {};
  const rate = { name: "tenant noisy", perMinute: limits.perMinute };
  let [runs, ofNoisy, mostOfNoisy, served, refused, quietRefused] = [0, 0, 0, 0, 0, 0];
  const took: number[] = [];
  /** Takes the instance that was used last, or starts one. */
  const take = (): { instance: Instance; coldMs: number } | undefined => {
    const warm = idle.pop();
    if (warm) return { instance: warm, coldMs: 0 };
    if (started === INSTANCES) return undefined;
    started += 1;
    return { instance: { isUsed: true, fullUntil: 0 }, coldMs: COLD_MS };
  };
  /** Returns for how long a request of the noisy tenant is refused; 0 if it is admitted. */
  const admit = (instance: Instance, isRun: boolean): number => {
    if (instance.fullUntil > now) return instance.fullUntil - now;
    if (isRun && runs >= limits.runs) return RUN_RETRY_MS;
    const count = formatCountAttribute(rate, now);
    item[count] = (item[count] ?? 0) + 1;
    const wait = Number.isFinite(rate.perMinute) ? computeWait(rate, item, now) : 0;
    if (wait === 0) return 0;
    item[count] -= 1;
    instance.fullUntil = now + wait;
    return wait;
  };
  const noisy = (): void => {
    const isRun = random() < RUNS;
    const taken = take();
    const wait = taken ? admit(taken.instance, isRun) : 1_000;
    if (wait > 0) {
      refused += 1;
      // The answer takes a moment, and clients wait as they are asked to, but not in step.
      if (taken) after(taken.coldMs + 20, () => idle.push(taken.instance));
      after(wait * (1 + random()), noisy);
      return;
    }
    served += 1;
    ofNoisy += 1;
    if (isRun) runs += 1;
    mostOfNoisy = Math.max(mostOfNoisy, ofNoisy);
    const ms = (taken?.coldMs ?? 0) + (isRun ? RUN_MS : CALL_MS) * (0.5 + random());
    after(ms, () => {
      ofNoisy -= 1;
      if (isRun) runs -= 1;
      if (taken) idle.push(taken.instance);
      noisy();
    });
  };
  const quiet = (): void => {
    after(500, quiet);
    const taken = take();
    if (!taken) {
      quietRefused += 1;
      return;
    }
    const ms = taken.coldMs + CALL_MS * (0.5 + random());
    took.push(ms);
    after(ms, () => idle.push(taken.instance));
  };
  after(0, quiet);
  for (let at = 0; at < callers; at++) after(10_000 + random() * 1_000, noisy);
  for (; now < SECONDS * 1_000; now++) for (const run of events[now] ?? []) run();
  return {
    quietP95: percentile(took, 0.95),
    quietRefused,
    mostOfNoisy,
    served: served / SECONDS,
    refused: refused / SECONDS,
  };
}

/** Prints the simulation with the limits as shipped and without them. */
export function printStageSimulation(): void {
  const { quietP95: alone } = simulateStage(0, AS_SHIPPED);
  console.log(
    `\nSimulated: ${INSTANCES} instances on AWS for ${SECONDS} s. A quiet tenant's p95 alone is ${alone.toFixed(0)} ms`,
  );
  console.log(
    "                              quiet p95    refused    noisy: instances    served/s    refused/s",
  );
  for (const [name, limits] of [
    ["limits as shipped", AS_SHIPPED],
    ["no limits", NO_LIMIT],
  ] as const)
    for (const callers of CALLERS) {
      const { quietP95, quietRefused, mostOfNoisy, served, refused } = simulateStage(callers, limits);
      const cells = [
        `${(quietP95 / alone).toFixed(2)} ×`,
        quietRefused,
        mostOfNoisy,
        served.toFixed(1),
        refused.toFixed(1),
      ];
      const [p95, ofQuiet, most, good, bad] = cells.map(String);
      console.log(
        `${`${callers} callers, ${name}`.padEnd(32)}${p95?.padEnd(13)}${ofQuiet?.padEnd(11)}${most?.padEnd(20)}${good?.padEnd(12)}${bad}`,
      );
    }
}

/** A generator of numbers in [0, 1): mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
