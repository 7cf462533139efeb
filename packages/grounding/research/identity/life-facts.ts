import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import { findDates } from "../../text/dates.ts";
import { splitSentences } from "../../text/tokens.ts";
import { isReadByCharacter } from "./person-words.ts";

/** The events whose years distinguish people or organisations. */
export type LifeEvent = "birth" | "death" | "founding";

/**
 * The year that a text states for an event, and where the statement starts. Approximate years do not count.
 */
export interface LifeFact {
  event: LifeEvent;
  year: number;
  start: number;
}

/**
 * Matches a whole life in brackets: "(3 April 1811 – 9 June 1877)", "(1811–1877)", "(born in Hull, 1811; died
 * there 9 June 1877)".
 */
const SPAN =
  /\(([^()]{0,80}?\b(?:1\d{3}|20[0-2]\d))\s*(?:[-–—−]|to|until|;|,\s*died)\s*([^()]{0,60}?\b(?:1\d{3}|20[0-2]\d))[^()]{0,40}\)/gu;
/** Matches "who lived from 1930 to 1980". A stay at a place is not a life. */
const LIVED =
  /\blived from ((?:1\d{3}|20[0-2]\d)) (?:to|until) ((?:1\d{3}|20[0-2]\d))\b(?! (?:in|at|with|near|on)\b)/gu;
const BORN = /\b(?:born|b\.|née|date of birth:?)\s*[^().;]{0,60}?(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
const DIED =
  /\b(?:died|d\.|passed away|his death|her death|was (?:killed|murdered|assassinated|executed))\s+(?:[^().;]{0,60}?)(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
const FOUNDED =
  /\b(?:was|were) (?:founded|established|incorporated|formed)\s+[^().;]{0,40}?(?=\b(?:1\d{3}|20[0-2]\d)\b)|\((?:founded|established|formed)\s+(?:in\s+)?(?=\b(?:1\d{3}|20[0-2]\d)\b)/giu;
/** Matches a word between the verb and the year that shows that the year belongs to something else. */
const OTHER_SUBJECT =
  /\b(?:and|who|which|where|when|while|after|before|died|born|married|moved|joined|graduated|son of|daughter of|until|since|retired|served|played)\b/i;
/** Matches another person before the verb: "his father was born in 1820". */
const RELATIVE =
  /\b(?:father|mother|brother|sister|son|daughter|wife|husband|children|child|grandfather|grandmother|parents|uncle|aunt|cousin|nephew|niece|namesake)\b[^.;()]*$/i;
const RELATIVE_REACH = 50;
/** Maximum number of facts to read per pattern. Tables and lists of births have more. */
const MAX_PER_KIND = 20;
const MIN_LIFESPAN_YEARS = 15;
const MAX_LIFESPAN_YEARS = 115;

function readExactYear(written: string): number | null {
  const dates = findDates(written);
  const date = dates.at(-1);
  return date === undefined || date.approximate || /\?|\bor\b|\bc\.|\bca\.?\b|\bcirca\b/.test(written)
    ? null
    : date.year;
}

function findFirstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length === MAX_PER_KIND) break;
    found.push(match);
  }
  return found;
}

function findStated(text: string, pattern: RegExp, event: LifeEvent): LifeFact[] {
  return findFirstMatches(text, pattern).flatMap((match): LifeFact[] => {
    const end = match.index + match[0].length;
    const year = readExactYear(text.slice(match.index, end + 4));
    const between = match[0].replace(/^\S+/, "");
    if (year === null || OTHER_SUBJECT.test(between)) return [];
    if (RELATIVE.test(text.slice(Math.max(0, match.index - RELATIVE_REACH), match.index))) return [];
    return [{ event, year, start: match.index }];
  });
}

/** BIRTH_SIGN and DEATH_SIGN match "* 17. Juli 1954" and "† 3. Mai 2001" up to the year. */
const BIRTH_SIGN = /\*\s?[^();*†]{0,40}?(?=(?:1\d{3}|20[0-2]\d)(?!\d))/gu;
const DEATH_SIGN = /†\s?[^();*†]{0,40}?(?=(?:1\d{3}|20[0-2]\d)(?!\d))/gu;
/** Matches the years of a living person: "(1954–)", "（1954年7月17日－）". */
const LIVING_SPAN =
  /[(（][^()（）]{0,60}?(?=(?:1\d{3}|20[0-2]\d)[^()（）\d]{0,3}(?:\d{1,2}[^()（）\d]{1,2}){0,2}[-–—−－~～]\s*[)）])/gu;
/** Like `SPAN`, for the brackets and dashes of other languages. */
const ANY_SPAN =
  /[(（]([^()（）]{0,80}?(?<!\d)(?:1\d{3}|20[0-2]\d)(?!\d)[^()（）\d]{0,25}(?:\d{1,2}[^()（）\d]{1,2}){0,2})\s*(?:[-–—−－~～]|,\s*†|;\s*†|†)\s*([^()（）]{0,60}?(?<!\d)(?:1\d{3}|20[0-2]\d)(?!\d))[^()（）]{0,40}[)）]/gu;
const FOUR_DIGITS = /(?<!\d)(1\d{3}|20[0-2]\d)(?!\d)/gu;
/** Maximum number of characters between a year and the word for birth or death. */
const MAX_YEAR_DISTANCE = 40;

function escapeWord(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/_/g, "\\s");
}

const wordPatterns = new Map<string, RegExp | null>();

/** Compiles a list of words to a pattern. Matches whole words only, except in languages without spaces. */
function compileWordPattern(language: Language, list: string): RegExp | null {
  const key = `${language} ${list}`;
  const cached = wordPatterns.get(key);
  if (cached !== undefined) return cached;
  const alternatives = list
    .split(" ")
    .filter((word) => word !== "")
    .map(escapeWord);
  const unspaced = isReadByCharacter(language);
  const pattern =
    alternatives.length === 0
      ? null
      : new RegExp(
          unspaced ? alternatives.join("|") : `(?<![\\p{L}])(?:${alternatives.join("|")})(?![\\p{L}])`,
          "giu",
        );
  wordPatterns.set(key, pattern);
  return pattern;
}

/** Returns the year after a word, or before it in languages with the verb at the end. */
function findYearNextTo(text: string, start: number, end: number, language: Language): number | null {
  const [rest = ""] = splitSentences(text.slice(end, end + MAX_YEAR_DISTANCE), language);
  const following = /^[^;()（）。]*/u.exec(rest)?.[0] ?? "";
  const before = /[^;()（）。]*$/u.exec(text.slice(Math.max(0, start - MAX_YEAR_DISTANCE), start))?.[0] ?? "";
  const year = [...following.matchAll(FOUR_DIGITS)][0]?.[1] ?? [...before.matchAll(FOUR_DIGITS)].at(-1)?.[1];
  return year === undefined ? null : Number(year);
}

/**
 * Finds the years of birth and death in a text that is not English, from signs and the words of its language.
 */
function findForeignLifeFacts(text: string, language: Language): LifeFact[] {
  const facts: LifeFact[] = [];
  const add = (event: LifeEvent, year: number | null, start: number) => {
    if (year !== null) facts.push({ event, year, start });
  };
  const readYear = (match: RegExpExecArray) => Number(text.slice(match.index + match[0].length).slice(0, 4));
  for (const match of findFirstMatches(text, ANY_SPAN)) {
    const birth = Number([...(match[1] ?? "").matchAll(FOUR_DIGITS)].at(-1)?.[1]);
    const death = Number([...(match[2] ?? "").matchAll(FOUR_DIGITS)].at(-1)?.[1]);
    if (death - birth < MIN_LIFESPAN_YEARS || death - birth > MAX_LIFESPAN_YEARS) continue;
    add("birth", birth, match.index);
    add("death", death, match.index);
  }
  for (const match of findFirstMatches(text, BIRTH_SIGN)) add("birth", readYear(match), match.index);
  for (const match of findFirstMatches(text, DEATH_SIGN)) add("death", readYear(match), match.index);
  for (const match of findFirstMatches(text, LIVING_SPAN)) add("birth", readYear(match), match.index);
  for (const [event, list] of [
    ["birth", getLexicon(language).people.born],
    ["death", getLexicon(language).people.died],
  ] as const) {
    const pattern = compileWordPattern(language, list);
    if (pattern === null) continue;
    for (const match of findFirstMatches(text, pattern))
      add(event, findYearNextTo(text, match.index, match.index + match[0].length, language), match.index);
  }
  return facts.sort((left, right) => left.start - right.start);
}

/**
 * Finds the years of birth, death and founding in a text, in order. Leaves out relatives' and approximate
 * years.
 */
export function findLifeFacts(text: string, language: Language = "en"): LifeFact[] {
  if (language !== "en") return findForeignLifeFacts(text, language);
  const spans = [...findFirstMatches(text, SPAN), ...findFirstMatches(text, LIVED)].flatMap(
    (match): LifeFact[] => {
      const birth = readExactYear(match[1] ?? "");
      const death = readExactYear(match[2] ?? "");
      const span = (death ?? 0) - (birth ?? 0);
      if (/\b(?:reigned|ruled|r\.|fl\.|active|in office|served|founded|since)\b/i.test(match[1] ?? ""))
        return [];
      // A shorter span is a term of office, a season or a war; a longer one is no life.
      if (birth !== null && death !== null && (span < MIN_LIFESPAN_YEARS || span > MAX_LIFESPAN_YEARS))
        return [];
      return [
        ...(birth === null ? [] : [{ event: "birth" as const, year: birth, start: match.index }]),
        ...(death === null ? [] : [{ event: "death" as const, year: death, start: match.index }]),
      ];
    },
  );
  return [
    ...spans,
    ...findStated(text, BORN, "birth"),
    ...findStated(text, DIED, "death"),
    ...findStated(text, FOUNDED, "founding"),
  ].sort((left, right) => left.start - right.start);
}
