import { decideGrounding } from "@plumbline/grounding/gate";
import { splitSentences } from "@plumbline/grounding/guard";
import type { Measurement, TimedRow } from "../figures.ts";
import { labelledAnswers } from "../guard-sets.ts";
import type { Part } from "../part.ts";
import { guardOver, researchPassages, severalPeople } from "../product.ts";
import { type DataFolder, type Passage, sampleRows } from "../rows.ts";
import { windowPassages } from "../windows.ts";

const CALLS = 200;
const WARM_UP = 20;
const TRIES = 3;
const RESULTS = 20;
const SENTENCES = 100;
const SENTENCES_JUDGED = 10;
const CITATIONS = 10;

/** Milliseconds of one decision on one prompt. */
export const gateTime: Part = timePart("time.gate.p95_ms", ["gate"], (data) =>
  sampleRows(data.rows("gate"), CALLS).map(({ value: { prompt } }) => () => {
    decideGrounding({ prompt });
  }),
);

/** Milliseconds of telling apart the people in twenty results for one name. */
export const namesTime: Part = timePart("time.names.p95_ms", ["names"], (data) =>
  sampleRows(data.rows("names"), CALLS).map(({ value: { name, passages } }) => {
    const results = Array.from({ length: RESULTS }, (_, seed) => windowPassages(name, passages, seed)).flat();
    return () => {
      severalPeople(name, results.slice(0, RESULTS));
    };
  }),
);

/**
 * Milliseconds of one whole research, the search itself aside, over results that hold a hundred sentences.
 */
export const rankingTime: Part = timePart("time.ranking.p95_ms", ["answers_nq"], (data) => {
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

/**
 * Milliseconds of judging ten sentences of other writers against ten citations, the evidence read anew each
 * time.
 */
export const guardTime: Part = timePart("time.guard_ms", ["guard_bios", "guard_bios_sources"], (data) => {
  const answers = labelledAnswers(data, "bios");
  const first = sampleRows(
    answers.map((value) => ({ id: value.id, value })),
    CALLS,
  );
  return first.map(({ value: { input, group } }) => {
    const written = answers.filter((answer) => answer.group === group).flatMap(({ sentences }) => sentences);
    const text = repeated(written, SENTENCES_JUDGED)
      .map((sentence) => sentence.written)
      .join(" ");
    const pages = input.pages.map(({ title, snippets }) => ({
      title,
      snippets: repeated(snippets, CITATIONS),
    }));
    return () => {
      guardOver({ ...input, pages }).verify(text);
    };
  });
});

type Call = () => void | Promise<void>;

function timePart(name: string, files: Part["files"], callsOf: (data: DataFolder) => Call[]): Part {
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

/** So many of a list, from its beginning again where it is too short. */
function repeated<T>(items: readonly T[], wanted: number): T[] {
  return Array.from({ length: wanted }, (_, at) => items[at % items.length]).flatMap((item) => item ?? []);
}
