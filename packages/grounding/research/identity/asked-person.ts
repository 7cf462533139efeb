import type { Language } from "../../lexicon/language.ts";
import { lexiconOf } from "../../lexicon/lexicon.ts";
import type { Role } from "../../lexicon/people.ts";
import { stem } from "../../lexicon/stems.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
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

/** Information in a question about the people it asks about. A `Question` has it. */
export interface AskedPeople {
  text: string;
  /** The people named, with the one asked about first. */
  subjects: readonly string[];
  constraints: {
    role: string | null;
    place: string | null;
    employer: string | null;
  };
  /** Context from the caller to distinguish people, or an empty text. */
  context: string;
  /** The kind of answer asked for. */
  expected?: ExpectedAnswer;
  language?: Language | null;
}

/** Minimum share of the qualifiers, by weight, that a person must fit. */
export const FITS = 0.5;
/** Share of the best score below which a person is ruled out. */
export const CLEARLY_LESS = 0.5;

/** Matches what the answer must name, and not what the person is: "Which actors …". */
const ASKED_FOR = /\b(?:which|what|whose|many|any|other)\s+(?:\p{L}+\s+)?\p{L}+/giu;

/** A word that can distinguish people: a role, an origin, or anything else. */
interface Qualifier {
  word: string;
  kind: "role" | "country" | "other";
}

function kindOf(word: string): Qualifier["kind"] {
  const [said] = findPersonWords(readStemmedTokens(word, "en"), "en");
  if (said === undefined) return "other";
  return said.roles.length > 0 ? "role" : said.countries.length > 0 ? "country" : "other";
}

/**
 * Returns the words that can distinguish people: those of the context, and names, years and roles in the
 * question. In "who is …", every word counts.
 */
export function listQualifiers(
  subject: string,
  { text, context, expected, language }: Pick<AskedPeople, "text" | "context" | "expected" | "language">,
): Qualifier[] {
  const { stopWords } = wordsOf(language ?? "en");
  const own = new Set(findIdentifyingWords(subject).flatMap((word) => [word, toSingular(word)]));
  const copulas = new Set(
    lexiconOf(language ?? "en")
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
    ...findContentWords(text.replace(ASKED_FOR, " ")).filter((word) => asksWho || kindOf(word) !== "other"),
  ];
  const words = new Set(
    [...fromText, ...findContentWords(context)].filter((word) => !own.has(word) && !stopWords.has(word)),
  );
  return [...words].map((word) => ({ word, kind: kindOf(word) }));
}

/** Content of passages about one person, in the form for comparison with qualifiers. */
interface Said {
  defining: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  countries: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

function readSaid(profiles: readonly PersonProfile[], text: string): Said {
  return {
    defining: new Set(findContentWords(profiles.flatMap(({ definitions }) => definitions).join("; "))),
    roles: new Set(profiles.flatMap(({ roles }) => [...roles])),
    countries: new Set(profiles.flatMap(({ countries }) => [...countries])),
    words: new Set(findContentWords(text)),
  };
}

/**
 * Returns whether a qualifier fits. Work and origin must be what the pages say that the person is, because a
 * director's page also names actors.
 */
function statesQualifier({ word, kind }: Qualifier, { defining, roles, countries, words }: Said): boolean {
  if (kind === "other") return words.has(word) || [...words].some((other) => isOfOneTrade(word, other));
  if (defining.has(word)) return true;
  const said = findPersonWords(readStemmedTokens(word, "en"), "en");
  return kind === "role"
    ? said.some((one) => one.roles.some((role) => roles.has(role)))
    : said.some((one) => one.countries.some((country) => countries.has(country)));
}

const SHARED_LETTERS = 5;
const MAX_ENDING_LENGTH = 4;

/** Returns whether two words have the same start and different endings: "plumber" and "plumbing". */
function isOfOneTrade(left: string, right: string): boolean {
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared >= SHARED_LETTERS && Math.max(left.length, right.length) - shared <= MAX_ENDING_LENGTH;
}

function weighQualifiers(qualifiers: readonly Qualifier[]): number {
  return qualifiers.reduce((sum, { word }) => sum + weighTerm(word), 0);
}

/** Returns the share of the qualifiers that passages about one person support, in [0, 1]. */
export function scoreFitness(
  qualifiers: readonly Qualifier[],
  profiles: readonly PersonProfile[],
  text: string,
): number {
  const said = readSaid(profiles, text);
  const borne = qualifiers.filter((one) => statesQualifier(one, said));
  // A person with the right role and years fits, although no source may contain the rest of the question.
  const deciding = qualifiers.filter(({ word, kind }) => kind === "role" || /^\d{4}$/.test(word));
  const decided =
    deciding.some(({ kind }) => kind === "role") && deciding.every((one) => borne.includes(one));
  return Math.max(decided ? FITS : 0, weighQualifiers(borne) / Math.max(1, weighQualifiers(qualifiers)));
}

/**
 * Number of words after the name in which a passage says what the person is. Dates in brackets do not count.
 */
const WORDS_BEHIND = 14;
const WORDS_BEFORE = 4;

/** Words around a name, by their stems, with their meaning for people. */
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
  const bracketed = findBracketed(text, tokens);
  const pieces = mentions.flatMap(({ start, end }) => {
    const behind = tokens.findIndex((token) => token.start >= end);
    const first = tokens.findIndex((token) => token.start >= start);
    const before = first < 0 ? [] : tokens.slice(Math.max(0, first - WORDS_BEFORE), first);
    const after = behind < 0 ? [] : readOpenTokens(tokens, behind, bracketed);
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

/** Returns whether each token is in brackets. */
function findBracketed(text: string, tokens: readonly StemmedToken[]): boolean[] {
  let depth = 0;
  let read = 0;
  return tokens.map((token) => {
    for (; read < token.start; read += 1) {
      const sign = text[read];
      if (sign === "(" || sign === "（") depth += 1;
      else if ((sign === ")" || sign === "）") && depth > 0) depth -= 1;
    }
    return depth > 0;
  });
}

function readOpenTokens(
  tokens: readonly StemmedToken[],
  from: number,
  bracketed: readonly boolean[],
): StemmedToken[] {
  const open: StemmedToken[] = [];
  for (let at = from; at < tokens.length && open.length < WORDS_BEHIND; at += 1) {
    const token = tokens[at];
    if (token !== undefined && !bracketed[at]) open.push(token);
  }
  return open;
}

/** Words of a role that do not distinguish people: "the famous former player". */
const EMPTY_ROLE_WORDS = new Set(
  (
    "former ex late famous well known renowned noted notable prominent professional retired current leading great celebrated " +
    "distinguished acclaimed award winning person man woman guy lady figure one called named real first early young old senior " +
    "born mid 19th 20th 21st 18th 17th century"
  ).split(" "),
);

/** Components of a role asked about: "the British film director" has a country and a profession. */
interface AskedRole {
  language: Language;
  roles: readonly PersonWord[];
  countries: readonly { country: string; stems: readonly string[] }[];
  /** The stems that are neither. */
  others: readonly string[];
  tokens: readonly StemmedToken[];
}

/** Reads a role as named in a question. The language is the question's. */
export function readRole(phrase: string, name: string, language: Language): AskedRole {
  const own = new Set(findIdentifyingWords(name));
  const tokens = readStemmedTokens(phrase, language).filter(({ word }) => !own.has(word));
  const said = findPersonWords(tokens, language);
  const told = said.filter(({ roles, countries }) => roles.length + countries.length > 0);
  const used = new Set(told.flatMap(({ from, to }) => tokens.slice(from, to)));
  const { stopWords } = wordsOf(language);
  return {
    language,
    tokens,
    roles: told.filter(({ roles }) => roles.length > 0),
    countries: told.flatMap(({ countries, from, to }) => {
      const stems = tokens.slice(from, to).map((token) => token.stem);
      return countries.map((country) => ({ country, stems }));
    }),
    others: tokens
      .filter((token) => !used.has(token) && !stopWords.has(token.word) && !EMPTY_ROLE_WORDS.has(token.word))
      .map((token) => token.stem),
  };
}

/** Returns whether no role was asked about. */
export function isEmptyRole({ roles, countries, others }: AskedRole): boolean {
  return roles.length + countries.length + others.length === 0;
}

const BRITISH = new Set(["british", "britain", "uk", "kingdom"].map((word) => stem(word, "en")));

/**
 * Returns whether countries of Britain match. They count as one country here, but a Welsh cricketer is not an
 * English one, and either is British.
 */
function isSameBriton(asked: readonly string[], stems: ReadonlySet<string>): boolean {
  return (
    [...BRITISH].some((one) => stems.has(one) || asked.includes(one)) || asked.some((one) => stems.has(one))
  );
}

/**
 * Returns whether the words around a name fit everything in a role: each profession by its word or a close
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
