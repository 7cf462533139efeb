import { listContentStems } from "../lexicon/stems.ts";
import { findProperNames, type ProperName } from "../text/names.ts";
import { tokenize } from "../text/tokens.ts";
import { findPeople } from "./people.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/** The topic of a conversation after some turns. */
export interface Topic {
  /** The last question in self-contained form. */
  lastAsked: string;
  /** Text since the topic began, oldest first, one entry per turn: the first and the last few. */
  turns: readonly string[];
  /** The person mentioned last. */
  person: string | null;
}

export const NO_TOPIC: Topic = { lastAsked: "", turns: [], person: null };

const LAST_TURNS = 4;
const TURN_CHARACTERS = 500;

/** Adds text to a topic. `lastAsked` stays unchanged. */
export function continueTopic(topic: Topic, said: string, patterns: QuestionPatterns): Topic {
  const turns = [...topic.turns, said.slice(-TURN_CHARACTERS)];
  return {
    lastAsked: topic.lastAsked,
    turns: [...turns.slice(0, 1), ...turns.slice(1).slice(-LAST_TURNS)],
    person: findPeople(said, patterns)[0]?.text ?? topic.person,
  };
}

/** Maximum number of words taken from a conversation. More would outweigh the question's own. */
const MAX_TOPIC_WORDS = 8;

/**
 * Returns the words that the topic adds to a question, keeping names and adjacent words together. Takes words
 * alternately from the first and the last turn, then from those between, latest first.
 */
export function findTopicTerms(question: string, { turns }: Topic, patterns: QuestionPatterns): string[] {
  const said = new Set(listContentStems(question, patterns.language));
  const ordered = [...turns.slice(-1), ...turns.slice(0, 1), ...turns.slice(1, -1).toReversed()];
  const [last = [], first = [], ...between] = ordered.map((turn, at) => findTerms(turn, at, patterns));
  const taken: Term[] = [];
  let words = 0;
  for (const term of [...interleave(last, turns.length > 1 ? first : []), ...between.flat()]) {
    const stems = listContentStems(term.text, patterns.language);
    if (stems.every((word) => said.has(word)) || words + stems.length > MAX_TOPIC_WORDS) continue;
    for (const word of stems) said.add(word);
    words += stems.length;
    taken.push(term);
  }
  return joinPhrases(taken.toSorted((one, other) => one.turn - other.turn || one.start - other.start));
}

/** Returns the topic in a language without spaces: the person, otherwise the text between question words. */
export function listTopicPhrases(
  question: string,
  { turns, person }: Topic,
  { questionWord }: QuestionPatterns,
): string[] {
  if (person !== null) return question.includes(person) ? [] : [person];
  const phrases = [...turns.slice(0, 1), ...turns.slice(1).slice(-1)]
    .flatMap((turn) => turn.replace(new RegExp(questionWord, "giu"), " ").split(BETWEEN_PHRASES))
    .filter((phrase) => phrase.length >= 2 && !question.includes(phrase));
  return [...new Set(phrases)].slice(0, MAX_PHRASES);
}

const BETWEEN_PHRASES =
  /[^\p{L}\p{N}・·]+|[的是了吗呢嗎]|(?<=[\p{Script=Han}\p{Script=Katakana}])[\p{Script=Hiragana}]+/u;

const MAX_PHRASES = 4;

function interleave<T>(one: readonly T[], other: readonly T[]): T[] {
  return Array.from({ length: Math.max(one.length, other.length) }).flatMap((_, at) => [
    ...one.slice(at, at + 1),
    ...other.slice(at, at + 1),
  ]);
}

/** Joins words that were adjacent: "seed investment". */
function joinPhrases(terms: readonly Term[]): string[] {
  const phrases: string[] = [];
  let before: Term | undefined;
  for (const term of terms) {
    const joins = before?.turn === term.turn && before.end + 1 === term.start && before.spaced;
    phrases.push(joins ? `${phrases.pop()} ${term.text}` : term.text);
    before = term;
  }
  return phrases;
}

/** A name or a word of earlier text with its position. */
interface Term extends ProperName {
  turn: number;
  /** True if a space follows, not a comma. */
  spaced: boolean;
}

/** Returns the names and other specific words of a text in order. Parts of URLs are no words. */
function findTerms(said: string, turn: number, patterns: QuestionPatterns): Term[] {
  const text = said.replace(URL_IN_TEXT, (url) => " ".repeat(url.length));
  const names = findProperNames(text).filter((name) => isSpecific(name.text, patterns));
  const others = tokenize(text)
    .filter(
      ({ raw, start }) =>
        isSpecific(raw, patterns) && !names.some((name) => name.start <= start && start < name.end),
    )
    .map(({ raw, start }) => ({ text: raw.replace(CLITIC, ""), start, end: start + raw.length }));
  return [...names, ...others]
    .toSorted((one, other) => one.start - other.start)
    .map((term) => ({ ...term, turn, spaced: text[term.end] === " " }));
}

const URL_IN_TEXT = /\bhttps?:\/\/\S+/giu;

/** The contracted ending of "the dog's", "I've", "doesn't". */
const CLITIC = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/iu;

/** Returns whether a word or a name is specific enough to be a topic. */
function isSpecific(term: string, { language, generalStems }: QuestionPatterns): boolean {
  const stems = listContentStems(term.replace(CLITIC, ""), language);
  return stems.some((word) => !generalStems.has(word));
}
