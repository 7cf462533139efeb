import type { ResearchOutcome } from "../research/outcome.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { type Judgement, type Reason, UNKNOWN_SUBJECT, type Verdict, withheld } from "./judgement.ts";
import { SentenceStream } from "./sentence-stream.ts";
import { namedSubject, refersBack, sameSubject, subjectOf } from "./subjects.ts";

/** A sentence of a text and whether the evidence supports it. */
export interface VerifiedSentence {
  /** As it stands in the text, without the white space around it. */
  text: string;
  /** UTF-16 offset of the sentence in the text, and where it ends. */
  start: number;
  end: number;
  /** Names what the sentence speaks of: itself, or for a pronoun what stands before it; null if unknown. */
  subject: string | null;
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

/**
 * The same against evidence that is prepared. A pronoun means what the text itself has named last: a sentence
 * that the evidence says of somebody else is `unclear`.
 */
export function verifyAgainst(text: string, evidence: Evidence): VerifiedSentence[] {
  const stream = new SentenceStream();
  const memory = new AnswerMemory();
  let subject: string | null = null;
  let end = 0;
  return [...stream.push(text), ...stream.end()].flatMap(({ text: sentence, before }) => {
    const start = end + before.length;
    end = start + sentence.length;
    if (sentence === "") return [];
    const leansBack = refersBack(sentence);
    if (!leansBack) subject = namedSubject(sentence) ?? subject;
    const context = { subject: leansBack ? subject : null, previous: memory.last };
    const found = judgeSentence(sentence, evidence, context);
    const isMeant = found.verdict !== "supported" || isUnderstood(sentence, found, subject, memory);
    const judgement = isMeant ? found : withheld("unclear", found.text, UNKNOWN_SUBJECT);
    if (judgement.verdict !== "exempt")
      memory.enter(sentence, judgement.verdict === "supported" && found.source ? [found.source] : [], {
        verbatim: false,
      });
    return [{ start, end, subject, ...verified(sentence, judgement) }];
  });
}

/** Tells whether a supported sentence says it of the same subject where it stands as in the evidence. */
function isUnderstood(
  sentence: string,
  { source }: Judgement,
  subject: string | null,
  memory: AnswerMemory,
): boolean {
  if (source === null || subject === null || !refersBack(sentence) || memory.leadsTo(source)) return true;
  const meant = subjectOf(source);
  return meant !== null && sameSubject(meant, subject) && !memory.mayBeNamesake(subject, source);
}

function verified(
  text: string,
  { verdict, score, outcome, citations, reasons, basis, source }: Judgement,
): Omit<VerifiedSentence, "start" | "end" | "subject"> {
  const shown =
    source === null || basis === "verbatim" ? {} : { [basis === null ? "nearest" : "quote"]: source.text };
  return { text, verdict, score, outcome, citations, ...shown, reasons };
}
