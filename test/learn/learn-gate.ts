import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { splitClauses } from "../../packages/grounding/gate/foreign-clauses.ts";
import { readFollowUp, readForeignPrompt, readUnit } from "../../packages/grounding/gate/judge-prompt.ts";
import { readUnits } from "../../packages/grounding/gate/single-turn.ts";
import { NOT_ON_THE_LAST_ANSWER, ON_THE_LAST_ANSWER } from "../grounding/gate/phrasings/follow-ups.ts";
import { BY_FORM, WRITTEN_FROM } from "../grounding/gate/phrasings/lists.ts";
import { NAMES } from "../grounding/gate/phrasings/names.ts";
import {
  FOREIGN_REQUESTS,
  type ForeignRequests,
  fillForeign,
  PEOPLE_ELSEWHERE,
} from "../grounding/gate/phrasings/other-languages.ts";
import {
  fillRequest,
  NOTHING_OUTSIDE_WRITTEN,
  OUTSIDE_FACTS,
  OWN_WORK,
} from "../grounding/gate/phrasings/requests.ts";
import type { LearnOptions } from "./learn-options.ts";

/** A prompt and whether it needs facts about the world. */
interface Row {
  source: string;
  external: boolean;
  prompt: string;
}

/** A row with the words that are weighed. */
interface Read {
  row: Row;
  features: readonly string[];
}

interface Model {
  vocabulary: ReadonlyMap<string, number>;
  weights: Float64Array;
  bias: number;
}

/**
 * A feature of fewer rows is not weighed: the table holds common words alone, and no prompt can be read from
 * it.
 */
const FEWEST_ROWS = 10;
/** Smaller weights are left out. */
const LEAST_HUNDREDTHS = 7;
const ROUNDS = 40;
const PARTS = 8;
const STEP = 0.3;
/** By what a feature is: runs of words say less of a prompt that nobody has seen than cues and rules do. */
const PENALTIES = { cue: 1e-5, word: 1e-4, run: 1.5e-4 };
const FOLDS = 5;
/** So often a line of our own is filled with names. */
const ROUNDS_OF_NAMES = 6;
const WEIGHTS_FILE = new URL("../../packages/grounding/gate/learned-weights.ts", import.meta.url);

function readRows(data: string): Row[] {
  const given = readFileSync(join(data, "gate.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { source, label, prompt } = JSON.parse(line) as { source: string; label: string; prompt: string };
      return { source, external: label === "external", prompt };
    });
  const asking = WRITTEN_FROM.lines("asking").flatMap((phrase) =>
    NAMES.map((name) => phrase.replaceAll("X", () => name)),
  );
  const own = (source: string, external: boolean, prompts: readonly string[]) =>
    prompts.map((prompt) => ({ source, external, prompt }));
  const filled = (list: readonly string[]) =>
    Array.from({ length: ROUNDS_OF_NAMES }, (_, round) =>
      list.map((line, at) => fillRequest(line, at, round)),
    ).flat();
  return [
    ...given,
    ...own("own", true, asking),
    ...own("own questions", true, WRITTEN_FROM.lines("questions")),
    ...own("own", false, WRITTEN_FROM.lines("other")),
    ...own("own by form", true, BY_FORM.lines("asked")),
    ...own("own by form", false, BY_FORM.lines("left alone")),
    ...own("own facts", true, filled(OUTSIDE_FACTS)),
    ...own("own work", false, filled(OWN_WORK)),
    ...own("own nothing", false, filled(NOTHING_OUTSIDE_WRITTEN)),
  ];
}

/**
 * Every prompt as it stands and typed the other way: the sources differ in capitals and question marks, which
 * says nothing about what is asked.
 */
function bothWays(prompt: string): string[] {
  if (/[\n`]/.test(prompt) || prompt.length > 200) return [prompt];
  if (prompt !== prompt.toLowerCase()) return [prompt, prompt.toLowerCase().replace(/[?.]$/, "")];
  const asks = /^(?:who|what|when|where|which|why|how|is|are|do|does|did|can|could|will|would)\b/.test(
    prompt,
  );
  return [
    prompt,
    prompt.charAt(0).toUpperCase() + prompt.slice(1) + (/[?.!]$/.test(prompt) ? "" : asks ? "?" : "."),
  ];
}

/** The parts of a prompt as rows; of a prompt that asks, only the first, which is the part that does. */
function read(row: Row, prompt: string): Read[] {
  const units = readUnits(prompt).slice(0, row.external ? 1 : undefined);
  return units.map((unit) => ({ row, features: [...readUnit(unit)] }));
}

/** Which part of the rows one belongs to: the same for the same prompt, whatever the order. */
function fold(prompt: string): number {
  return (createHash("sha256").update(prompt).digest()[1] ?? 0) % FOLDS;
}

/** Learns a logistic model, in a fixed order: the same rows give the same table. */
function learn(rows: readonly Read[]): Model {
  const counts = new Map<string, number>();
  for (const { features } of rows) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  // Every row comes twice.
  const kept = [...counts].filter(([, count]) => count >= 2 * FEWEST_ROWS).map(([feature]) => feature);
  const vocabulary = new Map(kept.sort().map((feature, at): [string, number] => [feature, at]));
  return { vocabulary, ...descend(rows, vocabulary) };
}

/** Gradient steps, of a size fitted to each weight by how steep its slope has been. */
function descend(
  rows: readonly Read[],
  vocabulary: ReadonlyMap<string, number>,
): Pick<Model, "weights" | "bias"> {
  const sizes = new Map<string, number>();
  for (const { row } of rows) sizes.set(row.source, (sizes.get(row.source) ?? 0) + 1);
  // A small source tells as much about what people ask as a large one.
  const shares = rows.map(({ row }) => 1 / Math.sqrt(sizes.get(row.source) ?? 1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const numbers = rows.map(({ features }) => features.flatMap((feature) => vocabulary.get(feature) ?? []));
  const size = vocabulary.size;
  const penalties = [...vocabulary.keys()].map(penaltyOf);
  const weights = new Float64Array(size + 1);
  const squares = new Float64Array(size + 1).fill(1e-8);
  for (let step = 0; step < ROUNDS * PARTS; step += 1) {
    const slopes = new Float64Array(size + 1);
    for (let at = step % PARTS; at < rows.length; at += PARTS) {
      const features = numbers[at] ?? [];
      const logOdds = features.reduce((sum, one) => sum + (weights[one] ?? 0), weights[size] ?? 0);
      const wanted = rows[at]?.row.external ? 1 : 0;
      const error = ((wanted - 1 / (1 + Math.exp(-logOdds))) * (shares[at] ?? 0) * PARTS) / total;
      for (const one of [...features, size]) slopes[one] = (slopes[one] ?? 0) + error;
    }
    for (let one = 0; one <= size; one += 1) {
      const slope = (slopes[one] ?? 0) - (penalties[one] ?? 0) * (weights[one] ?? 0);
      squares[one] = (squares[one] ?? 0) + slope * slope;
      weights[one] = (weights[one] ?? 0) + (STEP * slope) / Math.sqrt(squares[one] ?? 1);
    }
  }
  return { weights: weights.slice(0, size), bias: weights[size] ?? 0 };
}

function penaltyOf(feature: string): number {
  if (/^(?:cue|rule|need (?:asked|named|errand|fiction)|length) /.test(`${feature} `)) return PENALTIES.cue;
  return feature.includes(" ") ? PENALTIES.run : PENALTIES.word;
}

function logOddsOf({ vocabulary, weights, bias }: Model, { features }: Read): number {
  return features.reduce((sum, one) => sum + (weights[vocabulary.get(one) ?? -1] ?? 0), bias);
}

/**
 * Prints the share of each source's prompts that need facts by the models, each prompt judged by the one that
 * has not seen it.
 */
function printCrossValidated(
  rows: readonly Read[],
  group: (row: Row) => string,
  print: LearnOptions["print"],
): void {
  const judged = new Map<string, number[]>();
  for (const left of new Set(rows.map(({ row }) => group(row)))) {
    const model = learn(rows.filter(({ row }) => group(row) !== left));
    for (const one of rows.filter(({ row }) => group(row) === left))
      judged.set(one.row.source, [...(judged.get(one.row.source) ?? []), logOddsOf(model, one)]);
  }
  for (const [source, logOdds] of judged) {
    const share = (border: number) =>
      (logOdds.filter((one) => one > border).length / logOdds.length).toFixed(3);
    print(
      `${source.padEnd(22)} n ${String(logOdds.length).padStart(5)}  ${[-2, -1, 0, 1, 2].map(share).join("  ")}`,
    );
  }
}

function fillForeignRequests(kind: keyof ForeignRequests): string[] {
  return Object.entries(FOREIGN_REQUESTS).flatMap(([language, requests]) =>
    Array.from({ length: ROUNDS_OF_NAMES }, (_, round) =>
      requests[kind].map((line, at) =>
        fillForeign(language as keyof typeof FOREIGN_REQUESTS, line, at, round),
      ),
    ).flat(),
  );
}

const SHAPES = /^w (?:Pp|Nn|N|Gg|12|1900|aA|\^|\$|\?| )+$/;

function saysMoreThanWords(feature: string): boolean {
  return !/^[wl] /.test(feature) || SHAPES.test(feature);
}

/** Prompts of other languages. */
function readForeignRows(): Read[] {
  const rows = (source: string, external: boolean, prompts: readonly string[]) =>
    prompts.flatMap(bothWays).flatMap((prompt): Read[] => {
      const row = { source, external, prompt };
      const features = [...readForeignPrompt(prompt)];
      // The copy teaches how to judge words that nobody has seen.
      return [
        { row, features },
        { row, features: features.filter(saysMoreThanWords) },
      ];
    });
  const asking = Object.values(WRITTEN_FROM.group("asking")).flat();
  const elsewhere = Array.from({ length: ROUNDS_OF_NAMES }, (_, round) =>
    PEOPLE_ELSEWHERE.map((line, at) => fillForeign("nl", line, at, round)),
  ).flat();
  const own = fillForeignRequests("own");
  return [
    ...rows("facts", true, fillForeignRequests("facts")),
    ...rows("people", true, fillForeignRequests("people")),
    ...rows("people elsewhere", true, elsewhere),
    ...rows(
      "asking",
      true,
      asking.flatMap((phrase) => NAMES.map((name) => phrase.replaceAll("X", () => name))),
    ),
    ...rows("work", false, [...own, ...own.flatMap(splitClauses)]),
    ...rows("nothing", false, fillForeignRequests("nothing")),
    ...rows("other", false, Object.values(WRITTEN_FROM.group("other")).flat()),
  ];
}

/** Turns on the last answer, and turns and prompts that are not. */
function readTurns(data: string): Read[] {
  const filled = (list: readonly string[]) =>
    Array.from({ length: ROUNDS_OF_NAMES }, (_, round) =>
      list.map((line, at) => fillRequest(line, at, round)),
    ).flat();
  const asked = readFileSync(join(data, "followups.jsonl"), "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => (JSON.parse(line) as { turns: { prompt: string }[] }).turns.slice(1))
    .map(({ prompt }) => prompt);
  const others = [...OUTSIDE_FACTS, ...OWN_WORK, ...NOTHING_OUTSIDE_WRITTEN];
  const rows = (source: string, external: boolean, prompts: readonly string[]) =>
    prompts.flatMap(bothWays).flatMap((prompt): Read[] => {
      const row = { source, external, prompt };
      const features = [...readFollowUp(prompt)];
      // Words that nobody has seen put no turn on the last answer.
      const unseen = features.filter((one) => /^(?:length|cue) /.test(one) || /^(?:w )?[$^]$/.test(one));
      return !source.startsWith("not on")
        ? [{ row, features }]
        : [
            { row, features },
            { row, features: unseen },
          ];
    });
  return [
    ...rows("on the answer", true, filled(ON_THE_LAST_ANSWER)),
    ...rows("not on the answer", false, filled(NOT_ON_THE_LAST_ANSWER)),
    ...rows("on the answer elsewhere", true, fillForeignRequests("again")),
    ...rows("not on the answer elsewhere", false, fillForeignRequests("further")),
    ...rows("requests elsewhere", false, [
      ...fillForeignRequests("own"),
      ...fillForeignRequests("facts"),
      ...fillForeignRequests("people"),
      ...fillForeignRequests("nothing"),
    ]),
    ...rows("asked", false, asked),
    ...rows(
      "requests",
      false,
      others.map((line, at) => fillRequest(line, at)),
    ),
  ];
}

function tableOf({ vocabulary, weights }: Model): string {
  const entries = [...vocabulary].flatMap(([feature, at]) => {
    const hundredths = Math.round((weights[at] ?? 0) * 100);
    return Math.abs(hundredths) < LEAST_HUNDREDTHS ? [] : [`${hundredths}:${feature}`];
  });
  return JSON.stringify(entries.join("|"));
}

function weightsFile(facts: Model, foreign: Model, onAnswer: Model): string {
  return [
    "/**",
    " * Log-odds by feature, in hundredths, that a prompt asks for facts about the world. Generated by `npm run",
    " * learn -- gate` from gate.jsonl of the evaluation data and our own prompts.",
    " */",
    `export const ENGLISH_WEIGHTS =\n  ${tableOf(facts)};`,
    "",
    "/** Log-odds of a prompt without any of these features. */",
    `export const ENGLISH_BIAS = ${facts.bias.toFixed(2)};`,
    "",
    "/** Log-odds for languages other than English. */",
    `export const FOREIGN_WEIGHTS =\n  ${tableOf(foreign)};`,
    "",
    `export const FOREIGN_BIAS = ${foreign.bias.toFixed(2)};`,
    "",
    "/** Log-odds that a turn is only about the last answer. */",
    `export const FOLLOW_UP_WEIGHTS =\n  ${tableOf(onAnswer)};`,
    "",
    `export const FOLLOW_UP_BIAS = ${onAnswer.bias.toFixed(2)};`,
    "",
  ].join("\n");
}

/**
 * Learns by which words prompts that need facts are told from others, from gate.jsonl and prompts of our own.
 */
export function learnGate({ data, crossValidate, print }: LearnOptions): void {
  const rows = readRows(data).flatMap((row) => bothWays(row.prompt).flatMap((prompt) => read(row, prompt)));
  if (crossValidate) {
    print("By prompt, in five parts; share above log-odds -2, -1, 0, 1, 2:");
    printCrossValidated(rows, ({ prompt }) => String(fold(prompt)), print);
    print("Each source by the others alone:");
    printCrossValidated(rows, ({ source }) => source, print);
  }
  const model = learn(rows);
  writeFileSync(WEIGHTS_FILE, weightsFile(model, learn(readForeignRows()), learn(readTurns(data))));
  print(`gate: ${model.vocabulary.size} features weighed, from ${rows.length} prompts.`);
}
