import { readFileSync } from "node:fs";
import { Deadline, systemClock } from "@plumbline/core/clock/clock.ts";
import { createResearchEngine } from "@plumbline/grounding";
import { AnswerGuard } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Reader, ReaderCandidate, ReaderStatement } from "@plumbline/grounding/reader";
import { scriptSupport, supporting } from "../../support/scripted-readers.ts";
import { guardOutcome } from "../product.ts";

/** A sentence over pages, written by somebody who knew the promise and none of our tests. */
export interface SupportCase {
  /** `honest` says what the pages say; `lies` do not. */
  set: "honest" | "lies";
  text: string;
  question: string;
  outcome: ResearchOutcome;
}

interface Trial {
  pages: readonly { text: string; title?: string }[];
  topics: Readonly<Record<string, { question: string; pages: readonly number[] }>>;
  lies: Readonly<Record<string, readonly string[]>>;
  truths: Readonly<Record<string, readonly string[]>>;
}

const TRIAL = new URL("../../grounding/guard/adversary/texts.json", import.meta.url);

/** Lists what the guard's adversary wrote, true or not; a `sample` has as many of each. */
export function supportCases(sample: number | undefined): SupportCase[] {
  const trial: Trial = JSON.parse(readFileSync(TRIAL, "utf8"));
  const casesOf = (set: SupportCase["set"], texts: Trial["lies"]) =>
    spread(
      Object.entries(texts).flatMap(([topic, sentences]) => {
        const { question = "", pages = [] } = trial.topics[topic] ?? {};
        const found = pages.map((at) => ({
          title: trial.pages[at]?.title ?? "A page",
          snippets: [trial.pages[at]?.text ?? ""],
        }));
        const outcome = guardOutcome({ query: question, said: [question], pages: found });
        return sentences.map((text): SupportCase => ({ set, text, question, outcome }));
      }),
      sample,
    );
  return [...casesOf("honest", trial.truths), ...casesOf("lies", trial.lies)];
}

/** So many items from all over a list. */
function spread<Item>(items: readonly Item[], most = items.length): readonly Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** One question to a reader, with what it should find. */
export interface RecordedSupport {
  set: string;
  statements: readonly ReaderStatement[];
  evidence: readonly ReaderCandidate[];
  expected: "supported" | "neither";
}

export interface SupportRun {
  row: SupportCase;
  /** It left in its own words. */
  passed: boolean;
  /** Null where the rules decided. */
  asked: RecordedSupport | null;
  usage: { calls: number; tokens: number };
  isOff: boolean;
}

/** Guards one sentence with a reader. */
export async function runSupportCase(row: SupportCase, reader: Reader | undefined): Promise<SupportRun> {
  const run: SupportRun = { row, passed: false, asked: null, usage: { calls: 0, tokens: 0 }, isOff: false };
  const recording: Reader | undefined = reader && {
    ...reader,
    async support(statements, evidence, bounds) {
      run.asked = {
        set: row.set,
        statements,
        evidence,
        expected: row.set === "honest" ? "supported" : "neither",
      };
      if (!reader.support) throw new Error("The reader cannot judge statements.");
      return reader.support(statements, evidence, bounds);
    },
  };
  const { support } = createResearchEngine({ backends: [], clock: systemClock, reader: recording });
  const guard = new AnswerGuard([row.outcome], [row.question]);
  const text = support
    ? guard.questioned(async (...stated) => {
        const reading = await support(...stated, { deadline: Deadline.in(60_000, systemClock) });
        run.isOff = reading?.used === false;
        const { calls, inputTokens, outputTokens } = reading?.usage ?? {
          calls: 0,
          inputTokens: 0,
          outputTokens: 0,
        };
        run.usage = { calls, tokens: inputTokens + outputTokens };
        return reading;
      })
    : guard.text();
  const pieces = [...text.push(row.text), ...(await text.end())];
  const isOwn = (how: string) => how === "verbatim" || how === "paraphrase" || how === "form";
  run.passed = pieces.length > 0 && pieces.every((piece) => piece.type === "passed" && isOwn(piece.how));
  return run;
}

/** Readers of statements that are scripted, by name. */
export const SCRIPTED_SUPPORT: Readonly<Record<string, (row: SupportCase) => Reader | undefined>> = {
  off: () => undefined,
  oracle: ({ set, text }) =>
    scriptSupport(
      "oracle",
      supporting((one) => set === "honest" && text.includes(one.text)),
    ),
  // Knows the decoys, and finds every statement supported.
  "always-yes": ({ text }) =>
    scriptSupport(
      "always-yes",
      supporting((one) => text.includes(one.text)),
    ),
  "always-no": () =>
    scriptSupport(
      "always-no",
      supporting(() => false),
    ),
};

/** One line of the table: the sentences of a set that left in their own words, and what that took. */
export interface SupportFigures {
  set: string;
  cases: number;
  asked: number;
  passed: number;
  off: number;
  calls: number;
  /** Tokens in and out for each asking. */
  tokens: number;
}

export function supportFiguresOf(set: string, runs: readonly SupportRun[]): SupportFigures {
  const asked = runs.filter((run) => run.asked !== null);
  const sum = (read: (run: SupportRun) => number) => runs.reduce((total, run) => total + read(run), 0);
  return {
    set,
    cases: runs.length,
    asked: asked.length,
    passed: runs.filter(({ passed }) => passed).length / Math.max(1, runs.length),
    off: runs.filter(({ isOff }) => isOff).length,
    calls: sum(({ usage }) => usage.calls),
    tokens: sum(({ usage }) => usage.tokens) / Math.max(1, asked.length),
  };
}
