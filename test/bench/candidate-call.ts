/** A call that a benchmark repeats. */
export interface Candidate {
  call: () => Promise<void>;
  /** Key operations so far, where there are any. */
  keyOperations?: () => number;
}
