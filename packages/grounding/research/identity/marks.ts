import type { Language } from "../../lexicon/language.ts";
import { ROLES, type Role } from "../../lexicon/people.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import { weighWord } from "../answerability/words.ts";
import { findPersonWords, isReadByCharacter, type PersonWord, type StemmedToken } from "./person-words.ts";

/** Features of a passage with their weights. Passages about the same person tend to share them. */
export type Marks = ReadonlyMap<string, number>;

/** A quote from a page in the search results, with the page's title and address. */
export interface Passage {
  title: string;
  text: string;
  url?: string | undefined;
  /**
   * The number of the person that a model assigned it to, if one was asked. Passages with different numbers
   * are never joined.
   */
  person?: number | undefined;
}

/** A passage with what is needed to read its marks. */
interface MarkedPassage extends Passage {
  language: Language;
  /** True if the language has no word lists, so that common words are unknown. */
  isUnknownLanguage: boolean;
  /**
   * Words of the text without the name, which all namesakes share. `titleTokens` is the same for the title.
   */
  tokens: readonly StemmedToken[];
  titleTokens: readonly StemmedToken[];
  /** Roles that the passage gives the person. */
  roles: ReadonlySet<Role>;
  /** Years of birth and death, if stated. */
  life: readonly (number | null)[];
}

/**
 * Total weight that a passage's fields of work share, in proportion to the words for each. With fewer words
 * than `minCount`, the weight is proportionally less. COUNTRY is the same for countries.
 */
const FIELD = { weight: 30, minCount: 4 };
const COUNTRY = { weight: 6, minCount: 1 };
const WEIGHTS = { role: 9, rank: 2, year: 6, date: 30, life: 30, link: 40 };
/** Factor by which a role counts more than other words of its field, because it is more reliable. */
const ROLE_FACTOR = 3;

/**
 * Reads the marks of a passage: names and other significant words, fields of work, countries, dates, links.
 * Rarer ones weigh more.
 */
export function readMarks(passage: MarkedPassage): Marks {
  const { text, url = "", language, tokens, roles, life } = passage;
  const textWords = findSignificantWords(tokens, language);
  // A site's name occurs in the titles of all its pages.
  const host = /^\w+:\/\/([^/]*)/.exec(url)?.[1] ?? "";
  const titleTokens = passage.titleTokens.filter(({ word }) => !host.includes(word));
  const titleWords = findSignificantWords(titleTokens, language);
  const marks = new Map<string, number>();
  addShares(marks, "field", FIELD, weighFields([...textWords, ...titleWords]));
  addShares(
    marks,
    "country",
    COUNTRY,
    countAll([...textWords, ...titleWords].flatMap((one) => one.countries)),
  );
  for (const role of roles) marks.set(`role ${role}`, ROLES[role] === null ? WEIGHTS.rank : WEIGHTS.role);
  for (const [at, year] of life.entries()) if (year !== null) marks.set(`life ${at} ${year}`, WEIGHTS.life);
  for (const { year, month, day } of findDates(text)) {
    marks.set(`year ${year}`, WEIGHTS.year);
    if (day !== undefined) marks.set(`date ${year}-${month}-${day}`, WEIGHTS.date);
  }
  for (const link of findLinks(text)) marks.set(`link ${link}`, WEIGHTS.link);
  addWords(marks, passage, textWords);
  addWords(marks, { ...passage, text: "", tokens: titleTokens }, titleWords);
  return marks;
}

/** Finds words about people. Ignores stop words ("in" has the stem of "innings"). */
function findSignificantWords(tokens: readonly StemmedToken[], language: Language): PersonWord[] {
  const { stopWords } = getWords(language);
  return findPersonWords(tokens, language).filter(
    ({ from, to }) => to - from > 1 || !stopWords.has(tokens[from]?.word ?? ""),
  );
}

function addShares(
  marks: Map<string, number>,
  kind: string,
  { weight, minCount }: { weight: number; minCount: number },
  counted: ReadonlyMap<string, number>,
): void {
  let total = 0;
  for (const count of counted.values()) total += count;
  for (const [one, count] of counted)
    marks.set(`${kind} ${one}`, (weight * count) / Math.max(minCount, total));
}

function countAll(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function weighFields(said: readonly PersonWord[]): Map<string, number> {
  const fields = new Map<string, number>();
  const add = (field: string, count: number) => fields.set(field, (fields.get(field) ?? 0) + count);
  for (const { roles, fields: topics } of said) {
    for (const role of roles) if (ROLES[role] !== null) add(ROLES[role], ROLE_FACTOR);
    for (const field of topics) add(field, 1 / topics.length);
  }
  return fields;
}

/** Words up to this weight are too common to link two texts. */
const COMMON_WORD_WEIGHT = 2;
const NAME_FACTOR = 1.5;
const MIN_WORD_LENGTH = 3;
const PAIR_WEIGHT = 9;
/** Matches the text before the start of a sentence, where every word is capitalised. */
const SENTENCE_START = /(?:^|[.!?:]["'”’»)\]]*\s+)["'“„«(¿¡]?$/u;

/**
 * Adds the significant words, except roles and nationalities. Roles are compared by field; as words, they
 * would link all politicians. A nationality would link all Danes.
 */
function addWords(
  marks: Map<string, number>,
  passage: Pick<MarkedPassage, "text" | "tokens" | "language" | "isUnknownLanguage">,
  personWords: readonly PersonWord[],
): void {
  const { text, tokens, language } = passage;
  const listTokens = ({ from, to }: PersonWord) => tokens.slice(from, to);
  const excluded = personWords.filter(
    ({ roles, countries, kinship, to }) =>
      roles.length > 0 || kinship || (countries.length > 0 && !isUsedAsPlace(text, tokens, to, language)),
  );
  const skipped = new Set(excluded.flatMap(listTokens));
  const topics = new Set(personWords.filter(({ fields }) => fields.length > 0).flatMap(listTokens));
  const { stopWords } = getWords(language);
  const significant = tokens.filter((token) => !skipped.has(token) && !stopWords.has(token.word));
  for (const [at, token] of significant.entries()) {
    const next = significant[at + 1];
    if (isReadByCharacter(language) && token.raw.length === 1) {
      if (next?.start === token.end) marks.set(`pair ${token.raw}${next.raw}`, PAIR_WEIGHT);
      continue;
    }
    const weight = weighToken(token, passage);
    if (weight > 0) marks.set(`${topics.has(token) ? "topic" : "word"} ${token.stem}`, weight);
  }
}

function weighToken(
  { word, raw, stem, start }: StemmedToken,
  { text, language, isUnknownLanguage }: Pick<MarkedPassage, "text" | "language" | "isUnknownLanguage">,
): number {
  if (word.length < MIN_WORD_LENGTH || /^\d/.test(word)) return 0;
  // In a title (without `text`), as at the start of a sentence, every word may be capitalised.
  const isName =
    /^\p{Lu}/u.test(raw) && text !== "" && !SENTENCE_START.test(text.slice(Math.max(0, start - 4), start));
  if (isUnknownLanguage && !isName) return 0;
  return Math.max(0, weighWord(stem, word, language) - COMMON_WORD_WEIGHT) ** 2 * (isName ? NAME_FACTOR : 1);
}

/**
 * Returns whether a place is used as a place: "in London.", "Cairo University". In "a Danish lawyer", a plain
 * noun follows, so it describes a person.
 */
export function isUsedAsPlace(
  text: string,
  tokens: readonly StemmedToken[],
  to: number,
  language: Language,
): boolean {
  if (language !== "en") return false;
  const [last, next] = [tokens[to - 1], tokens[to]];
  if (last === undefined || next === undefined) return last !== undefined;
  return (
    text.slice(last.end, next.start) !== " " ||
    /^\p{Lu}/u.test(next.raw) ||
    getWords(language).stopWords.has(next.word)
  );
}

const LINK = /(?:[\w.+-]+)?@[\w.-]{3,}|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/[^\s)"”»]*/gu;
const MAX_LINKS = 20;

/** Finds the links and accounts in a text, normalised for comparison between pages. */
function findLinks(text: string): string[] {
  return (text.match(LINK) ?? []).slice(0, MAX_LINKS).map(normaliseLink);
}

/** Normalises a link: lower case, no scheme, `www.` or trailing slash. */
export function normaliseLink(link: string): string {
  return link
    .toLowerCase()
    .replace(/^\w+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/.]+$/, "");
}
