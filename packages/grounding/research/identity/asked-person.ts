import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import type { Role } from "../../lexicon/people.ts";
import { stem } from "../../lexicon/stems.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import { findDates } from "../../text/dates.ts";
import { findIdentifyingWords, type NameMention } from "../../text/name-mentions.ts";
import { findProperNames } from "../../text/names.ts";
import { findContentWords, foldWord, splitWords, toSingular, weighTerm } from "../../text/tokens.ts";
import type { PersonProfile } from "./person-profile.ts";
import {
  findPersonWords,
  isNationality,
  type PersonWord,
  readStemmedTokens,
  type StemmedToken,
} from "./person-words.ts";

/** The part of a question that describes the people it asks about. A `Question` satisfies this type. */
export interface AskedPeople {
  text: string;
  /** The people mentioned, with the one asked about first. */
  subjects: readonly string[];
  constraints: {
    role: string | null;
    place: string | null;
    employer: string | null;
  };
  /** The caller's context, which may distinguish people, or an empty text. */
  context: string;
  /** The kind of answer asked for. */
  expected?: ExpectedAnswer;
  language?: Language | null;
}

/** Minimum share of the hints, by weight, that a person must fit. */
export const MIN_FITNESS = 0.5;
/** Share of the best fitness below which a person is ruled out. */
export const MIN_RELATIVE_FITNESS = 0.5;

/** Matches the thing asked for, which does not describe the person: "Which actors …". */
const REQUESTED_THING = /\b(?:which|what|whose|many|any|other)\s+(?:\p{L}+\s+)?\p{L}+/giu;

/** A word that can distinguish people: a role, an origin, or anything else. */
interface Hint {
  word: string;
  kind: "role" | "country" | "other";
}

function classifyWord(word: string): Hint["kind"] {
  const [said] = findPersonWords(readStemmedTokens(word, "en"), "en");
  if (said === undefined) return "other";
  return said.roles.length > 0 ? "role" : said.countries.length > 0 ? "country" : "other";
}

/**
 * Lists the words that can distinguish people: all words of the context, and names, years and roles in the
 * question. In "who is …", every word counts.
 */
export function listHints(
  subject: string,
  { text, context, expected, language }: Pick<AskedPeople, "text" | "context" | "expected" | "language">,
): Hint[] {
  const { stopWords } = getWords(language ?? "en");
  const own = new Set(findIdentifyingWords(subject).flatMap((word) => [word, toSingular(word)]));
  const copulas = new Set(
    getLexicon(language ?? "en")
      .people.copulas.split(" ")
      .map(foldWord),
  );
  const asksWho =
    expected === "biography" || (expected === "person" && splitWords(text).some((word) => copulas.has(word)));
  const fromText = [
    ...findProperNames(text)
      .filter((name) => !isNationality(name.text))
      .flatMap((name) => findContentWords(name.text)),
    ...findDates(text).map((date) => String(date.year)),
    ...findContentWords(text.replace(REQUESTED_THING, " ")).filter(
      (word) => asksWho || classifyWord(word) !== "other",
    ),
  ];
  const words = new Set(
    [...fromText, ...findContentWords(context)].filter((word) => !own.has(word) && !stopWords.has(word)),
  );
  return [...words].map((word) => ({ word, kind: classifyWord(word) }));
}

/** Words, roles and countries in the passages about one person, for comparison with hints. */
interface PassageContent {
  defining: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  countries: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

function readContent(profiles: readonly PersonProfile[], text: string): PassageContent {
  return {
    defining: new Set(findContentWords(profiles.flatMap(({ definitions }) => definitions).join("; "))),
    roles: new Set(profiles.flatMap(({ roles }) => [...roles])),
    countries: new Set(profiles.flatMap(({ countries }) => [...countries])),
    words: new Set(findContentWords(text)),
  };
}

/**
 * Returns whether a hint fits. A role or origin must be what the pages say that the person is, because a
 * director's page also mentions actors.
 */
function supportsHint({ word, kind }: Hint, { defining, roles, countries, words }: PassageContent): boolean {
  if (kind === "other") return words.has(word) || [...words].some((other) => shareStart(word, other));
  if (defining.has(word)) return true;
  const said = findPersonWords(readStemmedTokens(word, "en"), "en");
  return kind === "role"
    ? said.some((one) => one.roles.some((role) => roles.has(role)))
    : said.some((one) => one.countries.some((country) => countries.has(country)));
}

const MIN_SHARED_LETTERS = 5;
const MAX_ENDING_LENGTH = 4;

/** Returns whether two words have the same start and short different endings: "plumber" and "plumbing". */
function shareStart(left: string, right: string): boolean {
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared >= MIN_SHARED_LETTERS && Math.max(left.length, right.length) - shared <= MAX_ENDING_LENGTH;
}

function weighHints(hints: readonly Hint[]): number {
  return hints.reduce((sum, { word }) => sum + weighTerm(word), 0);
}

/** Returns the share of the hints, from 0 to 1, that passages about one person support. */
export function scoreFitness(
  hints: readonly Hint[],
  profiles: readonly PersonProfile[],
  text: string,
): number {
  const said = readContent(profiles, text);
  const supported = hints.filter((one) => supportsHint(one, said));
  // With the right role and years, a person fits, because no source may contain the rest of the question.
  const decisive = hints.filter(({ word, kind }) => kind === "role" || /^\d{4}$/.test(word));
  const hasDecisive =
    decisive.some(({ kind }) => kind === "role") && decisive.every((one) => supported.includes(one));
  return Math.max(hasDecisive ? MIN_FITNESS : 0, weighHints(supported) / Math.max(1, weighHints(hints)));
}

/** Number of words after the name in which a passage says what the person is, without text in brackets. */
const MAX_WORDS_AFTER = 14;
const MAX_WORDS_BEFORE = 4;

/** The words around a name as stems, and the roles and countries among them. */
interface NameSurroundings {
  language: Language;
  stems: ReadonlySet<string>;
  roles: ReadonlySet<Role>;
  countries: ReadonlySet<string>;
}

/** Reads the words around each occurrence of the name, and what the passage says that the person is. */
export function readSurroundings(
  text: string,
  mentions: readonly NameMention[],
  { language, definitions }: Pick<PersonProfile, "language" | "definitions">,
): NameSurroundings {
  const tokens = readStemmedTokens(text, language);
  const isBracketed = findBracketed(text, tokens);
  const pieces = mentions.flatMap(({ start, end }) => {
    const next = tokens.findIndex((token) => token.start >= end);
    const first = tokens.findIndex((token) => token.start >= start);
    const before = first < 0 ? [] : tokens.slice(Math.max(0, first - MAX_WORDS_BEFORE), first);
    const after = next < 0 ? [] : takeUnbracketed(tokens, next, isBracketed);
    return [before, after];
  });
  const all = [...pieces, ...definitions.map((clause) => readStemmedTokens(clause, language))];
  const said = all.flatMap((piece) => findPersonWords(piece, language));
  return {
    language,
    stems: new Set(all.flatMap((piece) => piece.map((token) => token.stem))),
    roles: new Set(said.flatMap(({ roles }) => roles)),
    countries: new Set(said.flatMap(({ countries }) => countries)),
  };
}

function findBracketed(text: string, tokens: readonly StemmedToken[]): boolean[] {
  let depth = 0;
  let position = 0;
  return tokens.map((token) => {
    for (; position < token.start; position += 1) {
      const character = text[position];
      if (character === "(" || character === "（") depth += 1;
      else if ((character === ")" || character === "）") && depth > 0) depth -= 1;
    }
    return depth > 0;
  });
}

function takeUnbracketed(
  tokens: readonly StemmedToken[],
  from: number,
  isBracketed: readonly boolean[],
): StemmedToken[] {
  const taken: StemmedToken[] = [];
  for (let at = from; at < tokens.length && taken.length < MAX_WORDS_AFTER; at += 1) {
    const token = tokens[at];
    if (token !== undefined && !isBracketed[at]) taken.push(token);
  }
  return taken;
}

/** Words that do not distinguish people: "the famous former player". */
const EMPTY_ROLE_WORDS = new Set(
  (
    "former ex late famous well known renowned noted notable prominent professional retired current leading great celebrated " +
    "distinguished acclaimed award winning person man woman guy lady figure one called named real first early young old senior " +
    "born mid 19th 20th 21st 18th 17th century"
  ).split(" "),
);

/** Parts of a role asked about: "the British film director" has a country and a profession. */
interface AskedRole {
  language: Language;
  roles: readonly PersonWord[];
  countries: readonly { country: string; stems: readonly string[] }[];
  /** The stems that are neither. */
  others: readonly string[];
  tokens: readonly StemmedToken[];
}

/** Parses a role in a question. `language` is the question's. */
export function readRole(phrase: string, name: string, language: Language): AskedRole {
  const own = new Set(findIdentifyingWords(name));
  const tokens = readStemmedTokens(phrase, language).filter(({ word }) => !own.has(word));
  const said = findPersonWords(tokens, language);
  const significant = said.filter(({ roles, countries }) => roles.length + countries.length > 0);
  const used = new Set(significant.flatMap(({ from, to }) => tokens.slice(from, to)));
  const { stopWords } = getWords(language);
  return {
    language,
    tokens,
    roles: significant.filter(({ roles }) => roles.length > 0),
    countries: significant.flatMap(({ countries, from, to }) => {
      const stems = tokens.slice(from, to).map((token) => token.stem);
      return countries.map((country) => ({ country, stems }));
    }),
    others: tokens
      .filter((token) => !used.has(token) && !stopWords.has(token.word) && !EMPTY_ROLE_WORDS.has(token.word))
      .map((token) => token.stem),
  };
}

/** Returns whether the question asks about no role. */
export function isEmptyRole({ roles, countries, others }: AskedRole): boolean {
  return roles.length + countries.length + others.length === 0;
}

const BRITISH = new Set(["british", "britain", "uk", "kingdom"].map((word) => stem(word, "en")));

/**
 * Returns whether two British origins match. All of Britain counts as one country here, but a Welsh cricketer
 * is not an English one, and either is British.
 */
function isSameBriton(asked: readonly string[], stems: ReadonlySet<string>): boolean {
  return (
    [...BRITISH].some((one) => stems.has(one) || asked.includes(one)) || asked.some((one) => stems.has(one))
  );
}

/**
 * Returns whether the words around a name fit all parts of a role: each profession by its word or a close
 * synonym, and each other word itself.
 */
export function fitsRole(asked: AskedRole, { language, stems, roles, countries }: NameSurroundings): boolean {
  return (
    asked.roles.every(
      (one) =>
        one.roles.some((role) => roles.has(role)) ||
        asked.tokens.slice(one.from, one.to).every((token) => stems.has(token.stem)),
    ) &&
    asked.countries.every(
      ({ country, stems: said }) =>
        countries.has(country) &&
        (country !== "gb" || asked.language !== language || isSameBriton(said, stems)),
    ) &&
    // Across languages, only roles and countries can be compared.
    (asked.language !== language || asked.others.every((one) => stems.has(one)))
  );
}
