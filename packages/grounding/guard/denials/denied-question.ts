import { REPLY_WORDS, type ReplyLanguage } from "../../lexicon/reply-words.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { parseQuestion } from "../../question/parse-question.ts";
import type { Question } from "../../question/question.ts";
import { startsWithPronoun } from "../../research/evidence/quotable-spans.ts";
import { COVERAGE_THRESHOLD } from "../../research/judge-answer.ts";
import type { ResearchOutcome } from "../../research/outcome.ts";
import { scoreAnswer } from "../../research/rank-evidence.ts";
import { findIdentifyingWords } from "../../text/name-mentions.ts";
import { splitSentences, splitWords } from "../../text/tokens.ts";

/**
 * Parses the question that a denial calls unanswered. Resolves pronouns from the researched query: "when she
 * was born" → whose birth.
 */
export function findDeniedQuestion(
  denied: string,
  outcome: ResearchOutcome,
  language: ReplyLanguage,
): Question {
  const asked = { role: "user" as const, content: outcome.query };
  return { ...parseQuestion({ prompt: denied, conversation: [asked] }), language };
}

/**
 * Returns whether an outcome answers what a denial denies. It errs on the side of true in two ways. A
 * sentence that starts with a pronoun counts as one about the person asked about. The outcome also counts as
 * the answer to its own query.
 */
export function isAnswered(question: Question, outcome: ResearchOutcome, language: ReplyLanguage): boolean {
  if (!outcome.ok) return false;
  const asked = new Set(splitWords(outcome.query));
  if (splitWords(question.text).every((word) => asked.has(word))) return true;
  const [subject] = [...question.subjects, ...parseQuestion({ prompt: outcome.query }).subjects];
  const full = subject === undefined ? outcome : insertSubject(outcome, subject, question);
  if (isAlike(question, full, language)) return true;
  return (
    scoreAnswer(question, full) >= COVERAGE_THRESHOLD && (language === "en" || sharesWord(question, full))
  );
}

/** Returns whether the question and the evidence each contain a word of the same group. */
function isAlike({ text }: Question, { citations }: ResearchOutcome, language: ReplyLanguage): boolean {
  const asked = new Set(listWords(text));
  const said = new Set(citations.flatMap(({ snippet }) => listWords(snippet)));
  return REPLY_WORDS[language].denials.alike.some((group) => {
    const alike = group.split(" ");
    return alike.some((word) => asked.has(word)) && alike.some((word) => said.has(word));
  });
}

/** Number of initial letters that two inflected words must share to count as the same. */
const STEM_LENGTH = 5;

/**
 * Returns whether the evidence contains a word of the question other than its names and the words searched
 * for. Research requires that only in English and Spanish.
 */
function sharesWord({ text, language, subjects }: Question, { citations, query }: ResearchOutcome): boolean {
  const { stopWords } = getWords(language ?? "en");
  const names = new Set([...subjects, query].flatMap(splitWords));
  const asked = splitWords(text).filter((word) => !names.has(word) && !stopWords.has(word));
  const said = new Set(
    citations.flatMap(({ snippet }) => splitWords(snippet).map((word) => word.slice(0, STEM_LENGTH))),
  );
  return asked.length === 0 || asked.some((word) => said.has(word.slice(0, STEM_LENGTH)));
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

const POSSESSIVE = /^(?:her|his|its|their)(?!\p{L})/iu;

function insertSubject(outcome: ResearchOutcome, subject: string, { language }: Question): ResearchOutcome {
  const last = findIdentifyingWords(subject).at(-1) ?? "";
  const named = (sentence: string) => {
    if (splitWords(sentence).includes(last)) return sentence;
    if (!startsWithPronoun(sentence, language) && !opensWithVerb(sentence, language)) return sentence;
    if (POSSESSIVE.test(sentence)) return sentence.replace(POSSESSIVE, `${subject}’s`);
    return startsWithPronoun(sentence, language)
      ? sentence.replace(/^\p{L}+/u, subject)
      : `${subject} ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  };
  return {
    ...outcome,
    citations: outcome.citations.map((citation) => ({
      ...citation,
      snippet: splitSentences(citation.snippet, language).map(named).join(" "),
    })),
  };
}

/** Returns whether a sentence starts with a verb, because Spanish omits pronouns: "Nació en Lima". */
function opensWithVerb(sentence: string, language: Question["language"]): boolean {
  return language === "es" && /^\p{Lu}\p{Ll}+(?:ó|ió|aba|ía)\s/u.test(sentence);
}
