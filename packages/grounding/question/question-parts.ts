import { getLexicon } from "../lexicon/lexicon.ts";
import { findProperNames } from "../text/names.ts";
import { parseQuestion } from "./parse-question.ts";
import type { Question } from "./question.ts";
import { getQuestionPatterns, type QuestionPatterns } from "./question-patterns.ts";

/** Maximum number of parts of one question. */
const MAX_PARTS = 6;
/** Minimum number of words in a part: "who wrote it and when" is one question. */
const MIN_WORDS = 3;

/** Matches the place between two questions, with the number of a list's next entry. */
const BETWEEN_QUESTIONS = /(?<=[?？؟])\s*|\s+(?=\(?\d{1,2}\)\s+)/u;
/** Words that a follow-up took from the conversation. */
const ADDED_WORDS = /\s\([^()?]+\)$/u;
const LIST_MARK = /^\s*(?:\(?\d{1,2}[.):]|[-*•])\s+/u;

/**
 * Splits a question into the questions it consists of, each to be researched without the others: "When was
 * Nokia founded and who runs it?" asks "When was Nokia founded" and "Who runs Nokia?". Returns an empty array
 * if it is a single question.
 */
export function splitQuestion({ text, context, language }: Question): readonly Question[] {
  const patterns = getQuestionPatterns(language);
  const [added = ""] = ADDED_WORDS.exec(text) ?? [];
  const asked = text
    .slice(0, text.length - added.length)
    .split(BETWEEN_QUESTIONS)
    .map((part) => part.replace(LIST_MARK, "").trim())
    .filter((part) => part.split(/\s+/u).length >= MIN_WORDS || (patterns.unspaced && part !== ""))
    .flatMap((part) => splitJoined(part, patterns));
  if (asked.length < 2 || asked.length > MAX_PARTS) return [];
  const earlier: { role: string; content: string }[] = [];
  return asked.map((prompt, index) => {
    const written = index === 0 ? prompt + added : prompt;
    const part = parseQuestion({ prompt: written, conversation: [...earlier], context });
    const whole = addSubject(part, earlier[0]?.content);
    earlier.push({ role: "user", content: whole.text });
    return whole;
  });
}

/**
 * Splits a sentence before each question word that follows "and". A comma is enough before an earlier
 * question word, but not before the last one, as in "John Smith, who wrote it".
 */
function splitJoined(sentence: string, { questionStart, language }: QuestionPatterns): readonly string[] {
  const and = getLexicon(language).question.conjunctions?.and;
  if (and === undefined || !questionStart.test(sentence)) return [sentence];
  const joined = new RegExp(`(?:(?<and>,?\\s+${and})|,)\\s+$`, "u");
  const joints = [...sentence.matchAll(/(?<=\s)[\p{L}¿]/gu)].flatMap(({ index }) => {
    const joint = questionStart.test(sentence.slice(index)) ? joined.exec(sentence.slice(0, index)) : null;
    return joint === null
      ? []
      : [{ start: joint.index, end: index, isComma: joint.groups?.and === undefined }];
  });
  const used = joints.slice(0, joints.findLastIndex(({ isComma }) => !isComma) + 1);
  const parts = [...used, { start: sentence.length }].map(({ start }, index) =>
    sentence.slice(used[index - 1]?.end ?? 0, start),
  );
  return parts.every((part) => part.split(/\s+/u).length >= MIN_WORDS) ? parts : [sentence];
}

/** Adds a name in the first part to a part without a name. Some languages omit "she" and "it". */
function addSubject(part: Question, first: string | undefined): Question {
  const name = first === undefined ? undefined : findProperNames(first).at(-1);
  if (name === undefined || findProperNames(part.text).length > 0) return part;
  const { context, language } = part;
  return { ...parseQuestion({ prompt: `${part.text} (${name.text})`, context }), language };
}
