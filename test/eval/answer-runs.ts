import { type AnswerRow, rowsOfSet } from "./answer-sets.ts";
import { claimsAsRead, type ReadClaim, researchPassages } from "./product.ts";
import { type DataFolder, type Passage, type Row, sha256 } from "./rows.ts";

/** The result of research over one row's passages. A refused one has no claims. */
export interface AnswerRun {
  answered: boolean;
  /** The outcome's `coverage_score`. */
  score: number;
  claims: readonly ReadClaim[];
}

/** One row, researched with the passage that answers it and without. */
export interface AnswerRunPair {
  row: Row<AnswerRow>;
  withGold: AnswerRun;
  without: AnswerRun;
}

/** Researches each set once, for all the parts that look at it. */
export class AnswerRuns {
  readonly #data: DataFolder;
  readonly #sample: number | undefined;
  readonly #sets = new Map<string, Promise<readonly AnswerRunPair[]>>();

  constructor(data: DataFolder, sample: number | undefined) {
    this.#data = data;
    this.#sample = sample;
  }

  of(set: string): Promise<readonly AnswerRunPair[]> {
    const runs = this.#sets.get(set) ?? runSet(rowsOfSet(this.#data, set, this.#sample));
    this.#sets.set(set, runs);
    return runs;
  }
}

async function runSet(rows: readonly Row<AnswerRow>[]): Promise<AnswerRunPair[]> {
  const pairs: AnswerRunPair[] = [];
  for (const row of rows) {
    const { question, gold, neighbours } = row.value;
    pairs.push({
      row,
      withGold: await run(question, [gold, ...neighbours]),
      without: await run(question, neighbours),
    });
  }
  return pairs;
}

async function run(question: string, passages: readonly Passage[]): Promise<AnswerRun> {
  const outcome = await researchPassages(question, shuffleByHash(question, passages));
  return {
    answered: outcome.ok,
    score: outcome.coverage_score,
    claims: outcome.ok ? claimsAsRead(outcome) : [],
  };
}

/** The passages in the order of their SHA-256 with the question, so that no place tells which one answers. */
export function shuffleByHash(question: string, passages: readonly Passage[]): Passage[] {
  return passages
    .map((passage) => ({ passage, key: sha256(`${question}\n${passage.title}\n${passage.text}`) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ passage }) => passage);
}
