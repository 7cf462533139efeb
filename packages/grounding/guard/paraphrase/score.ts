import { BoostedTrees } from "../../research/answerability/boosted-trees.ts";
import { GUARD_TREES } from "./guard-trees.ts";

let trees: BoostedTrees | undefined;

/**
 * Exponent of every score. Most of what models write is supported, so the trees give about four fifths even
 * to sentences that the evidence probably does not support.
 */
const SKEW = 3;
/**
 * Factor for a score when a name, number or date of the sentence is nowhere in the evidence; applied before
 * `SKEW`.
 */
const FOREIGN = 0.7;

function scoreAt(logOdds: number): number {
  return (1 / (1 + Math.exp(-logOdds))) ** SKEW;
}

/**
 * Returns the confidence that the evidence supports a sentence with these features, in [0, 1]. Below one half
 * it probably does not.
 */
export function scoreOf(features: Float64Array, foreign: number): number {
  trees ??= new BoostedTrees(GUARD_TREES);
  return scoreAt(trees.score(features)) * (foreign > 0 ? FOREIGN ** SKEW : 1);
}

/** The score from which a sentence may leave in its own words, when nothing else speaks against it. */
export const PASSING = scoreAt(GUARD_TREES.threshold);
/** The score up to which a sentence with a name, number or date that nothing bears is called unsupported. */
export const UNSUPPORTED = scoreAt(GUARD_TREES.unsupported) * FOREIGN ** SKEW;
/** From this closeness on a withheld sentence gives way to what it restates. */
export const REPAIR_FROM = GUARD_TREES.repair;
