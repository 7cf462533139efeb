import type { EvidenceSentence } from "./evidence-sentences.ts";
import type { Reason } from "./reasons.ts";

/**
 * `supported`: the evidence says it. `exempt`: it asserts nothing about the world. `unsupported`: the
 * evidence contradicts it, or lacks several of its names, numbers and dates. `unclear`: everything else. Only
 * the first two may be sent as text.
 */
export type Verdict = "supported" | "exempt" | "unclear" | "unsupported";

/** Context before the sentence to judge. */
export interface SentenceContext {
  /** Name of the person or thing that the text is about, if it said so. A pronoun refers to it. */
  readonly subject: string | null;
  /** The sentence of the evidence that the previous sentence is based on. */
  readonly previous: EvidenceSentence | null;
}

export interface Judgement {
  verdict: Verdict;
  /** Confidence that the evidence supports the sentence, in [0, 1]. 1 for a verbatim sentence. */
  score: number;
  /**
   * The reason why it passes, or null if it is withheld. `form`: it has the form of a sentence that asserts
   * nothing.
   */
  basis: "verbatim" | "paraphrase" | "form" | null;
  /** At least one reason, most important first. */
  reasons: readonly Reason[];
  /** The text that may be sent, without citation markers. */
  text: string;
  /** Index of the supporting outcome. Null unless supported. */
  outcome: number | null;
  /** Indexes of all supporting citations of that outcome. Empty unless supported. */
  citations: readonly number[];
  /**
   * The sentence of the evidence that it is based on or, if it is withheld, that it restates most closely.
   */
  source: EvidenceSentence | null;
  /**
   * The sentences of the evidence that together say most of a withheld sentence: one, or two from one page.
   * Empty for any other sentence.
   */
  restated: readonly EvidenceSentence[];
  /** Share of the sentence that `restated` covers, in [0, 1]. */
  closeness: number;
}

/** Returns the first reason as text for people. */
export function getReasonText({ reasons }: Pick<Judgement, "reasons">): string {
  return reasons[0]?.text ?? "";
}

/** Fields of a judgement without supporting evidence or a restated sentence. */
export const WITHOUT_SOURCE = {
  score: 0,
  outcome: null,
  citations: [],
  source: null,
  restated: [],
  closeness: 0,
} as const;

/** Returns the judgement that a sentence may not be sent and restates nothing in the evidence. */
export function withholdSentence(
  verdict: "unclear" | "unsupported",
  text: string,
  reason: Reason,
): Judgement {
  return { ...WITHOUT_SOURCE, verdict, basis: null, reasons: [reason], text };
}
