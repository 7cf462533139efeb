import type { EvidenceSentence } from "./evidence-sentences.ts";

/**
 * `supported`: the evidence says it. `exempt`: it asserts nothing about the world. `unsupported`: the
 * evidence contradicts it, or has no source for several of its names, numbers and dates. `unclear`:
 * everything else. Only the first two leave as text.
 */
export type Verdict = "supported" | "exempt" | "unclear" | "unsupported";

/** The context that stands before the sentence that is judged. */
export interface SentenceContext {
  /** The name of the person or thing that the text is about, where it said so; a pronoun stands for it. */
  readonly subject: string | null;
  /** The sentence of the evidence that the sentence before rests on. */
  readonly previous: EvidenceSentence | null;
}

/** Stable words for why a sentence was judged as it was. */
export type ReasonCode =
  | "verbatim"
  | "paraphrase"
  | "asserts_nothing"
  | "hidden_characters"
  | "too_long"
  | "not_restated"
  | "unknown_link"
  | "unknown_date"
  | "unknown_number"
  | "unknown_name"
  | "unknown_words"
  | (string & {});

export interface Reason {
  code: ReasonCode;
  /** One sentence for a person. */
  text: string;
}

export interface Judgement {
  verdict: Verdict;
  /** Confidence that the evidence supports the sentence, in [0, 1]; 1 for a verbatim one. */
  score: number;
  /**
   * The reason that it passes; null when it is withheld. `form`: it has the form of a sentence that asserts
   * nothing.
   */
  basis: "verbatim" | "paraphrase" | "form" | null;
  /** At least one reason, the weightiest first. */
  reasons: readonly Reason[];
  /** The text as it may leave, without markers of citations. */
  text: string;
  /** Index of the outcome that supports it. Null unless supported. */
  outcome: number | null;
  /** Indexes into that outcome's citations, all that support the sentence. Empty unless supported. */
  citations: readonly number[];
  /** The sentence of the evidence that it rests on, or that it restates most closely when it is withheld. */
  source: EvidenceSentence | null;
  /**
   * The sentences of the evidence that together say most of what a withheld sentence says: one, or two of one
   * page. Empty for any other sentence.
   */
  restated: readonly EvidenceSentence[];
  /** Share of the sentence that `restated` says, in [0, 1]. */
  closeness: number;
}

/** The first reason, for a person. */
export function reasonText({ reasons }: Pick<Judgement, "reasons">): string {
  return reasons[0]?.text ?? "";
}

export const UNKNOWN_SUBJECT: Reason = {
  code: "unknown_subject",
  text: "It does not name whom or what it speaks of, and what stands before it does not say so either.",
};

/** A sentence for which no evidence stands, and which restates none. */
export const WITHOUT_SOURCE = {
  score: 0,
  outcome: null,
  citations: [],
  source: null,
  restated: [],
  closeness: 0,
} as const;

/** Judges that a sentence may not leave, and that it restates nothing in the evidence. */
export function withheld(verdict: "unclear" | "unsupported", text: string, reason: Reason): Judgement {
  return { ...WITHOUT_SOURCE, verdict, basis: null, reasons: [reason], text };
}
