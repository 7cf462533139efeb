import type { ResearchOutcome } from "../research/outcome.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { judgeSentence, NO_CONTEXT } from "./judge-sentence.ts";
import type { Judgement, Reason, Verdict } from "./judgement.ts";
import { SentenceStream } from "./sentence-stream.ts";

/** A sentence of a text and whether the evidence supports it. */
export interface VerifiedSentence {
  /** As it stands in the text, without the white space around it. */
  text: string;
  verdict: Verdict;
  /** Confidence that the evidence supports it, in [0, 1]; 1 for a verbatim sentence. */
  score: number;
  /** Index of the outcome that supports it; null unless it is supported. */
  outcome: number | null;
  /** Indexes into that outcome's citations; empty unless it is supported. */
  citations: readonly number[];
  /** The sentence of the evidence that a paraphrase rests on. */
  quote?: string;
  /** The sentence of the evidence that comes closest to one that is withheld. */
  nearest?: string;
  /** Reasons for the verdict, the weightiest first. */
  reasons: readonly Reason[];
}

/**
 * Judges a text sentence by sentence against what research found. `said`: the user's own messages, whose
 * names may be repeated.
 *
 *     verify("Ada Lovelace died in 1852.", outcome) // [{ text: "Ada …", verdict: "supported", score: 1, citations: [0], … }]
 */
export function verify(
  text: string,
  outcomes: ResearchOutcome | readonly ResearchOutcome[],
  { said = [] }: { said?: readonly string[] } = {},
): VerifiedSentence[] {
  const evidence = evidenceOf("ok" in outcomes ? [outcomes] : outcomes, said);
  return verifyAgainst(text, evidence);
}

/** The same against evidence that is prepared. */
export function verifyAgainst(text: string, evidence: Evidence): VerifiedSentence[] {
  const stream = new SentenceStream();
  const sentences = [...stream.push(text), ...stream.end()].filter((sentence) => sentence.text !== "");
  let context = NO_CONTEXT;
  return sentences.map((sentence) => {
    const judgement = judgeSentence(sentence.text, evidence, context);
    context = { ...context, previous: judgement.verdict === "supported" ? judgement.source : null };
    return verified(sentence.text, judgement);
  });
}

function verified(
  text: string,
  { verdict, score, outcome, citations, reasons, basis, source }: Judgement,
): VerifiedSentence {
  const shown =
    source === null || basis === "verbatim" ? {} : { [basis === null ? "nearest" : "quote"]: source.text };
  return { text, verdict, score, outcome, citations, ...shown, reasons };
}
