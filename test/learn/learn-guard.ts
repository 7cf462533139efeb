import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FEATURES } from "../../packages/grounding/guard/paraphrase/features.ts";
import { GUARD_SETS } from "../eval/guard-sets.ts";
import { type BoostedTrees, learnTrees, scoreTrees, type TreeOptions } from "./boosted-trees.ts";
import { FOLDS, type GuardRow, guardRows } from "./guard-rows.ts";
import type { LearnOptions } from "./learn-options.ts";

const WEIGHTS = fileURLToPath(
  new URL("../../packages/grounding/guard/paraphrase/guard-trees.ts", import.meta.url),
);
const OPTIONS: TreeOptions = {
  trees: 120,
  leaves: 8,
  rate: 0.06,
  leafWeight: 5,
  ridge: 5,
  ranking: 0,
  columns: 0.4,
};
/** The other sets' claims hold several facts each and are only measured. */
const LEARNED_FROM: readonly string[] = ["bios", "bios_search_writer", "rag"];
/**
 * Of what passes in each set so much must be supported; of what is called unsupported so much must not be.
 */
const SUPPORTED_SHARE = 0.97;
/** Tolerance for chance in the share of one set: each set has few rows that pass. */
const MARGIN = 0.015;
const UNSUPPORTED_SHARE = 0.9;
/** Fewer rows say nothing of a threshold. */
const LEAST_ROWS = 20;

/**
 * Learns whether the evidence supports a sentence, and chooses the thresholds on scores from folds that were
 * not learned from.
 */
export function learnGuard({ data, crossValidate, print }: LearnOptions): void {
  const rows = guardRows(data, GUARD_SETS);
  print(`guard: ${rows.length} sentences, ${FEATURES.length} features`);
  const scores = outOfFold(rows);
  const scored = rows.map((row, at) => ({ ...row, score: scores[at] ?? 0 }));
  const threshold = passingThreshold(scored);
  const unsupported = unsupportedThreshold(scored);
  const repair = repairThreshold(scored, threshold);
  if (crossValidate) {
    printFigures(scored, threshold, unsupported, print);
    printKept(scored, threshold, repair, print);
  }
  const learnt = learn(rows);
  writeFileSync(WEIGHTS, sourceOf(learnt, { threshold, unsupported, repair }));
  print(`guard: wrote ${WEIGHTS}`);
}

type Scored = GuardRow & { score: number };

function outOfFold(rows: readonly GuardRow[]): Float64Array {
  const scores = new Float64Array(rows.length);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const trees = learn(rows.filter((row) => row.fold !== fold));
    for (const [at, row] of rows.entries())
      if (row.fold === fold) scores[at] = scoreTrees(trees, row.features);
  }
  return scores;
}

function learn(rows: readonly GuardRow[]): BoostedTrees {
  const used = rows.filter(({ set }) => LEARNED_FROM.includes(set));
  const values = new Float64Array(used.length * FEATURES.length);
  for (const [at, { features }] of used.entries()) values.set(features, at * FEATURES.length);
  return learnTrees(
    {
      values,
      features: FEATURES.length,
      labels: Uint8Array.from(used, ({ supported }) => (supported ? 1 : 0)),
      lists: new Int32Array(used.length),
    },
    OPTIONS,
  );
}

/**
 * The lowest score from which enough of what passes is supported over all sets, and nearly enough in each.
 */
function passingThreshold(rows: readonly Scored[]): number {
  const passable = rows.filter(({ set, held }) => LEARNED_FROM.includes(set) && !held);
  const fits = (threshold: number) => {
    const passing = passable.filter(({ score }) => score >= threshold);
    const sets = LEARNED_FROM.map((set) => shareOf(passing.filter((row) => row.set === set)));
    const biographies = shareOf(passing.filter((row) => row.set !== "rag"));
    return biographies >= SUPPORTED_SHARE && sets.every((share) => share >= SUPPORTED_SHARE - MARGIN);
  };
  return lowestFrom(0, 4, fits);
}

/**
 * The highest score up to which enough of what nothing was found of is unsupported, over all sets and in each
 * with enough rows.
 */
function unsupportedThreshold(rows: readonly Scored[]): number {
  const foreign = rows.filter(({ isForeign }) => isForeign);
  const fits = (threshold: number) => {
    const called = foreign.filter(({ score }) => score <= -threshold);
    const sets = GUARD_SETS.map((set) => called.filter((row) => row.set === set));
    return [called, ...sets].every(
      (some) => some.length < LEAST_ROWS || 1 - shareOf(some) >= UNSUPPORTED_SHARE,
    );
  };
  return -lowestFrom(0, 4, fits);
}

/**
 * Of the quotes at the threshold so much must bear every name, number and date of the true sentence that they
 * take the place of.
 */
const RESTATED_SHARE = 0.4;
const AROUND = 0.1;

/** The lowest closeness at which quotes in place of true sentences still often say all of them. */
function repairThreshold(rows: readonly Scored[], threshold: number): number {
  const repaired = rows.filter(
    (row) =>
      LEARNED_FROM.includes(row.set) &&
      row.supported &&
      // A sentence without facts is restated by any quote.
      row.bearsFacts &&
      (row.held || row.score < threshold),
  );
  return lowestFrom(STEP, 1, (least) => {
    const near = repaired.filter(({ closeness }) => closeness >= least && closeness < least + AROUND);
    const restated = near.filter(({ isRestated }) => isRestated).length;
    return near.length >= LEAST_ROWS && restated / near.length >= RESTATED_SHARE;
  });
}

/**
 * The share of true sentences that are kept, each set's by thresholds of repair that were chosen without its
 * fold.
 */
function printKept(
  rows: readonly Scored[],
  threshold: number,
  repair: number,
  print: (line: string) => void,
): void {
  const chosen = Array.from({ length: FOLDS }, (_, fold) =>
    repairThreshold(
      rows.filter((row) => row.fold !== fold),
      threshold,
    ),
  );
  print(`repairs from a closeness of ${repair}, by folds ${chosen.join(" ")}`);
  for (const set of LEARNED_FROM) {
    const of = rows.filter((row) => row.set === set && row.supported);
    const kept = of.filter(
      ({ held, score, closeness, isRestated, fold }) =>
        (!held && score >= threshold) || (isRestated && closeness >= (chosen[fold] ?? 1)),
    );
    print(`guard.${set.padEnd(18)} kept ${(kept.length / of.length).toFixed(3)} of ${of.length}`);
  }
}

const STEP = 0.05;

function lowestFrom(from: number, to: number, fits: (value: number) => boolean): number {
  for (let value = from; value < to; value += STEP) if (fits(value)) return Number(value.toFixed(2));
  return to;
}

function shareOf(rows: readonly Scored[]): number {
  return rows.length === 0 ? 1 : rows.filter(({ supported }) => supported).length / rows.length;
}

function printFigures(
  rows: readonly Scored[],
  threshold: number,
  unsupported: number,
  print: (line: string) => void,
): void {
  print(`by ${FOLDS} folds: passes from ${threshold}, unsupported up to ${unsupported} (log-odds)`);
  print(
    "n, auroc, supported share of what passes, share of the supported that passes, unsupported: n, precision",
  );
  for (const set of GUARD_SETS) {
    const of = rows.filter((row) => row.set === set);
    const passing = of.filter(({ held, score }) => !held && score >= threshold);
    const called = of.filter(({ isForeign, score }) => isForeign && score <= unsupported);
    const passes = passing.filter(({ supported }) => supported).length;
    const kept = passes / of.filter(({ supported }) => supported).length;
    const figures = [auroc(of), shareOf(passing), kept].map((one) => one.toFixed(3)).join(" ");
    print(
      `guard.${set.padEnd(18)} ${String(of.length).padStart(4)} ${figures} ${called.length} ${(1 - shareOf(called)).toFixed(3)}`,
    );
  }
}

function auroc(rows: readonly Scored[]): number {
  const of = (wanted: boolean) =>
    rows.filter(({ supported }) => supported === wanted).map(({ score }) => score);
  const [positive, negative] = [of(true), of(false)];
  let wins = 0;
  for (const one of positive) for (const other of negative) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (positive.length * negative.length);
}

function sourceOf(
  { bias, trees }: BoostedTrees,
  { threshold, unsupported, repair }: Record<"threshold" | "unsupported" | "repair", number>,
): string {
  const lines = trees.map(({ feature, threshold: cuts, left, right, leaf }) => {
    const splits = feature.map(
      (one, at) => `${one} ${Number(cuts[at]?.toFixed(3))} ${left[at]} ${right[at]}`,
    );
    return `${splits.join(" ")}|${leaf.map((one) => one.toFixed(3)).join(" ")}`;
  });
  return [
    'import type { StoredTrees } from "../../research/answerability/boosted-trees.ts";',
    "",
    "/**",
    " * Decision trees that score whether the evidence supports a sentence. Written by `npm run learn -- guard`",
    " * from the development halves of FActScore's biographies and RAGTruth's answers; they hold numbers alone,",
    " * none of the text.",
    " */",
    "export const GUARD_TREES: StoredTrees & { unsupported: number; repair: number } = {",
    `  bias: ${bias.toFixed(4)},`,
    `  threshold: ${threshold.toFixed(2)},`,
    `  unsupported: ${unsupported.toFixed(2)},`,
    `  repair: ${repair.toFixed(2)},`,
    `  features: ${FEATURES.length},`,
    `  trees: \`\n${lines.join("\n")}\n\`,`,
    "};",
    "",
  ].join("\n");
}
