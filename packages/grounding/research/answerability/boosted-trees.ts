/** Trees over plain features as they are stored: splits and leaves of all trees, as text. */
export interface StoredTrees {
  /** The number of features in a row. */
  features: number;
  bias: number;
  /** Log-odds at which a question is taken for answered. */
  threshold: number;
  /**
   * For each tree, on a line of its own, its splits as `feature threshold left right`, then `|`, then what
   * its leaves add to the log-odds.
   */
  trees: string;
}

interface Tree {
  /**
   * Four numbers a split: feature, threshold, and where to go when the value is at most the threshold, and
   * otherwise.
   */
  splits: Float64Array;
  leaves: Float64Array;
}

/** Scores rows of features by boosted trees that a script learned beforehand. */
export class BoostedTrees {
  readonly #bias: number;
  readonly #trees: readonly Tree[];

  constructor({ bias, trees }: StoredTrees) {
    this.#bias = bias;
    this.#trees = trees
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [splits = "", leaves = ""] = line.split("|");
        return { splits: numbers(splits), leaves: numbers(leaves) };
      });
  }

  /** Log-odds that the row is positive. */
  score(values: Float64Array): number {
    let sum = this.#bias;
    for (const { splits, leaves } of this.#trees) {
      let at = splits.length === 0 ? -1 : 0;
      while (at >= 0) {
        const place = at * 4;
        const left = (values[splits[place] as number] as number) <= (splits[place + 1] as number);
        at = splits[place + (left ? 2 : 3)] as number;
      }
      sum += leaves[-1 - at] as number;
    }
    return sum;
  }
}

function numbers(text: string): Float64Array {
  return Float64Array.from(text === "" ? [] : text.split(" "), Number);
}
