/** One example: its features, whether it is of the class, and how much it counts. */
export interface Example {
  features: readonly number[];
  isOfClass: boolean;
  weight: number;
}

/** Rounds of Newton's method; it has settled long before. */
const ROUNDS = 25;
/** Keeps the first feature, which is always 1, from being held to zero like the others. */
const FREE = 1e-6;

/** The probability that features are of the class. */
export function probabilityOf(weights: readonly number[], features: readonly number[]): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += weight * (features[index] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Learns the weights of a logistic regression whose first feature is always 1, with a penalty on the squares
 * of the others.
 */
export function learnLogistic(examples: readonly Example[], penalty: number): number[] {
  const size = examples[0]?.features.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const system = weights.map((weight, row) => {
      const held = row === 0 ? FREE : penalty;
      const line = new Array<number>(size + 1).fill(0);
      line[row] = held;
      line[size] = held * weight;
      return line;
    });
    for (const example of examples) addExample(system, example, weights);
    const step = solve(system);
    weights = weights.map((weight, index) => weight - (step[index] ?? 0));
  }
  return weights;
}

/** Adds an example to the second derivatives and, in the last column, to the first ones. */
function addExample(
  system: number[][],
  { features, isOfClass, weight }: Example,
  weights: readonly number[],
): void {
  const probability = probabilityOf(weights, features);
  const slope = weight * (probability - (isOfClass ? 1 : 0));
  const bend = weight * probability * (1 - probability);
  const size = weights.length;
  for (const [row, value] of features.entries()) {
    const line = system[row];
    if (value === 0 || line === undefined) continue;
    for (let column = 0; column < size; column += 1)
      line[column] = (line[column] ?? 0) + bend * value * (features[column] ?? 0);
    line[size] = (line[size] ?? 0) + slope * value;
  }
}

/** Solves linear equations by elimination; each line holds its coefficients and, last, its right side. */
function solve(lines: number[][]): number[] {
  const size = lines.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const best = lines.reduce(
      (found, line, row) =>
        row >= pivot && Math.abs(line[pivot] ?? 0) > Math.abs(lines[found]?.[pivot] ?? 0) ? row : found,
      pivot,
    );
    [lines[pivot], lines[best]] = [lines[best] ?? [], lines[pivot] ?? []];
    for (const [row, line] of lines.entries()) {
      const share = (line[pivot] ?? 0) / (lines[pivot]?.[pivot] ?? 1);
      if (row === pivot || share === 0) continue;
      for (let column = pivot; column <= size; column += 1)
        line[column] = (line[column] ?? 0) - share * (lines[pivot]?.[column] ?? 0);
    }
  }
  return lines.map((line, row) => (line[size] ?? 0) / (line[row] ?? 1));
}
