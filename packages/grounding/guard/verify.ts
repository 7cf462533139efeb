import type { OpenStatement } from "../reader/statement-reader.ts";
import type { ResearchOutcome } from "../research/outcome.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { createEvidence, type Evidence } from "./evidence.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { type Judgement, type Verdict, withholdSentence } from "./judgement.ts";
import { type AskSupport, askReader } from "./reading/ask-reader.ts";
import { createReaderStatement } from "./reading/rests-on.ts";
import { getReason, type Reason } from "./reasons.ts";
import { SentenceStream } from "./sentence-stream.ts";
import { findNamedSubject, sameSubject, startsWithReference, subjectOf } from "./subjects.ts";

/** A sentence of a text, and whether the evidence supports it. */
export interface VerifiedSentence {
  /** As in the text, without surrounding white space. */
  text: string;
  /** UTF-16 offset of the sentence in the text. `end` is the offset of its end. */
  start: number;
  end: number;
  /**
   * Name of the sentence's subject: from the sentence itself or, for a pronoun, from the text before it. Null
   * if unknown.
   */
  subject: string | null;
  verdict: Verdict;
  /** Confidence that the evidence supports it, in [0, 1]. 1 for a verbatim sentence. */
  score: number;
  /** Index of the supporting outcome, or null unless supported. */
  outcome: number | null;
  /** Indexes into that outcome's citations. Empty unless supported. */
  citations: readonly number[];
  /** The sentence of the evidence that a paraphrase is based on. */
  quote?: string;
  /** The sentence of the evidence closest to a withheld one. */
  nearest?: string;
  /** Reasons for the verdict, most important first. */
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
  const evidence = createEvidence("ok" in outcomes ? [outcomes] : outcomes, said);
  return verifyAgainst(text, evidence);
}

/** Like `verify`, but asks a reader, if there is one, about all sentences that the rules leave unclear. */
export async function verifyWithReader(
  text: string,
  outcomes: readonly ResearchOutcome[],
  ask: AskSupport | undefined,
): Promise<VerifiedSentence[]> {
  const evidence = createEvidence(outcomes, []);
  const judged = judgeAll(text, evidence);
  const open = judged.flatMap(({ open }) => open ?? []);
  const read = ask && (await askReader(open, evidence, ask));
  return read === undefined ? judged.map(({ sentence }) => sentence) : verifyAgainst(text, read);
}

/**
 * Judges a text against prepared evidence. A pronoun refers to the last name in the text itself: a sentence
 * that the evidence states about someone else is `unclear`.
 */
export function verifyAgainst(text: string, evidence: Evidence): VerifiedSentence[] {
  return judgeAll(text, evidence).map(({ sentence }) => sentence);
}

function judgeAll(
  text: string,
  evidence: Evidence,
): { sentence: VerifiedSentence; open: OpenStatement | undefined }[] {
  const stream = new SentenceStream();
  const memory = new AnswerMemory();
  let subject: string | null = null;
  let end = 0;
  return [...stream.push(text), ...stream.end()].flatMap(({ text: sentence, before }) => {
    const start = end + before.length;
    end = start + sentence.length;
    if (sentence === "") return [];
    const refersBack = startsWithReference(sentence);
    if (!refersBack) subject = findNamedSubject(sentence) ?? subject;
    const context = { subject: refersBack ? subject : null, previous: memory.last };
    const found = judgeSentence(sentence, evidence, context);
    const isMeant = found.verdict !== "supported" || isUnderstood(sentence, found, subject, memory);
    const judgement = isMeant ? found : withholdSentence("unclear", found.text, getReason("unknown_subject"));
    if (judgement.verdict !== "exempt")
      memory.recordSaid(sentence, judgement.verdict === "supported" && found.source ? [found.source] : [], {
        verbatim: false,
      });
    return [
      {
        sentence: { start, end, subject, ...toVerified(sentence, judgement) },
        open: createReaderStatement(judgement, context.subject),
      },
    ];
  });
}

/** Returns whether a supported sentence has the same subject in its place as in the evidence. */
function isUnderstood(
  sentence: string,
  { source }: Judgement,
  subject: string | null,
  memory: AnswerMemory,
): boolean {
  if (source === null || subject === null || !startsWithReference(sentence) || memory.makesClear(source))
    return true;
  const meant = subjectOf(source);
  return meant !== null && sameSubject(meant, subject) && !memory.mayBeNamesake(subject, source);
}

function toVerified(
  text: string,
  { verdict, score, outcome, citations, reasons, basis, source }: Judgement,
): Omit<VerifiedSentence, "start" | "end" | "subject"> {
  const shown =
    source === null || basis === "verbatim" ? {} : { [basis === null ? "nearest" : "quote"]: source.text };
  return { text, verdict, score, outcome, citations, ...shown, reasons };
}
