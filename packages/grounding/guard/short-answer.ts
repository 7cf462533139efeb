import { parseQuestion } from "../question/parse-question.ts";
import type { ExpectedAnswer } from "../question/question.ts";
import { findProperNames } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import { normalizeTypography } from "./comparable.ts";
import type { Evidence } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { readSentenceFacts } from "./fact-book.ts";
import { judgeSentence } from "./judge-sentence.ts";
import type { Judgement } from "./judgement.ts";
import { ReadSentence } from "./paraphrase/read-sentence.ts";
import { containsReversal } from "./selection/sentence-part.ts";

/** Matches only a name, a date or a number: "Norway.", "In 1987.", "Yes, in 1987." */
const SHORT =
  /^(?:(?<yes>Yes), )?(?:(?<place>in|on|at|by|since|from) )?(?:the )?(?<value>[\p{Lu}\d][\p{L}\p{N}.,'’ -]{0,59}?)\.?$/iu;
const MAX_WORDS = 6;
/** Matches text that would continue a number and make it another number. */
const NUMBER_GOES_ON = /^(?:[.,]?\d|\s?(?:%|percent|hundred|thousand|million|billion|trillion))/i;

type Kind = "name" | "date" | "number";
const EXPECTED: Readonly<Record<Kind, readonly ExpectedAnswer[]>> = {
  name: ["place", "person", "organisation", "thing"],
  date: ["date"],
  number: ["number"],
};

/**
 * Judges an answer that is only a value. The user's question, with the value in place of its question word,
 * is judged as a statement: after "Where was Ibsen born?", "Norway." states "Ibsen was born in Norway." It
 * must be based on the sentence that answers the question in an outcome, and
 * that sentence must contain no second value of the kind. Returns null for every other text. Fails closed.
 */
export function judgeShortAnswer(sentence: string, evidence: Evidence): Judgement | null {
  const { yes, place = "in", value } = SHORT.exec(sentence.trim())?.groups ?? {};
  if (value === undefined || !/^[\p{Lu}\d]/u.test(value) || splitWords(value).length > MAX_WORDS) return null;
  const { question } = evidence;
  const kind = classifyValue(value);
  const { expected } = parseQuestion({ prompt: question });
  if (yes === undefined ? !EXPECTED[kind].includes(expected) : expected !== "yes_no") return null;
  const statement = writeStatement(question, { yes: yes !== undefined, place: place.toLowerCase(), value });
  if (statement === null || containsReversal(question)) return null;
  const judgement = judgeSentence(statement, evidence);
  const { source, verdict } = judgement;
  if (verdict !== "supported" || source === null || !isAnswer(source, evidence)) return null;
  if (containsReversal(source.text) || !containsValue(source.text, value)) return null;
  if (!isOnlyOne(source.text, { kind, value, question }) || !saysAll(statement, source)) return null;
  return { ...judgement, basis: "paraphrase", text: sentence };
}

function classifyValue(value: string): Kind {
  if (!/\d/.test(value)) return "name";
  return readSentenceFacts(value).dates.length > 0 || /^\d{4}$/.test(value) ? "date" : "number";
}

const VERBS = "(?<verb>was|were|is|are|did|does|has|had)";
const FOR_PLACE_OR_TIME = new RegExp(
  `^(?:when|where|(?:in )?(?:what|which) year|in (?:what|which) \\p{Ll}+) ${VERBS} (?<rest>.+)$`,
  "iu",
);
const FOR_YES = new RegExp(`^${VERBS} (?<rest>.+)$`, "iu");
const FOR_OBJECT = /^who(?:m)? (?<verb>did|does) (?<rest>.+)$/iu;
const FOR_SUBJECT =
  /^(?:who|what|(?:which|what) \p{Ll}+) (?!did |does |do |was \p{Lu}|is \p{Lu}|has \p{Lu}|had \p{Lu})(?<rest>\p{Ll}.+)$/iu;

/**
 * Returns the statement that a short answer makes together with its question, or null for other forms of
 * questions.
 */
function writeStatement(
  question: string,
  { yes, place, value }: { yes: boolean; place: string; value: string },
): string | null {
  const asked = /^([^.,;:!?"“”()]{1,160})\?$/u.exec(question.trim())?.[1];
  if (asked === undefined || /\b(?:and|or)\b/i.test(asked)) return null;
  if (yes) {
    const stated = reorderQuestion(FOR_YES.exec(asked));
    if (stated === null) return null;
    return containsValue(stated, value) ? `${stated}.` : `${stated} ${place} ${value}.`;
  }
  const stated = reorderQuestion(FOR_PLACE_OR_TIME.exec(asked));
  if (stated !== null) return `${stated} ${place} ${value}.`;
  const object = reorderQuestion(FOR_OBJECT.exec(asked));
  if (object !== null) return `${object} ${value}.`;
  const { rest } = FOR_SUBJECT.exec(asked)?.groups ?? {};
  return rest === undefined ? null : `${value} ${rest}.`;
}

/** Reorders a question as a statement: "was CERN founded" → "CERN was founded". */
function reorderQuestion(match: RegExpExecArray | null): string | null {
  const { verb = "", rest = "" } = match?.groups ?? {};
  const [subject] = findProperNames(rest);
  if (subject === undefined || !/^(?:the )?$/i.test(rest.slice(0, subject.start))) return null;
  const stated = rest.slice(subject.end).replace(/^ ever\b/, "");
  return stated.startsWith(" ") ? `${rest.slice(0, subject.end)} ${verb.toLowerCase()}${stated}` : null;
}

function isAnswer(source: EvidenceSentence, { outcomes }: Evidence): boolean {
  const research = outcomes[source.outcome];
  const answer = research?.ok === true ? research.answer?.text : undefined;
  return answer !== undefined && normalizeTypography(answer).includes(normalizeTypography(source.text));
}

/** Returns whether a text contains a value as a separate name or number and not as a part of a longer one. */
function containsValue(text: string, value: string): boolean {
  const at = text.indexOf(value);
  if (at < 0) return false;
  const [before, after] = [text.slice(0, at), text.slice(at + value.length)];
  if (/[\p{L}\p{N}-]$/u.test(before) || /^[\p{L}\p{N}-]/u.test(after)) return false;
  if (/\d$/.test(value) && NUMBER_GOES_ON.test(after)) return false;
  if (/^\d/.test(value)) return !/[\d][.,]$/.test(before);
  const isOpening = splitWords(before).length === 1;
  return (isOpening || !/\p{Lu}[\p{L}.'’]*\s$/u.test(before)) && !/^\s\p{Lu}/u.test(after);
}

/** Returns whether a text has only one value of the kind, apart from those in the question. */
function isOnlyOne(
  text: string,
  { kind, value, question }: { kind: Kind; value: string; question: string },
): boolean {
  const { dates, numbers } = readSentenceFacts(text);
  if (kind === "date") return dates.length === 1;
  if (kind === "number") return numbers.length === 1;
  const known = new Set(splitWords(question));
  const others = findProperNames(text).filter(
    (name) => !splitWords(name.text).every((word) => known.has(word)),
  );
  // "London, England" is one place.
  const apart = others.filter(
    (name, at) => at === 0 || !/^,? $/.test(text.slice(others[at - 1]?.end, name.start)),
  );
  return apart.length === 1 && others.some((name) => name.text.includes(value));
}

/** Returns whether every important word of a statement is in its source or the title of the source's page. */
function saysAll(statement: string, { text, title }: EvidenceSentence): boolean {
  const known = [new ReadSentence(text).content, new ReadSentence(title).content];
  return [...new ReadSentence(statement).content.keys()].every((stem) =>
    known.some((words) => words.has(stem)),
  );
}
