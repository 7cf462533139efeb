/** Decision trees over numeric features in stored form: the splits and leaves of all trees, as text. */
export interface StoredTrees {
  bias: number;
  /** Minimum log-odds for a question to count as answered. */
  threshold: number;
  /**
   * One line per tree: its splits as `feature threshold left right`, then `|`, then the values that its
   * leaves add to the log-odds. A negative `left` or `right` is a leaf, from -1. For example,
   * `7 0.4 -1 -2|0.3 -0.2` adds 0.3 if feature 7 is at most 0.4, and otherwise subtracts 0.2.
   */
  trees: string;
}

interface Tree {
  /**
   * Four numbers per split, as in `StoredTrees.trees`. The first split is the root.
   */
  splits: Float64Array;
  leaves: Float64Array;
}

/** Scores rows of features with boosted trees learned by a script. */
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
        return { splits: parseNumbers(splits), leaves: parseNumbers(leaves) };
      });
  }

  /** Returns the log-odds that the row is positive. */
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

function parseNumbers(text: string): Float64Array {
  return Float64Array.from(text === "" ? [] : text.split(" "), Number);
}
