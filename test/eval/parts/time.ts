import { decideGrounding, splitSentences } from "@plumbline/grounding";
import type { Measurement, TimedRow } from "../figures.ts";
import type { Part } from "../part.ts";
import { researchPassages, severalPeople } from "../product.ts";
import { type DataFolder, type Passage, sampleRows } from "../rows.ts";
import { windowPassages } from "../windows.ts";

const CALLS = 200;
const WARM_UP = 20;
const TRIES = 3;
const RESULTS = 20;
const SENTENCES = 100;

/** Milliseconds of one decision on one prompt. */
export const gateTime: Part = timePart("gate", ["gate"], (data) =>
  sampleRows(data.rows("gate"), CALLS).map(({ value: { prompt } }) => () => {
    decideGrounding({ prompt });
  }),
);

/** Milliseconds of telling apart the people in twenty results for one name. */
export const namesTime: Part = timePart("names", ["names"], (data) =>
  sampleRows(data.rows("names"), CALLS).map(({ value: { name, passages } }) => {
    const results = Array.from({ length: RESULTS }, (_, seed) => windowPassages(name, passages, seed)).flat();
    return () => {
      severalPeople(name, results.slice(0, RESULTS));
    };
  }),
);

/** Milliseconds of one whole research, the search itself aside, over results that hold a hundred sentences. */
export const rankingTime: Part = timePart("ranking", ["answers_nq"], (data) => {
  const rows = data.rows("answers_nq");
  return sampleRows(rows, CALLS).map((row) => {
    const at = rows.indexOf(row);
    const near = rows.slice(at, at + RESULTS).concat(rows.slice(0, RESULTS));
    const passages = near.flatMap(({ value }) => [value.gold, ...value.neighbours]);
    const hundred = withSentences(passages, SENTENCES);
    return async () => {
      await researchPassages(row.value.question, hundred);
    };
  });
});

type Call = () => void | Promise<void>;

function timePart(subject: string, files: Part["files"], callsOf: (data: DataFolder) => Call[]): Part {
  const name = `time.${subject}.p95_ms`;
  return {
    title: "time",
    files,
    names: () => [name],
    async measure({ data }): Promise<Measurement[]> {
      const calls = callsOf(data);
      for (const call of calls.slice(0, WARM_UP)) await call();
      const rows: TimedRow[] = [];
      for (const [index, call] of calls.entries())
        rows.push({ group: `${index}`, milliseconds: await fastestOf(TRIES, call) });
      return [{ name, kind: "p95", rows }];
    },
  };
}

/** The shortest of a few calls in milliseconds: the others waited for something else on the machine. */
async function fastestOf(tries: number, call: Call): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt++) {
    const startedAt = performance.now();
    await call();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}

/** The first passages that hold so many sentences together, at most twenty; the last one is cut. */
function withSentences(passages: readonly Passage[], wanted: number): Passage[] {
  const each = Math.ceil(wanted / RESULTS);
  const long = passages.map(({ title, text }) => ({ title, sentences: splitSentences(text).slice(0, each) }));
  return long
    .filter(({ sentences }) => sentences.length === each)
    .slice(0, RESULTS)
    .map(({ title, sentences }) => ({ title, text: sentences.join(" ") }));
}
