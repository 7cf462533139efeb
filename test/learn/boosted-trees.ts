/**
 * A binary tree over plain features, flattened: a split sends values up to its threshold left, all others
 * right.
 */
export interface Tree {
  /** Index of the feature of each split. */
  feature: number[];
  threshold: number[];
  /** Children: a split's index, or a leaf's as -1 - index. */
  left: number[];
  right: number[];
  /** The amount that each leaf adds to the log-odds. */
  leaf: number[];
}

export interface BoostedTrees {
  bias: number;
  trees: Tree[];
}

export interface TreeOptions {
  trees: number;
  leaves: number;
  rate: number;
  /** Sum of second derivatives that a leaf needs at least. */
  leafWeight: number;
  /** Ridge penalty on leaf values. */
  ridge: number;
  /** Weight of a list's order beside each row's own label: 0 for not at all. */
  ranking: number;
  /** Share of the features that each tree may look at, drawn in a fixed order. */
  columns: number;
}

export interface Rows {
  /** Feature values, row after row. */
  values: Float64Array;
  features: number;
  labels: Uint8Array;
  /** Which list (question) a row stands in; rows of one list follow each other. */
  lists: Int32Array;
}

const BINS = 48;

/**
 * Gradient-boosted trees with logistic loss, grown leaf by leaf over binned features. The same rows give the
 * same trees.
 */
export function learnTrees(rows: Rows, options: TreeOptions): BoostedTrees {
  const { labels, features } = rows;
  const count = labels.length;
  const { bins, edges } = binned(rows);
  const positive = labels.reduce((sum, label) => sum + label, 0);
  const bias = Math.log(positive / (count - positive));
  const scores = new Float64Array(count).fill(bias);
  const gradients = new Float64Array(count);
  const curvatures = new Float64Array(count);
  const trees: Tree[] = [];
  const draw = drawColumns(features, options.columns);
  for (let round = 0; round < options.trees; round += 1) {
    for (let row = 0; row < count; row += 1) {
      const p = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      gradients[row] = p - (labels[row] ?? 0);
      curvatures[row] = p * (1 - p);
    }
    if (options.ranking > 0) addRanking(rows, scores, options.ranking, gradients, curvatures);
    trees.push(
      growTree({ bins, edges, gradients, curvatures, features, count, scores, open: draw() }, options),
    );
  }
  return { bias, trees };
}

/** Adds the slope of the loss of a list's softmax: its positive rows should come out on top. */
function addRanking(
  { labels, lists }: Rows,
  scores: Float64Array,
  share: number,
  gradients: Float64Array,
  curvatures: Float64Array,
): void {
  for (let from = 0, to = 0; from < labels.length; from = to) {
    let positives = 0,
      greatest = Number.NEGATIVE_INFINITY;
    for (to = from; to < labels.length && lists[to] === lists[from]; to += 1) {
      positives += labels[to] ?? 0;
      greatest = Math.max(greatest, scores[to] ?? 0);
    }
    if (positives === 0) continue;
    let total = 0;
    for (let row = from; row < to; row += 1) total += Math.exp((scores[row] ?? 0) - greatest);
    for (let row = from; row < to; row += 1) {
      const p = Math.exp((scores[row] ?? 0) - greatest) / total;
      gradients[row] = (gradients[row] ?? 0) + share * (p - (labels[row] ?? 0) / positives);
      curvatures[row] = (curvatures[row] ?? 0) + share * p * (1 - p);
    }
  }
}

/** Draws the features of one tree after the other by a linear congruential generator with a fixed seed. */
function drawColumns(features: number, share: number): () => boolean[] {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Array.from({ length: features }, () => next() < share);
}

interface Growing {
  bins: Uint8Array[];
  edges: number[][];
  gradients: Float64Array;
  curvatures: Float64Array;
  features: number;
  count: number;
  scores: Float64Array;
  /** Features that this tree may look at. */
  open: readonly boolean[];
}

interface Leaf {
  rows: Int32Array;
  sums: Float64Array;
  gradient: number;
  curvature: number;
  best: { gain: number; feature: number; bin: number };
  /** Where the leaf hangs: the split above it, and on which side. */
  parent: number;
  side: "left" | "right";
}

function growTree(all: Growing, { leaves: most, rate, leafWeight, ridge }: TreeOptions): Tree {
  const everyRow = Int32Array.from({ length: all.count }, (_, row) => row);
  const leaves: Leaf[] = [
    makeLeaf(all, everyRow, histogram(all, everyRow), -1, "left", { leafWeight, ridge }),
  ];
  const tree: Tree = { feature: [], threshold: [], left: [], right: [], leaf: [] };
  while (leaves.length < most) {
    const chosen = leaves.reduce((best, leaf) => (leaf.best.gain > best.best.gain ? leaf : best));
    if (!(chosen.best.gain > 1e-6)) break;
    const { feature, bin } = chosen.best;
    const column = all.bins[feature];
    if (column === undefined) break;
    const isLeft = chosen.rows.map((row) => ((column[row] ?? 0) <= bin ? 1 : 0));
    const leftRows = chosen.rows.filter((_, at) => isLeft[at] === 1);
    const rightRows = chosen.rows.filter((_, at) => isLeft[at] === 0);
    const split = tree.feature.length;
    tree.feature.push(feature);
    tree.threshold.push(all.edges[feature]?.[bin] ?? 0);
    tree.left.push(0);
    tree.right.push(0);
    if (chosen.parent >= 0) tree[chosen.side][chosen.parent] = split;
    const small = leftRows.length <= rightRows.length ? leftRows : rightRows;
    const smallSums = histogram(all, small);
    const otherSums = chosen.sums.map((value, at) => value - (smallSums[at] ?? 0));
    const [leftSums, rightSums] = small === leftRows ? [smallSums, otherSums] : [otherSums, smallSums];
    leaves.splice(leaves.indexOf(chosen), 1);
    leaves.push(
      makeLeaf(all, leftRows, leftSums, split, "left", { leafWeight, ridge }),
      makeLeaf(all, rightRows, rightSums, split, "right", { leafWeight, ridge }),
    );
  }
  for (const leaf of leaves) {
    const value = (-rate * leaf.gradient) / (leaf.curvature + ridge);
    const index = tree.leaf.push(value) - 1;
    if (leaf.parent >= 0) tree[leaf.side][leaf.parent] = -1 - index;
    for (const row of leaf.rows) all.scores[row] = (all.scores[row] ?? 0) + value;
  }
  return tree;
}

/** Sums of gradients and curvatures by feature and bin, side by side. */
function histogram({ bins, gradients, curvatures, features, open }: Growing, rows: Int32Array): Float64Array {
  const sums = new Float64Array(features * BINS * 2);
  for (let feature = 0; feature < features; feature += 1) {
    const column = bins[feature];
    if (column === undefined || open[feature] !== true) continue;
    const base = feature * BINS * 2;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      const place = base + (column[row] as number) * 2;
      sums[place] = (sums[place] as number) + (gradients[row] as number);
      sums[place + 1] = (sums[place + 1] as number) + (curvatures[row] as number);
    }
  }
  return sums;
}

function makeLeaf(
  all: Growing,
  rows: Int32Array,
  sums: Float64Array,
  parent: number,
  side: "left" | "right",
  { leafWeight, ridge }: { leafWeight: number; ridge: number },
): Leaf {
  let gradient = 0,
    curvature = 0;
  for (const row of rows) {
    gradient += all.gradients[row] ?? 0;
    curvature += all.curvatures[row] ?? 0;
  }
  const worth = (g: number, h: number) => (g * g) / (h + ridge);
  const whole = worth(gradient, curvature);
  let best = { gain: 0, feature: 0, bin: 0 };
  for (let feature = 0; feature < all.features; feature += 1) {
    if (all.open[feature] !== true) continue;
    const last = (all.edges[feature]?.length ?? 0) - 1;
    let g = 0,
      h = 0;
    for (let bin = 0; bin <= last; bin += 1) {
      const place = (feature * BINS + bin) * 2;
      g += sums[place] ?? 0;
      h += sums[place + 1] ?? 0;
      if (h < leafWeight || curvature - h < leafWeight) continue;
      const gain = worth(g, h) + worth(gradient - g, curvature - h) - whole;
      if (gain > best.gain) best = { gain, feature, bin };
    }
  }
  return { rows, sums, gradient, curvature, best, parent, side };
}

/**
 * Every feature cut into at most 48 bins of about as many different values each; `edges` are the greatest
 * value of each bin but the last.
 */
function binned({ values, features, labels }: Rows): { bins: Uint8Array[]; edges: number[][] } {
  const count = labels.length;
  const bins: Uint8Array[] = [];
  const edges: number[][] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const column = new Float64Array(count);
    for (let row = 0; row < count; row += 1) column[row] = values[row * features + feature] ?? 0;
    const sorted = column.toSorted();
    const cuts: number[] = [];
    for (let part = 1; part < BINS; part += 1) {
      const at = Math.floor((part * count) / BINS);
      const low = sorted[at - 1] ?? 0;
      if (low < (sorted[count - 1] ?? 0) && low !== cuts.at(-1)) cuts.push(low);
    }
    // What is rare but not nothing (a flag) gets a cut of its own.
    const least = sorted[0] ?? 0;
    if (cuts.length === 0 && least < (sorted[count - 1] ?? 0)) cuts.push(least);
    const rounded = [...new Set(cuts.map((cut) => Number(cut.toFixed(4))))];
    edges.push(rounded);
    bins.push(Uint8Array.from(column, (value) => binOf(value, rounded)));
  }
  return { bins, edges };
}

function binOf(value: number, cuts: readonly number[]): number {
  let low = 0,
    high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (cuts[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The log-odds that the trees give one row of features. */
export function scoreTrees({ bias, trees }: BoostedTrees, values: Float64Array): number {
  let sum = bias;
  for (const { feature, threshold, left, right, leaf } of trees) {
    let at = feature.length === 0 ? -1 : 0;
    while (at >= 0)
      at = (
        (values[feature[at] as number] as number) <= (threshold[at] as number) ? left[at] : right[at]
      ) as number;
    sum += leaf[-1 - at] as number;
  }
  return sum;
}
