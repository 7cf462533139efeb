/**
 * `supported`: verbatim in the evidence. `exempt`: asserts nothing about the world. `unsupported`: bears a name, number, date or link
 * that nothing bears out. `unclear`: all else. Only the first two leave as text.
 */
export type Verdict = "supported" | "exempt" | "unclear" | "unsupported";

export interface Judgement {
  verdict: Verdict;
  /** One sentence for a person: why. */
  reason: string;
  /** The text as it may leave: verbatim, markers of citations taken out. */
  text: string;
  /** Where it is borne out: index of the outcome among the evidence. Null unless supported. */
  outcome: number | null;
  /** Indexes into that outcome's citations, all that hold the sentence. Empty unless supported. */
  citations: readonly number[];
}
