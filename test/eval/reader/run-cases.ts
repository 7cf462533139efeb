import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Reader, ReaderCandidate, ReadingQuestion } from "@plumbline/grounding/reader";
import { choosing, sayNo, sayYes, scriptReader } from "../../support/scripted-readers.ts";
import { containsAnswer } from "../contains-answer.ts";
import { claimsAsRead, pageUrl, researchPassages } from "../product.ts";
import type { ReaderCase } from "./cases.ts";

/** Readers that are scripted, by name. `off` is without one: the rules alone. */
export const SCRIPTED: Readonly<Record<string, (row: ReaderCase) => Reader | undefined>> = {
  off: () => undefined,
  oracle: (row) =>
    scriptReader(
      "oracle",
      choosing((candidate) => isRight(row, candidate)),
    ),
  "always-yes": () => scriptReader("always-yes", sayYes),
  "always-no": () => scriptReader("always-no", sayNo),
};

/** Tells whether a candidate is a right answer: a sentence of an answering page that contains one. */
export function isRight({ answering, answers }: ReaderCase, { url, text }: ReaderCandidate): boolean {
  return (
    answering.some((page) => pageUrl(page) === url) && answers.some((answer) => containsAnswer(text, answer))
  );
}

/** One question to a reader, with the numbers it should choose. */
export interface RecordedSelect {
  set: string;
  question: ReadingQuestion;
  candidates: readonly ReaderCandidate[];
  /** The numbers that answer. */
  expected: readonly number[];
}

export interface CaseRun {
  row: ReaderCase;
  outcome: ResearchOutcome;
  /** Null where the reader was not asked. */
  select: RecordedSelect | null;
  /** Milliseconds that the reader took. */
  readMs: number;
}

/** Researches one case with a reader. */
export async function runCase(row: ReaderCase, reader: Reader | undefined): Promise<CaseRun> {
  let select: RecordedSelect | null = null;
  let readMs = 0;
  const recording: Reader | undefined = reader && {
    id: reader.id,
    async select(question, candidates, bounds) {
      const expected = candidates.filter((one) => isRight(row, one)).map(({ number }) => number);
      select = { set: row.set, question, candidates, expected };
      const startedAt = performance.now();
      try {
        return await reader.select(question, candidates, bounds);
      } finally {
        readMs = performance.now() - startedAt;
      }
    },
  };
  const outcome = await researchPassages(row.question, row.pages, recording);
  return { row, outcome, select, readMs };
}

/** One line of the table: what a reader makes of a set of cases. */
export interface ReaderFigures {
  set: string;
  cases: number;
  asked: number;
  /** Shares of the answerable cases. */
  first: number;
  refused: number;
  /** Share of the near misses that were answered. */
  answeredWithout: number;
  /** Share of the askings in which the right sentence was shown, where there is one. */
  shown: number;
  /** Askings whose choice did not count. */
  off: number;
  calls: number;
  /** Tokens in and out for each asking. */
  tokens: number;
  p95Ms: number;
}

export function figuresOf(set: string, runs: readonly CaseRun[]): ReaderFigures {
  const answerable = runs.filter(({ row }) => row.answering.length > 0);
  const near = runs.filter(({ row }) => row.answering.length === 0);
  const asked = runs.filter(({ select }) => select !== null);
  const used = asked.flatMap(({ outcome }) => outcome.reader ?? []);
  const times = asked.map(({ readMs }) => readMs).toSorted((one, other) => one - other);
  return {
    set,
    cases: runs.length,
    asked: asked.length,
    first: shareOf(answerable, answersFirst),
    refused: shareOf(answerable, ({ outcome }) => !outcome.ok),
    answeredWithout: shareOf(near, ({ outcome }) => outcome.ok),
    shown: shareOf(answerable, ({ select }) => (select?.expected.length ?? 0) > 0),
    off: used.filter((one) => !one.used).length,
    calls: used.reduce((total, one) => total + one.calls, 0),
    tokens:
      used.reduce((total, one) => total + one.input_tokens + one.output_tokens, 0) /
      Math.max(1, asked.length),
    p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

function answersFirst({ row, outcome }: CaseRun): boolean {
  const [first] = outcome.ok ? claimsAsRead(outcome) : [];
  return first !== undefined && row.answers.some((answer) => containsAnswer(first.text, answer));
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.length === 0 ? Number.NaN : items.filter(holds).length / items.length;
}
