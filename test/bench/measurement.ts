/** The cost of one round of calls, as the process that made them measured it. */
export interface Measurement {
  callsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of user and system time a call, all threads of the process. */
  cpuPerCall: number;
  /** Mebibytes of resident memory after the round. */
  rss: number;
}

/** Makes `calls` calls, `inFlight` at a time, and measures them. */
export async function measure(
  call: () => Promise<unknown>,
  calls: number,
  inFlight: number,
): Promise<Measurement> {
  const latencies = new Float64Array(calls);
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < calls; index = next++) {
      const startedAt = performance.now();
      await call();
      latencies[index] = performance.now() - startedAt;
    }
  };
  globalThis.gc?.();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  latencies.sort();
  return {
    callsPerSecond: calls / seconds,
    p50: latencies[Math.floor(calls * 0.5)] ?? 0,
    p99: latencies[Math.floor(calls * 0.99)] ?? 0,
    cpuPerCall: (cpu.user + cpu.system) / calls,
    rss: process.memoryUsage().rss / 2 ** 20,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The median of every figure, each on its own. */
export function medianOf(rounds: readonly Measurement[]): Measurement {
  const of = (pick: (round: Measurement) => number) => median(rounds.map(pick));
  return {
    callsPerSecond: of((round) => round.callsPerSecond),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpuPerCall: of((round) => round.cpuPerCall),
    rss: of((round) => round.rss),
  };
}
