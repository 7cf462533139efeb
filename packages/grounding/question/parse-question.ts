import { cutText } from "@plumbline/core/text/unicode.ts";
import { readClarification } from "../gate/clarification.ts";
import { asksTheSame } from "../gate/gate.ts";
import { isPleasantry, isRemark } from "../gate/remark.ts";
import {
  type ConversationTurn,
  createPromptTurn,
  selectRememberedTurns,
  type UserTurn,
} from "../gate/remembered-turns.ts";
import { findAsked } from "../gate/single-turn.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { writeOutYears } from "../lexicon/relative-time.ts";
import { fitQuery, NARROWEST_LIMITS } from "../text/fit-query.ts";
import { findProperNames, type ProperName } from "../text/names.ts";
import { withoutPrivateParts } from "../text/private-parts.ts";
import { splitWords } from "../text/tokens.ts";
import { findAskingPart } from "./asking-part.ts";
import { judgeExpectedAnswer } from "./expected-answer.ts";
import {
  belongsToTopic,
  completeQuestion,
  mayContinueTopic,
  needsTopic,
  repeatQuestion,
} from "./follow-up.ts";
import { readOnlyYear, resolveYears } from "./follow-up-year.ts";
import { findPeople } from "./people.ts";
import { readPersonPhrase } from "./person-phrase.ts";
import type { Question, QuestionConstraints } from "./question.ts";
import { getQuestionPatterns, type QuestionPatterns } from "./question-patterns.ts";
import { continueTopic, NO_TOPIC, type Topic } from "./topic.ts";

/** The input of a question. */
export interface Dialogue {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[] | undefined;
  /** The caller's description for distinguishing namesakes: employer, role, place. */
  context?: string | undefined;
  /** Milliseconds since the epoch. Without it, "last year" in an earlier message is no year. */
  now?: number | undefined;
}

/** Longest context that the research tool accepts, in UTF-16 code units. */
const CONTEXT_CHARACTERS = 2000;
/** Maximum number of passes for a text that keeps changing. Usual prompts take two. */
const MAX_READINGS = 12;

/** Commands for a search engine ("!wikipedia", ":fr", "<1") before the question, which are not part of it. */
const STEERING = /^(?:\s*[!:<]{1,3}[\p{L}\p{N}]{1,40}(?=\s+\p{L}))+\s+/u;

/**
 * Parses a prompt into a question that can be researched without its conversation. Omits instructions,
 * greetings and the writer's own situation. A follow-up gets its missing words from the conversation. The
 * answer to "which one do you mean?" becomes context of the original question, as long as the conversation is
 * about the same person.
 *
 * Parsing the text of a parsed question again returns the same text.
 */
export function parseQuestion({ prompt, conversation = [], context = "", now }: Dialogue): Question {
  const asks = prompt.replace(STEERING, "");
  const turns = [
    ...selectRememberedTurns(conversation).filter(({ content }) => !isPleasantry(content)),
    createPromptTurn(asks, conversation),
  ];
  const start: Progress = { text: "", context: "", topic: NO_TOPIC, language: null };
  const asked = turns.reduce((last, turn) => follow(last, turn, turns.length > 1 ? now : undefined), start);
  const { text } = asked;
  const patterns = getQuestionPatterns(asked.language);
  const people = findPeople(text, patterns);
  return {
    text,
    subjects: people.map((person) => person.text),
    constraints: readConstraints(text, people[0], patterns),
    expected: judgeExpectedAnswer(text, people, patterns),
    context: cutText(joinTexts(withoutPrivateParts(context), asked.context), CONTEXT_CHARACTERS),
    language: asked.language ?? detectLanguage(prompt),
  };
}

/** State that the turns so far pass on to the next. */
interface Progress {
  text: string;
  context: string;
  topic: Topic;
  /** Language of the text. */
  language: Language | null;
}

/** Parses one turn, with the state that the turns before it passed on. */
function follow(last: Progress, turn: UserTurn, now: number | undefined): Progress {
  const before = readAnswer(last, turn.answers);
  const answer = before.text === "" ? null : readClarification(turn, before.text);
  if (answer !== null) return { ...before, context: joinTexts(before.context, answer) };
  const withYear = resolveYears(turn.content, before.topic.lastAsked, last.language);
  const hadRelativeYear = withYear !== turn.content;
  const dated = now === undefined ? withYear : writeOutYears(withYear, now);
  // "Auf Deutsch bitte" asks the same again, and "thanks" asks nothing.
  const asksAgain = readOnlyYear(dated) === undefined && (asksTheSame(dated) || isRemark(dated));
  if (before.text !== "" && asksAgain) return before;
  const content = withoutPrivateParts(findAsked(dated));
  const language = detectLanguage(content) ?? (hadRelativeYear ? last.language : null);
  const patterns = getQuestionPatterns(language);
  const { asking, said } = findAskingPart(content, patterns);
  const topic = said === "" ? before.topic : continueTopic(before.topic, said, patterns);
  // "Tell me about CERN" names its own subject, however short it is.
  const isName = asking !== content && findProperNames(asking)[0]?.text === asking;
  const whole = isName ? asking : completeQuestion(asking, topic, patterns, hadRelativeYear);
  const settled = isSettled(whole, turn.content) ? { text: whole, language } : settle(whole);
  const repeats = repeatQuestion(asking, topic, patterns) !== null;
  const isFollowUp = needsTopic(asking, topic, patterns) || repeats;
  const isOnTopic = belongsToTopic(asking, topic, patterns) || repeats;
  return {
    ...settled,
    context:
      before.context !== "" && isFollowUp && sharesPerson(settled.text, before.text, patterns)
        ? before.context
        : "",
    topic: {
      ...continueTopic(
        isOnTopic || mayContinueTopic(asking, patterns) ? topic : NO_TOPIC,
        joinTexts(said, asking),
        patterns,
      ),
      person: findPeople(settled.text, patterns)[0]?.text ?? topic.person,
      lastAsked: settled.text,
    },
  };
}

/** Length of an answer to search for a person. */
const ANSWER_CHARACTERS = 400;
const NO_ANSWER =
  /\b(?:do(?:es)? not (?:say|speak|answer|mention)|none (?:says|say|of)|no sources?|ask again|different people|could not)\b/i;

/** If the question asked for a person, updates the topic with the person that its answer adds. */
function readAnswer(last: Progress, answers: string): Progress {
  const answer = answers.slice(0, ANSWER_CHARACTERS);
  if (last.text === "" || answer === "" || NO_ANSWER.test(answer)) return last;
  const patterns = getQuestionPatterns(last.language);
  const asked = findPeople(last.text, patterns);
  if (judgeExpectedAnswer(last.text, asked, patterns) !== "person") return last;
  const known = new Set(splitWords(last.text));
  const named = findPeople(answer, getQuestionPatterns(detectLanguage(answer) ?? last.language))
    .filter(({ text }) => !splitWords(text).every((word) => known.has(word)))
    .toSorted((one, other) => one.start - other.start)[0];
  return named === undefined ? last : { ...last, topic: { ...last.topic, person: named.text } };
}

/** Returns whether another pass left a text unchanged and within the limits. */
function isSettled(text: string, before: string): boolean {
  return text === before && text === fitQuery(text, NARROWEST_LIMITS);
}

/** Returns whether two questions are about the same person, or the first is about nobody. */
function sharesPerson(text: string, before: string, patterns: QuestionPatterns): boolean {
  const [person] = findPeople(text, patterns);
  // A name that replaces "he" is capitalised, even if it was written in lower case before.
  const name = person?.text.toLowerCase();
  return (
    name === undefined || findPeople(before, patterns).some((other) => other.text.toLowerCase() === name)
  );
}

/** Repeats parsing a text until nothing more is removed, within the limits of every search backend. */
function settle(text: string): { text: string; language: Language | null } {
  let settling = fitToLimits(text);
  for (let reading = 0; ; reading += 1) {
    const language = detectLanguage(settling);
    const patterns = getQuestionPatterns(language);
    const { asking, said } = findAskingPart(withoutPrivateParts(findAsked(settling)), patterns);
    const topic = said === "" ? NO_TOPIC : continueTopic(NO_TOPIC, said, patterns);
    const next = fitToLimits(completeQuestion(asking, topic, patterns));
    if (next === settling || reading === MAX_READINGS) return { text: settling, language };
    settling = next;
  }
}

function fitToLimits(text: string): string {
  const line = fitQuery(text, NARROWEST_LIMITS);
  // Only an overlong text is shortened, and its person is removed last.
  if (line.length >= text.trim().length) return line;
  const patterns = getQuestionPatterns(detectLanguage(text));
  return fitQuery(text, NARROWEST_LIMITS, { subject: findPeople(text, patterns)[0]?.text ?? null });
}

function readConstraints(
  text: string,
  person: ProperName | undefined,
  patterns: QuestionPatterns,
): QuestionConstraints {
  const years = [...new Set(Array.from(text.matchAll(YEAR), ([year]) => Number(year)))];
  if (person === undefined) return { role: null, place: null, employer: null, years };
  const { role, place, employer } = readPersonPhrase(text, person, patterns);
  return { role, place, employer, years };
}

const YEAR = /(?<!\p{N})(?:1\d{3}|20\d{2})(?!\p{N})/gu;

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/**
 * Parses the question. Returns it with the text to search, shortened to the limits of the backends. Subject
 * and context are removed last.
 */
export function readSearchQuery(dialogue: Dialogue): { question: Question; text: string } {
  const question = parseQuestion(dialogue);
  const subject = question.subjects[0] ?? null;
  const text = fitQuery(question.text, NARROWEST_LIMITS, { subject, context: question.context });
  return { question, text };
}
