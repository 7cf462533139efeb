import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPrompt } from "../../packages/grounding/gate/prompt-reading.ts";
import { applyRules, RULES_SHARE, readLearnedFeatures } from "../../packages/grounding/gate/single-turn.ts";
import { NAMES } from "../grounding/gate/phrasings/names.ts";
import {
  WRITTEN_FROM_ASKING,
  WRITTEN_FROM_OTHER,
  WRITTEN_FROM_QUESTIONS,
} from "../grounding/gate/phrasings/written-from.ts";
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
  /** The score by the rules alone, which the table only corrects. */
  byRules: number;
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
const FEWEST_ROWS = 30;
const ROUNDS = 40;
const PARTS = 8;
const STEP = 0.3;
const PENALTY = 1e-4;
const FOLDS = 5;
const WEIGHTS_FILE = new URL("../../packages/grounding/gate/learned-weights.ts", import.meta.url);

function readRows(data: string): Row[] {
  const given = readFileSync(join(data, "gate.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { source, label, prompt } = JSON.parse(line) as { source: string; label: string; prompt: string };
      return { source, external: label === "external", prompt };
    });
  const asking = WRITTEN_FROM_ASKING.map((phrase, at) =>
    phrase.replaceAll("X", () => NAMES[at % NAMES.length] ?? ""),
  );
  return [
    ...given,
    ...asking.map((prompt) => ({ source: "own", external: true, prompt })),
    ...WRITTEN_FROM_QUESTIONS.map((prompt) => ({ source: "own questions", external: true, prompt })),
    ...WRITTEN_FROM_OTHER.map((prompt) => ({ source: "own", external: false, prompt })),
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

function read(row: Row, prompt: string): Read {
  const reading = readPrompt(prompt);
  const { reasons, logOdds } = applyRules(reading);
  return { row, byRules: RULES_SHARE * logOdds, features: readLearnedFeatures(reading, reasons) };
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
  const weights = new Float64Array(size + 1);
  const squares = new Float64Array(size + 1).fill(1e-8);
  for (let step = 0; step < ROUNDS * PARTS; step += 1) {
    const slopes = new Float64Array(size + 1);
    for (let at = step % PARTS; at < rows.length; at += PARTS) {
      const features = numbers[at] ?? [];
      const logOdds = features.reduce(
        (sum, one) => sum + (weights[one] ?? 0),
        (weights[size] ?? 0) + (rows[at]?.byRules ?? 0),
      );
      const wanted = rows[at]?.row.external ? 1 : 0;
      const error = ((wanted - 1 / (1 + Math.exp(-logOdds))) * (shares[at] ?? 0) * PARTS) / total;
      for (const one of [...features, size]) slopes[one] = (slopes[one] ?? 0) + error;
    }
    for (let one = 0; one <= size; one += 1) {
      const slope = (slopes[one] ?? 0) - (one === size ? 0 : PENALTY * (weights[one] ?? 0));
      squares[one] = (squares[one] ?? 0) + slope * slope;
      weights[one] = (weights[one] ?? 0) + (STEP * slope) / Math.sqrt(squares[one] ?? 1);
    }
  }
  return { weights: weights.slice(0, size), bias: weights[size] ?? 0 };
}

function logOddsOf({ vocabulary, weights, bias }: Model, { features, byRules }: Read): number {
  return features.reduce((sum, one) => sum + (weights[vocabulary.get(one) ?? -1] ?? 0), bias + byRules);
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

function weightsFile({ vocabulary, weights, bias }: Model): string {
  const entries = [...vocabulary].flatMap(([feature, at]) => {
    const hundredths = Math.round((weights[at] ?? 0) * 100);
    return Math.abs(hundredths) < 5 ? [] : [`${hundredths}:${feature}`];
  });
  return [
    "/**",
    " * Log-odds by feature, in hundredths: common words and pairs of them. Written by `npm run learn -- gate` from gate.jsonl of the",
    " * evaluation data.",
    " */",
    "export const HUNDREDTHS =",
    `  ${JSON.stringify(entries.join("|"))};`,
    "",
    "/** Log-odds of a prompt without any of them. */",
    `export const BIAS = ${bias.toFixed(2)};`,
    "",
  ].join("\n");
}

/**
 * Learns by which words prompts that need facts are told from others, from gate.jsonl and prompts of our own.
 */
export function learnGate({ data, crossValidate, print }: LearnOptions): void {
  const rows = readRows(data).flatMap((row) => bothWays(row.prompt).map((prompt) => read(row, prompt)));
  if (crossValidate) {
    print("By prompt, in five parts; share above log-odds -2, -1, 0, 1, 2:");
    printCrossValidated(rows, ({ prompt }) => String(fold(prompt)), print);
    print("Each source by the others alone:");
    printCrossValidated(rows, ({ source }) => source, print);
  }
  const model = learn(rows);
  writeFileSync(WEIGHTS_FILE, weightsFile(model));
  print(`gate: ${model.vocabulary.size} features weighed, from ${rows.length} prompts.`);
}
