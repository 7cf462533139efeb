import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bestOf, figuresOf } from "./answer-figures.ts";
import { type AnswerSet, readAnswerSets, type SentenceRow, sentenceRows } from "./answer-rows.ts";
import { type BoostedTrees, learnTrees, scoreTrees, type TreeOptions } from "./boosted-trees.ts";
import type { LearnOptions } from "./learn-options.ts";

const WEIGHTS = fileURLToPath(
  new URL("../../packages/grounding/research/answerability/answer-trees.ts", import.meta.url),
);

const OPTIONS: TreeOptions = {
  trees: 200,
  leaves: 12,
  rate: 0.06,
  leafWeight: 3,
  ridge: 3,
  ranking: 1,
  columns: 0.4,
};
/** Of answerable questions of NQ so many may be refused: with it the threshold is chosen. */
const REFUSED = 0.1;

/**
 * Learns which sentence answers a question, from NQ and XQuAD, and writes the trees; with `cv` it prints
 * figures by five folds first.
 */
export function learnAnswers({ data, crossValidate, print }: LearnOptions): void {
  const sets = readAnswerSets(data);
  const rows = sentenceRows(sets);
  print(`answers: ${rows.length} sentences of ${sets.length} questions`);
  const scores = outOfFold(sets, rows, print);
  const best = bestOf("nq", sets, rows, scores)
    .map((one) => one.with)
    .toSorted((one, other) => one - other);
  const threshold = best[Math.floor(best.length * REFUSED)] ?? 0;
  if (crossValidate) printFigures(sets, rows, scores, threshold, print);
  const learnt = learn(rows);
  writeFileSync(WEIGHTS, sourceOf(learnt, threshold));
  print(`answers: wrote ${WEIGHTS}`);
}

function outOfFold(
  sets: readonly AnswerSet[],
  rows: readonly SentenceRow[],
  print: (line: string) => void,
): Float64Array {
  const scores = new Float64Array(rows.length);
  for (const fold of new Set(sets.map((set) => set.fold))) {
    const inFold = ({ list }: SentenceRow) => sets[list]?.fold === fold;
    const trees = learn(rows.filter((row) => !inFold(row)));
    for (const [at, row] of rows.entries()) if (inFold(row)) scores[at] = scoreTrees(trees, row.features);
    print(`answers: fold ${fold} done`);
  }
  return scores;
}

function learn(rows: readonly SentenceRow[]): BoostedTrees {
  return learnTrees(
    {
      values: Float64Array.from(rows.flatMap(({ features }) => [...features])),
      features: rows[0]?.features.length ?? 0,
      labels: Uint8Array.from(rows, ({ label }) => label),
      lists: Int32Array.from(rows, ({ list }) => list),
    },
    OPTIONS,
  );
}

function printFigures(
  sets: readonly AnswerSet[],
  rows: readonly SentenceRow[],
  scores: Float64Array,
  threshold: number,
  print: (line: string) => void,
): void {
  print(
    `by five folds, threshold ${threshold.toFixed(3)}; n, first, first3, refused_with, answered_without, auroc:`,
  );
  for (const name of [...new Set(sets.map(({ set }) => set))]) {
    const f = figuresOf(bestOf(name, sets, rows, scores), threshold);
    const shown = [f.first, f.first3, f.refusedWith, f.answeredWithout, f.auroc].map((one) => one.toFixed(3));
    print(`answers.${name.padEnd(9)} ${String(f.n).padStart(4)} ${shown.join(" ")}`);
  }
}

function sourceOf({ bias, trees }: BoostedTrees, threshold: number): string {
  const lines = trees.map(({ feature, threshold: cuts, left, right, leaf }) => {
    const splits = feature.map((one, at) => `${one} ${cuts[at]} ${left[at]} ${right[at]}`);
    return `${splits.join(" ")}|${leaf.map((one) => one.toFixed(4)).join(" ")}`;
  });
  return [
    'import type { StoredTrees } from "./boosted-trees.ts";',
    "",
    "/**",
    " * Which sentence answers a question. Written by `npm run learn -- answers` from the development halves of NQ-open and XQuAD;",
    " * numbers alone, none of their text.",
    " */",
    "export const ANSWER_TREES: StoredTrees = {",
    `  bias: ${bias.toFixed(4)},`,
    `  threshold: ${threshold.toFixed(2)},`,
    `  trees: \`\n${lines.join("\n")}\n\`,`,
    "};",
    "",
  ].join("\n");
}
