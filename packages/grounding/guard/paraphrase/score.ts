import { BoostedTrees } from "../../research/answerability/boosted-trees.ts";
import { GUARD_TREES } from "./guard-trees.ts";

let trees: BoostedTrees | undefined;

/** How sure it is that the evidence supports a sentence with these features, in [0, 1]. */
export function scoreOf(features: Float64Array): number {
  trees ??= new BoostedTrees(GUARD_TREES);
  return 1 / (1 + Math.exp(-trees.score(features)));
}

/** The score from which a sentence may leave in its own words, when nothing else speaks against it. */
export const PASSING = 1 / (1 + Math.exp(-GUARD_TREES.threshold));
/** The score up to which a sentence with a name, number or date that nothing bears is called unsupported. */
export const UNSUPPORTED = 1 / (1 + Math.exp(-GUARD_TREES.unsupported));
