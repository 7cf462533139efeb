import { cutText } from "@plumbline/core/text/unicode.ts";
import {
  type ConversationTurn,
  clarification,
  promptTurn,
  rememberedTurns,
  type UserTurn,
} from "../gate/gate.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { type QuestionPatterns, questionPatterns } from "../lexicon/question-patterns.ts";
import { fitQuery, NARROWEST_LIMITS } from "../text/asked-name.ts";
import type { ProperName } from "../text/names.ts";
import { askingPart } from "./asking-part.ts";
import { completed, continued, keepsTopic, leans, NO_TOPIC, sameAskedOf, type Topic } from "./follow-up.ts";
import { peopleIn } from "./people.ts";
import { personPhrase } from "./person-phrase.ts";
import type { ExpectedAnswer, Question, QuestionConstraints } from "./question.ts";

/** What a question is parsed from. */
export interface Dialogue {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[] | undefined;
  /** What the caller added to tell people apart: employer, role, place. */
  context?: string | undefined;
}

/** What the research tool takes, in UTF-16 code units. */
const CONTEXT_CHARACTERS = 2000;
/** Readings after which a text that still changes is taken as it is; usual prompts take two. */
const MOST_READINGS = 12;

/** Words that steer a search engine ("!wikipedia", ":fr", "<1") before the question: they are no part of it. */
const STEERING = /^(?:\s*[!:<]{1,3}[\p{L}\p{N}]{1,40}(?=\s+\p{L}))+\s+/u;

/**
 * Parses a prompt into a question that can be researched without its conversation: instructions, greetings and the writer's own
 * situation are left out, and a follow-up takes the words it lacks from the conversation. The answer to "which one do you mean?" is
 * context to the question it was asked about, and stays so as long as the same person is spoken of.
 *
 * The text of a parsed question parses to itself.
 */
export function parseQuestion({ prompt, conversation = [], context = "" }: Dialogue): Question {
  const asks = prompt.replace(STEERING, "");
  const turns = [...rememberedTurns(conversation), promptTurn(asks, conversation)];
  const asked = turns.reduce(follow, { text: "", context: "", topic: NO_TOPIC, language: null });
  const { text } = asked;
  const patterns = questionPatterns(asked.language);
  const people = peopleIn(text, patterns);
  return {
    text,
    subjects: people.map((person) => person.text),
    constraints: constraintsOf(text, people[0], patterns),
    expected: expectedAnswer(text, people, patterns),
    context: cutText(joined(context, asked.context), CONTEXT_CHARACTERS),
    language: asked.language ?? detectLanguage(prompt),
  };
}

/** What the turns so far leave for the next. */
interface Progress {
  text: string;
  context: string;
  topic: Topic;
  /** Of the text. */
  language: Language | null;
}

function follow(before: Progress, turn: UserTurn): Progress {
  const answer = before.text === "" ? null : clarification(turn, before.text);
  if (answer !== null) return { ...before, context: joined(before.context, answer) };
  const language = detectLanguage(turn.content);
  const patterns = questionPatterns(language);
  const { asking, said } = askingPart(turn.content, patterns);
  const topic = said === "" ? before.topic : continued(before.topic, said, patterns);
  const whole = completed(asking, topic, patterns);
  const settled = isSettled(whole, turn.content) ? { text: whole, language } : settle(whole);
  const carriesOn = leans(asking, topic, patterns) || sameAskedOf(asking, topic, patterns) !== null;
  return {
    ...settled,
    context:
      before.context !== "" && carriesOn && sharesPerson(settled.text, before.text, patterns)
        ? before.context
        : "",
    topic: {
      ...continued(
        carriesOn || keepsTopic(asking, patterns) ? topic : NO_TOPIC,
        joined(said, asking),
        patterns,
      ),
      person: peopleIn(settled.text, patterns)[0]?.text ?? topic.person,
      lastAsked: settled.text,
    },
  };
}

/** Whether reading a text left it as it was and it fits. */
function isSettled(text: string, before: string): boolean {
  return text === before && text === fitQuery(text, NARROWEST_LIMITS);
}

/** Whether two questions are about one person, or the first is about none. */
function sharesPerson(text: string, before: string, patterns: QuestionPatterns): boolean {
  const [person] = peopleIn(text, patterns);
  return person === undefined || peopleIn(before, patterns).some((other) => other.text === person.text);
}

/** A text read again until nothing is left to take off, within the limits of every search backend. */
function settle(text: string): { text: string; language: Language | null } {
  let settling = fitted(text);
  for (let reading = 0; ; reading += 1) {
    const language = detectLanguage(settling);
    const patterns = questionPatterns(language);
    const { asking, said } = askingPart(settling, patterns);
    const topic = said === "" ? NO_TOPIC : continued(NO_TOPIC, said, patterns);
    const next = fitted(completed(asking, topic, patterns));
    if (next === settling || reading === MOST_READINGS) return { text: settling, language };
    settling = next;
  }
}

function fitted(text: string): string {
  const line = fitQuery(text, NARROWEST_LIMITS);
  // Only of a text that is too long something is given up, and the person last.
  if (line.length >= text.trim().length) return line;
  const patterns = questionPatterns(detectLanguage(text));
  return fitQuery(text, NARROWEST_LIMITS, { subject: peopleIn(text, patterns)[0]?.text ?? null });
}

function constraintsOf(
  text: string,
  person: ProperName | undefined,
  patterns: QuestionPatterns,
): QuestionConstraints {
  const years = [...new Set(Array.from(text.matchAll(YEAR), ([year]) => Number(year)))];
  if (person === undefined) return { role: null, place: null, employer: null, years };
  const { role, place, employer } = personPhrase(text, person, patterns);
  return { role, place, employer, years };
}

const YEAR = /(?<!\p{N})(?:1\d{3}|20\d{2})(?!\p{N})/gu;

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** The kind of answer a question asks for, by how it begins; of several questions the one that asks for most in particular. */
function expectedAnswer(
  text: string,
  people: readonly ProperName[],
  patterns: QuestionPatterns,
): ExpectedAnswer {
  const kinds = text
    .split(/(?<=[?？؟。])\s*(?!\()|(?<=\p{Ll}{2}[.!]) (?=\p{L}+\?)/u)
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence) => kindOf(sentence, sentence === text ? people : peopleIn(sentence, patterns), patterns));
  return kinds.find((kind) => kind !== "biography" && kind !== "description") ?? kinds[0] ?? "description";
}

function kindOf(
  sentence: string,
  [person]: readonly ProperName[],
  patterns: QuestionPatterns,
): ExpectedAnswer {
  if (person !== undefined) {
    const { asksWho, further } = readWho(sentence, person, patterns);
    if (further !== "") return kindOf(further, [], patterns);
    if (asksWho) return "biography";
  }
  return (
    byOpening(sentence, patterns) ??
    byOpening(fromQuestionWord(sentence, patterns), patterns) ??
    (/[?？؟]\s*$/u.test(sentence) && !patterns.questionWord.test(sentence) ? "yes_no" : "description")
  );
}

function byOpening(text: string, { expected }: QuestionPatterns): ExpectedAnswer | undefined {
  return expected.find(([, pattern]) => pattern.test(text))?.[0];
}

/** "In 1911, who won …" from "who" on. */
function fromQuestionWord(text: string, { questionWord }: QuestionPatterns): string {
  const at = questionWord.exec(text)?.index;
  return at === undefined ? "" : text.slice(at);
}

/** Whether a sentence asks who somebody is, or only names them, and what it asks further: "… and when was he born?". */
function readWho(
  sentence: string,
  person: ProperName,
  patterns: QuestionPatterns,
): { asksWho: boolean; further: string } {
  const { start, end } = personPhrase(sentence, person, patterns);
  const phrase = sentence.slice(start, end).trim();
  const [link, further] = /^,? \p{L}{1,3} (.+)$/su.exec(sentence.slice(end)) ?? [];
  const plain = link !== undefined && further !== undefined && patterns.questionStart.test(further);
  const asked = plain ? sentence.slice(0, end) : sentence;
  // "Who was the wife of NAME?" and "Who was NAME married to?" ask for another person.
  const asksWho =
    asked.replace(/[\s?？؟.!]+$/u, "") === phrase ||
    patterns.whoIs.some(({ pattern }) => {
      const { name, rest = "" } = pattern.exec(asked)?.groups ?? {};
      return name?.trim() === phrase && !/\p{L}/u.test(rest);
    });
  return { asksWho, further: asksWho && plain ? further : "" };
}
