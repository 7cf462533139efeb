/** A call that a benchmark repeats. */
export interface Candidate {
  call: () => Promise<void>;
  /** Waits for what the calls have left to be done. */
  settle?: () => Promise<void>;
  /** Key operations so far, where there are any. */
  keyOperations?: () => number;
}
