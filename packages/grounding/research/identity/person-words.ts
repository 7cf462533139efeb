import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import type { Role } from "../../lexicon/people.ts";
import type { PeopleLexicon } from "../../lexicon/schema.ts";
import { stem } from "../../lexicon/stems.ts";
import { findProperNames, type ProperName } from "../../text/names.ts";
import { splitSentences, type Token, tokenize } from "../../text/tokens.ts";

/** Information that a word or phrase gives about a person. */
interface Meaning {
  roles: readonly Role[];
  countries: readonly string[];
  fields: readonly string[];
  kinship: boolean;
}

/** A word of a text with its stem for comparison. */
export interface StemmedToken extends Token {
  stem: string;
}

/** A word or phrase about a person: the tokens from `from` to `to` (exclusive). */
export interface PersonWord extends Meaning {
  from: number;
  to: number;
}

/** Phrases of the lexicon as stems, keyed by their first stem, longest first. */
type Phrases = ReadonlyMap<string, readonly { stems: readonly string[]; meaning: Meaning }[]>;

/**
 * Returns whether a language is read by character, because it has no spaces or attaches particles to words.
 */
export function isReadByCharacter(language: Language): boolean {
  return language === "zh" || language === "ja" || language === "ko";
}

/** Splits a text into words with their stems. In Chinese, Japanese and Korean, every character is a word. */
export function readStemmedTokens(text: string, language: Language): StemmedToken[] {
  if (isReadByCharacter(language)) return splitCharacters(text);
  const cache = getStemCache(language);
  return tokenize(text).map(({ word, raw, start, end }) => {
    let stemmed = cache.get(raw);
    if (stemmed === undefined) {
      stemmed = stem(raw.toLowerCase().replace(/['’]s$/, ""), language);
      cache.set(raw, stemmed);
    }
    return { word, raw, start, end, stem: stemmed };
  });
}

/**
 * Caches stems, because passages found for one question share most of their words. A full cache is cleared.
 */
const stemsByLanguage = new Map<Language, Map<string, string>>();
const MAX_STEMS = 20_000;

function getStemCache(language: Language): Map<string, string> {
  const cached = stemsByLanguage.get(language);
  if (cached !== undefined && cached.size < MAX_STEMS) return cached;
  const empty = new Map<string, string>();
  stemsByLanguage.set(language, empty);
  return empty;
}

/** Matches a character, or a run of Latin letters or digits. */
const CHARACTER = /[A-Za-z0-9\u00c0-\u024f]+|[\p{L}\p{N}]/gu;

function splitCharacters(text: string): StemmedToken[] {
  return Array.from(text.matchAll(CHARACTER), (match) => {
    const word = match[0].toLowerCase();
    return { raw: match[0], word, stem: word, start: match.index, end: match.index + match[0].length };
  });
}

const phrasesByLanguage = new Map<Language, Phrases>();

function loadPhrases(language: Language): Phrases {
  const cached = phrasesByLanguage.get(language);
  if (cached !== undefined) return cached;
  const phrases = readLexicon(getLexicon(language).people, language);
  phrasesByLanguage.set(language, phrases);
  return phrases;
}

const NO_MEANING: Meaning = { roles: [], countries: [], fields: [], kinship: false };

function readLexicon(lexicon: PeopleLexicon, language: Language): Phrases {
  const meanings = new Map<string, Meaning>();
  const collect = (list: string, add: (meaning: Meaning) => Partial<Meaning>) => {
    for (const entry of list.split(" ").filter((one) => one !== "")) {
      const stems = readStemmedTokens(entry.replace(/_/g, " "), language).map((token) => token.stem);
      const meaning = meanings.get(stems.join(" ")) ?? NO_MEANING;
      meanings.set(stems.join(" "), { ...meaning, ...add(meaning) });
    }
  };
  for (const [role, list] of Object.entries(lexicon.roles) as [Role, string][])
    collect(list, ({ roles }) => ({ roles: unite(roles, role) }));
  for (const [country, list] of Object.entries(lexicon.countries))
    collect(list, ({ countries }) => ({ countries: unite(countries, country) }));
  for (const [field, list] of Object.entries(lexicon.topics))
    collect(list, ({ fields }) => ({ fields: unite(fields, field) }));
  collect(lexicon.kinship, () => ({ kinship: true }));
  const phrases = new Map<string, { stems: string[]; meaning: Meaning }[]>();
  for (const [key, meaning] of meanings) {
    const stems = key.split(" ");
    const first = stems[0] ?? "";
    phrases.set(first, [...(phrases.get(first) ?? []), { stems, meaning }]);
  }
  for (const listed of phrases.values()) listed.sort((one, other) => other.stems.length - one.stems.length);
  return phrases;
}

function unite<One>(list: readonly One[], one: One): readonly One[] {
  return list.includes(one) ? list : [...list, one];
}

/** Finds words and phrases about people in a text, in order. Of overlapping ones, takes the longest. */
export function findPersonWords(tokens: readonly StemmedToken[], language: Language): PersonWord[] {
  const phrases = loadPhrases(language);
  const found: PersonWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    const candidates = phrases.get(tokens[at]?.stem ?? "") ?? [];
    const phrase = candidates.find(({ stems }) =>
      stems.every((one, index) => tokens[at + index]?.stem === one),
    );
    if (phrase === undefined) {
      at += 1;
      continue;
    }
    found.push({ ...phrase.meaning, from: at, to: at + phrase.stems.length });
    at += phrase.stems.length;
  }
  return found;
}

const MAX_LOOKBACK = 240;

/** Broad origins, and first words of two-word countries, which do not distinguish people. */
const ORIGINS = new Set(
  "african asian european latin jewish arab new south north west east northern southern".split(" "),
);

/**
 * Returns whether a capitalised text is an origin ("British", "New Zealand", "African-American") and not a
 * name.
 */
export function isNationality(text: string): boolean {
  const tokens = readStemmedTokens(text, "en");
  const countryWords = findPersonWords(tokens, "en").filter(({ countries }) => countries.length > 0);
  const inCountry = new Set(countryWords.flatMap(({ from, to }) => tokens.slice(from, to)));
  const origins = tokens.filter((token) => ORIGINS.has(token.word));
  return (
    tokens.length > 0 &&
    countryWords.length + origins.length > 0 &&
    tokens.every((token) => inCountry.has(token) || ORIGINS.has(token.word))
  );
}

/**
 * Matches an aside right before a statement, such as ", the friend of Friedrich Engels, ". The statement then
 * belongs to the name before the aside.
 */
const INTERPOSED = /,[^,]{2,120},\s*(?:was|is)?\s*$/u;

/**
 * Returns the part of a sentence before a statement, and the last name in it. A nationality is not a name
 * ("an English poet born in …").
 */
export function findNearestName(text: string, at: number): { before: string; name: ProperName | null } {
  const before = splitSentences(text.slice(Math.max(0, at - MAX_LOOKBACK), at)).at(-1) ?? "";
  return { before, name: findLastName(before.replace(INTERPOSED, "")) ?? findLastName(before) };
}

function findLastName(text: string): ProperName | null {
  return findProperNames(text).findLast((one) => !isNationality(one.text)) ?? null;
}
