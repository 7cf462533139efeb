import { readFileSync } from "node:fs";

import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine } from "@plumbline/grounding";
import { decideGrounding } from "@plumbline/grounding/gate";
import { parseQuestion } from "@plumbline/grounding/question";
import type { PromptPurpose, Reader } from "@plumbline/grounding/reader";
import { readPurpose } from "../../../packages/agent/run/read-purpose.ts";
import { listContentStems } from "../../../packages/grounding/lexicon/stems.ts";
import { type DataFolder, sampleRows } from "../rows.ts";

/** A prompt and what is right for it. */
export interface PromptCase {
  set: string;
  kind: PromptPurpose["kind"];
  prompt: string;
  /** The person's message before. */
  earlier?: string;
  /** The words of a `both` prompt that ask for the fact. */
  fact?: string;
  /** The name that a follow-up with a new question is about. */
  about?: string;
}

export interface PromptRun {
  row: PromptCase;
  right: boolean;
  /** True if the reader was asked. */
  asked: boolean;
  researched: boolean;
}

const CASES = new URL("./prompts.jsonl", import.meta.url);

/** Our own prompts, and the gate's rows where there is a data folder. */
export function promptCases(data: DataFolder | null, sample: number | undefined): PromptCase[] {
  const own = readFileSync(CASES, "utf8").trim().split("\n");
  const rows = data ? sampleRows(data.rows("gate"), sample, ({ source }) => source) : [];
  return [
    ...own
      .map((line) => JSON.parse(line))
      .map((row) => ({ ...row, set: row.about ? "new question" : row.kind })),
    ...rows.map(({ value: { prompt, label, source } }): PromptCase => {
      return { set: source, kind: label === "external" ? "fact" : "own", prompt };
    }),
  ];
}

/** Returns what a scripted reader says about a case. */
type PurposeScript = (row: PromptCase) => unknown;

const SCRIPTS: Readonly<Record<string, PurposeScript>> = {
  oracle: ({ kind, prompt, fact, about }) => {
    if (kind === "own") return { kind, asks: [] };
    if (kind === "follow_up") return { kind, asks: about === undefined ? [] : [`${prompt} ${about}`] };
    return { kind, asks: [fact ?? prompt] };
  },
  "always-yes": ({ prompt }) => ({ kind: "fact", asks: [prompt] }),
  "always-no": () => ({ kind: "own", asks: [] }),
};

/** Returns the scripted reader for a case, or `undefined` without one. */
export function scriptPurpose(name: string, row: PromptCase): Reader | undefined {
  const script = SCRIPTS[name];
  if (script === undefined) return undefined;
  return {
    id: name,
    select: async () => ({ choices: undefined, usage: { calls: 0, inputTokens: 0, outputTokens: 0 } }),
    classify: async () => ({
      purpose: script(row),
      usage: { calls: 1, inputTokens: 500, outputTokens: 30 },
    }),
  };
}

/** Reads a prompt as a turn does, without a search. */
export async function runPromptCase(row: PromptCase, reader: Reader | undefined): Promise<PromptRun> {
  const clock = new ManualClock();
  const { classify } = createResearchEngine({ backends: [], clock, reader });
  const before = row.earlier === undefined ? [] : [{ role: "user", content: row.earlier }];
  const conversation = before.flatMap((one) => [one, { role: "assistant", content: "Two sources say so." }]);
  const dialogue = { prompt: row.prompt, conversation };
  const bounds = { deadline: Deadline.in(10_000, clock) };
  const turn = await readPurpose(dialogue, decideGrounding(dialogue), {
    classify,
    ledger: undefined,
    bounds,
  });
  const { decision, question } = turn;
  const asksAgain =
    row.earlier !== undefined && question?.text === parseQuestion({ prompt: row.earlier }).text;
  return {
    row,
    right: isRight(row, { text: question?.text, asksAgain, ordersWork: decision.ordersWork === true }),
    asked: turn.reader !== undefined,
    researched: question !== undefined,
  };
}

/** Number of content words of a fact that may be missing from the question, or be added to it. */
const MOST_MISSING = 1;
const MOST_ADDED = 3;

function isRight(
  { kind, fact = "", about }: PromptCase,
  { text, asksAgain, ordersWork }: { text: string | undefined; asksAgain: boolean; ordersWork: boolean },
): boolean {
  if (kind === "own") return text === undefined;
  if (kind === "fact") return text !== undefined;
  if (kind === "follow_up")
    return about === undefined ? text === undefined || asksAgain : text?.includes(about) === true;
  const [wanted, asked] = [fact, text ?? ""].map((words) => new Set(listContentStems(words, "en")));
  if (!wanted || !asked || !ordersWork) return false;
  const missing = [...wanted].filter((stem) => !asked.has(stem)).length;
  const added = [...asked].filter((stem) => !wanted.has(stem)).length;
  return missing <= MOST_MISSING && added <= MOST_ADDED;
}

export interface PromptFigures {
  set: string;
  cases: number;
  right: number;
  asked: number;
  researched: number;
}

/** Adds up the runs of each set. */
export function promptFigures(runs: readonly PromptRun[]): PromptFigures[] {
  const sets = [...new Set(runs.map(({ row }) => row.set))];
  return sets.map((set) => {
    const own = runs.filter(({ row }) => row.set === set);
    const count = (holds: (run: PromptRun) => boolean) => own.filter(holds).length;
    return {
      set,
      cases: own.length,
      right: count(({ right }) => right) / own.length,
      asked: count(({ asked }) => asked) / own.length,
      researched: count(({ researched }) => researched) / own.length,
    };
  });
}
