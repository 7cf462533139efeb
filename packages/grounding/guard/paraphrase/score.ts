import { BoostedTrees } from "../../research/answerability/boosted-trees.ts";
import { GUARD_TREES } from "./guard-trees.ts";

let trees: BoostedTrees | undefined;

/**
 * Of what the evidence is rather not to support the trees still give about four fifths: most of what models
 * write is supported.
 */
const SKEW = 3;
/** What a name, number or date that nothing in the evidence bears leaves of a score. */
const FOREIGN = 0.7;

function scoreAt(logOdds: number): number {
  return (1 / (1 + Math.exp(-logOdds))) ** SKEW;
}

/**
 * How sure it is that the evidence supports a sentence with these features, in [0, 1]; under one half it
 * rather does not.
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
