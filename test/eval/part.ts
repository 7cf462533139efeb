import type { AnswerRuns } from "./answer-runs.ts";
import type { Measurement } from "./figures.ts";
import type { DataFolder, FileName } from "./rows.ts";

/** Input that every part measures from. */
export interface EvalInput {
  readonly data: DataFolder;
  /** At most so many rows of each kind, a fixed sample; all of them when undefined. */
  readonly sample: number | undefined;
  /** The research of the answer sets, which several parts look at. */
  readonly answers: AnswerRuns;
}

/** One subject of the evaluation: the names it measures and how. */
export interface Part {
  /** Its names begin with this word and a dot, unless `names` says otherwise. */
  readonly title: string;
  /** The files it reads; its names are left out where all of them are missing. */
  readonly files: readonly FileName[];
  /** Every name it measures on this folder. */
  names(data: DataFolder): readonly string[];
  measure(input: EvalInput): Promise<readonly Measurement[]> | readonly Measurement[];
}
