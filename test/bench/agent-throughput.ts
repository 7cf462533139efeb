import { type Stage, WAYS, type Way } from "./agent-stage.ts";
import { median } from "./measurement.ts";

const ROUNDS = 5;
const TOKENS = 3_000;

interface Round {
  tokensPerSecond: number;
  chunksPerSecond: number;
  /** Microseconds of the serving process's time. */
  cpuPerToken: number;
}

/** One stream, as fast as the model writes. */
export async function throughputBench(stage: Stage): Promise<void> {
  const rounds = new Map<Way, Round[]>(WAYS.map((way) => [way, []]));
  for (const way of WAYS) await measure(stage, way);
  for (let round = 0; round < ROUNDS; round++)
    for (const way of WAYS) rounds.get(way)?.push(await measure(stage, way));

  console.log(
    `\nOne stream of ${TOKENS} tokens as fast as the model writes, medians of ${ROUNDS} interleaved rounds`,
  );
  console.log(
    "                    tokens/s   chunks/s   the service's CPU µs/token   of the bare client's tokens/s",
  );
  const bare = rounds.get("bare client") ?? [];
  for (const [way, all] of rounds) {
    const of = (pick: (round: Round) => number, digits = 0) => median(all.map(pick)).toFixed(digits);
    const shares = all.map(({ tokensPerSecond }, at) => tokensPerSecond / (bare[at]?.tokensPerSecond ?? 0));
    const cells = [
      of((round) => round.tokensPerSecond).padStart(11),
      of((round) => round.chunksPerSecond).padStart(11),
      (way === "bare client" ? "–" : of((round) => round.cpuPerToken, 1)).padStart(29),
      `${(100 * median(shares)).toFixed(1)} %`.padStart(32),
    ];
    console.log(way.padEnd(17) + cells.join(""));
  }
}

async function measure(stage: Stage, way: Way): Promise<Round> {
  const before = await stage.sample();
  const [played] = await stage.play(way, { streams: 1, tokens: TOKENS, intervalMs: 0 });
  const after = await stage.sample();
  if (!played) throw new Error("No stream was played.");
  const { written, read } = played;
  const seconds = ((read.at.at(-1) ?? Number.NaN) - (written.at[0] ?? Number.NaN)) / 1000;
  return {
    tokensPerSecond: written.at.length / seconds,
    chunksPerSecond: read.at.length / seconds,
    cpuPerToken: (1000 * (after.cpuMs - before.cpuMs)) / written.at.length,
  };
}
