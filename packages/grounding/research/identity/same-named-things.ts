import type { Language } from "../../lexicon/language.ts";
import { listContentStems, stem } from "../../lexicon/stems.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { ExpectedAnswer, Question } from "../../question/question.ts";
import { findProperNames } from "../../text/names.ts";
import { foldWord, splitWords } from "../../text/tokens.ts";
import { readPassages } from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { isNationality } from "./person-words.ts";

/** Kinds of answer of which a thing has one. Its chief changes, and it does many things. */
const SINGLE_ANSWERS: ReadonlySet<ExpectedAnswer> = new Set(["date", "number"]);

/** Minimum number of words by which the words of two passages are compared. */
const MIN_COMPARED = 5;

/** A passage that answers a question, and its sentence with the answer. */
interface AnsweringPassage extends Passage {
  sentence: string;
}

/** The part of a question that tells which thing it is about. A `Question` satisfies this type. */
type AskedThing = Pick<Question, "text" | "expected" | "language">;

/** The things of one name in passages that answer a question. Numbers are indexes into the passages. */
export interface SameNamedThings {
  name: string;
  /** The passages about each thing, in order of first appearance. At least two things. */
  things: readonly (readonly number[])[];
  /** The passages that are about the thing that the question describes: "the hotel Aurora". */
  meant: readonly number[] | null;
}

/** Describes the thing of a passage, as its page defines it, and lists what can tie it to other passages. */
interface ThingProfile {
  index: number;
  /** A longer form of the name, folded: "delta air lines". Null if the passage also has the short form. */
  fullName: string | null;
  /** Words for the kind of thing, folded: "cruise", "ship". */
  kind: ReadonlySet<string>;
  /** True if the words that define it contain a name or a number: "hotel in Bergen", "1972 film". */
  isLocated: boolean;
  /** Names and numbers that can tie it to another passage. */
  ties: ReadonlySet<string>;
  /** Stems of the content words outside the question. Empty if a thing may have several answers. */
  words: ReadonlySet<string>;
  language: Language;
}

/**
 * Distinguishes things with the same name in passages that answer a question: "Delta Air Lines" and "Delta
 * Electronics", "Mercury (planet)" and "Mercury (element)", a hotel and a ship called "Aurora". Two passages
 * are about two things in either of two cases:
 * - Both say what the thing is, in different words, and no name and no number ties them.
 * - They have no content word in common except the question's, though a thing has only one such
 *   answer: when it opened, how many rooms it has.
 *
 * Returns null if the passages show only one thing, or the question has another name that may tell which one
 * is meant.
 */
export function distinguishThings(
  question: AskedThing,
  passages: readonly AnsweringPassage[],
): SameNamedThings | null {
  const name = findThingName(question, passages);
  if (name === null) return null;
  const profiles = readThings(name, question, passages);
  const groups: ThingProfile[][] = [];
  for (const profile of profiles) {
    const group = groups.find(([first]) => first !== undefined && isSameThing(first, profile));
    if (group) group.push(profile);
    else groups.push([profile]);
  }
  if (groups.length < 2) return null;
  const toIndexes = (group: readonly ThingProfile[]) => group.map(({ index }) => index);
  const asked = new Set(splitWords(question.text).map((word) => stem(word, question.language ?? "en")));
  const described = groups.filter((group) =>
    group.some(({ kind }) => [...kind].some((word) => asked.has(word))),
  );
  const [meant] = described;
  const isMeant = meant !== undefined && described.length === 1;
  return { name, things: groups.map(toIndexes), meant: isMeant ? toIndexes(meant) : null };
}

/**
 * Returns the only name in a question, or null if there are several or none. In a question without capitals,
 * that is the only word that begins all titles, unless the name in a title goes on like the question: "wake
 * island".
 */
function findThingName({ text, language }: AskedThing, passages: readonly AnsweringPassage[]): string | null {
  const { stopWords } = getWords(language ?? "en");
  const names = findProperNames(text).filter(
    (name) => !isNationality(name.text) && (name.start > 0 || !stopWords.has(foldWord(name.text))),
  );
  if (names.length > 1) return null;
  if (names[0] !== undefined) return names[0].text;
  const toStem = (word: string) => stem(word, language ?? "en");
  const titles = passages.map(({ title }) => splitWords(title));
  const words = splitWords(text);
  const named = words.filter((word, at) => {
    const next = toStem(words[at + 1] ?? "");
    const isWord = !stopWords.has(word) && !/^\d+$/.test(word);
    return isWord && titles.every(([first, second = ""]) => first === word && toStem(second) !== next);
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

function readThings(
  name: string,
  { text, expected, language }: AskedThing,
  passages: readonly AnsweringPassage[],
): ThingProfile[] {
  const nameWords = new Set(splitWords(name));
  const asked = new Set([...nameWords, ...splitWords(text)]);
  const { read } = readPassages(name, passages, language);
  return read.flatMap(({ index, profile }) => {
    const passage = passages[index];
    if (passage === undefined) return [];
    const fullName = findFullName(passage, name);
    const definitions = [...profile.definitions, ...findBracketed(passage.title)];
    const kind = new Set(definitions.flatMap((clause) => listKindWords(clause, profile.language, nameWords)));
    const [headline = ""] = passage.title.split(TITLE_PARTS);
    const { stopWords } = getWords(profile.language);
    const listMarks = (content: string) =>
      [...listNames(content), ...listNumbers(content)].filter(
        (mark) => !asked.has(mark) && !stopWords.has(mark),
      );
    const askedStems = new Set(listContentStems(text, profile.language));
    return {
      index,
      fullName,
      language: profile.language,
      words: new Set(
        SINGLE_ANSWERS.has(expected)
          ? listContentStems(`${headline}. ${passage.text}`, profile.language).filter(
              (word) => !askedStems.has(word),
            )
          : [],
      ),
      kind,
      isLocated: listMarks(definitions.join(". ")).length > 0,
      // A country or a large city ties things only if it is the answer.
      ties: new Set(
        listMarks(`${headline}. ${passage.text}`).filter(
          (mark) => expected === "place" || !isNationality(mark),
        ),
      ),
    };
  });
}

function isSameThing(one: ThingProfile, other: ThingProfile): boolean {
  if (one.fullName !== null && one.fullName === other.fullName) return true;
  if (share(one.ties, other.ties)) return true;
  const areComparable =
    one.language === other.language && Math.min(one.words.size, other.words.size) >= MIN_COMPARED;
  if (areComparable && !share(one.words, other.words)) return false;
  if (!isDefined(one) || !isDefined(other)) return true;
  if (one.fullName !== null && other.fullName !== null) return false;
  const isSameKind =
    share(one.kind, other.kind) || isNamedAfterKind(one, other) || isNamedAfterKind(other, one);
  return isSameKind && !(one.isLocated && other.isLocated);
}

function isDefined({ fullName, kind }: ThingProfile): boolean {
  return fullName !== null || kind.size > 0;
}

/** Returns whether the longer name of one contains the kind of the other: "Orla River", "a river". */
function isNamedAfterKind({ fullName }: ThingProfile, { kind }: ThingProfile): boolean {
  return fullName?.split(" ").some((word) => kind.has(word)) === true;
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => other.has(word));
}

/** Matches separators between parts of a title: "Leadership | Delta Air Lines". */
const TITLE_PARTS = /\s[-–—·:]\s|\s?\|\s?/u;

/**
 * Returns the longer form of a name of one word in a passage, folded. Returns null if the title or the
 * sentence contains the short name alone.
 */
function findFullName({ title, sentence }: AnsweringPassage, name: string): string | null {
  const [first = "", ...longer] = splitWords(name);
  if (longer.length > 0) return null;
  const parts = title.split(TITLE_PARTS).map((part) => part.replace(/\([^()]*\)/gu, "").trim());
  const named = [...findProperNames(sentence).map(({ text }) => text), ...parts];
  const words = named.map(splitWords).filter(([word]) => word === first);
  if (words.length === 0 || words.some(({ length }) => length === 1)) return null;
  return words[0]?.slice(0, 3).join(" ") ?? null;
}

/** Matches the end of the first noun phrase of a definition: "hotel, which", "ship (built". */
const PHRASE_END = /[,;:.(–—]/u;

/** Returns the words of a definition's first noun phrase: "cruise ship of the P&O fleet" → cruise, ship. */
function listKindWords(clause: string, language: Language, nameWords: ReadonlySet<string>): string[] {
  const { stopWords } = getWords(language);
  const words = splitWords(clause.split(PHRASE_END)[0] ?? "");
  const end = words.findIndex((word, at) => at > 0 && stopWords.has(word));
  return words
    .slice(0, end < 0 ? words.length : end)
    .filter((word) => !/^\d+$/.test(word) && !nameWords.has(word))
    .map((word) => stem(word, language));
}

/** Returns the text in brackets in a title: "Solaris (1972 film)". */
function findBracketed(title: string): string[] {
  return [...title.matchAll(/\(([^()]{2,40})\)/gu)].flatMap(([, bracketed]) => bracketed ?? []);
}

function listNames(text: string): string[] {
  return findProperNames(text).flatMap(({ text: name }) =>
    splitWords(name).filter(({ length }) => length > 2),
  );
}

/** Returns the numbers with at least three digits, without separators. Nearly every text has shorter ones. */
function listNumbers(text: string): string[] {
  return text.replace(/(?<=\d)[.,](?=\d{3})/g, "").match(/\p{N}{3,}/gu) ?? [];
}
