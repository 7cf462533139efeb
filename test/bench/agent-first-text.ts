import { type Played, type Stage, WAYS, type Way } from "./agent-stage.ts";
import { percentile } from "./agent-timing.ts";

const ROUNDS = 5;
const RUNS = 12;
const INTERVAL_MS = 2;

/**
 * Number of tokens to play for each way of reading. One is enough without the guard. With it, they cover one
 * sentence and the beginning of the next, which the guard waits for.
 */
const TOKENS: Readonly<Record<Way, number>> = { "bare client": 1, ungrounded: 1, guarded: 20 };

/**
 * Measures how soon a run begins, including two reads of the embedded store for its caller. Measures also how
 * long the first text takes to arrive after the model has written it.
 */
export async function firstTextBench(stage: Stage): Promise<void> {
  const runs = new Map<Way, Played[]>(WAYS.map((way) => [way, []]));
  const run = (way: Way) => stage.play(way, { streams: 1, tokens: TOKENS[way], intervalMs: INTERVAL_MS });
  for (const way of WAYS) for (let warmUp = 0; warmUp < RUNS; warmUp++) await run(way);
  for (let round = 0; round < ROUNDS; round++)
    for (const way of WAYS) for (let at = 0; at < RUNS; at++) runs.get(way)?.push(...(await run(way)));

  console.log(
    `\nThe agent's first text, ${ROUNDS * RUNS} runs a way in interleaved rounds, p50 and p95 in ms; a token every ${INTERVAL_MS} ms`,
  );
  console.log("                 request → first event   model's first token → first text");
  for (const [way, played] of runs) {
    const cells = [spread(played.map(start)).padStart(21), spread(played.map(firstText)).padStart(35)];
    console.log(way.padEnd(17) + cells.join(""));
  }
  const usual = (way: Way) => percentile((runs.get(way) ?? []).map(firstText), 0.5);
  const added = usual("ungrounded") - usual("bare client");
  console.log(`Added to the first token, p50: ${added.toFixed(2)} ms   (to be reached: under 5)`);

  const guarded = runs.get("guarded") ?? [];
  console.log(
    `With the guard: the first sentence took the model ${spread(guarded.map(sentence))}; from its full stop to the first text ` +
      `${spread(guarded.map(afterSentence))}, of it ${spread(guarded.map(untilCertain))} until the model's next word showed that it had ended`,
  );
  const sentences = guarded.map((one) => firstText(one) / sentence(one));
  console.log(
    `First text after ${percentile(sentences, 0.5).toFixed(2)} sentences, p50; ` +
      `the guard's own share ${spread(guarded.map(afterNext))}   (to be reached: one sentence and nothing more)`,
  );
}

const start = ({ read }: Played) => read.firstEventAt - read.askedAt;
const firstText = ({ written, read }: Played) => (read.at[0] ?? Number.NaN) - (written.at[0] ?? Number.NaN);
const afterSentence = ({ late }: Played) => late[0]?.ms ?? Number.NaN;
const sentence = (played: Played) => firstText(played) - afterSentence(played);

/** Milliseconds from the full stop of the first sentence to the token after it. */
const untilCertain = (played: Played) => afterSentence(played) - afterNext(played);
const afterNext = ({ late }: Played) => late[0]?.afterNextMs ?? Number.NaN;

function spread(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.95).toFixed(2)}`;
}
