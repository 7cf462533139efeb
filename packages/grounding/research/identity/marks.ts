import type { Language } from "../../lexicon/language.ts";
import { ROLES, type Role } from "../../lexicon/people.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import { weighWord } from "../answerability/words.ts";
import { findPersonWords, isUnspaced, type PersonWord, type StemmedToken } from "./person-words.ts";

/** Features of a passage that another one about the same person may share, with their weights. */
export type Marks = ReadonlyMap<string, number>;

/** One passage: a search's quote from a page, with the page's title and address. */
export interface Passage {
  title: string;
  text: string;
  url?: string | undefined;
  /**
   * The person that a reader assigned it to, if one was asked. Passages with different numbers are never
   * joined.
   */
  person?: number | undefined;
}

/** Information about a passage needed to read its marks. */
interface MarkedPassage extends Passage {
  language: Language;
  /** True for a language without word lists, in which common words are unknown. */
  isUnread: boolean;
  /** Words of the text without the name, which all bearers share. `titleTokens` is those of the title. */
  tokens: readonly StemmedToken[];
  titleTokens: readonly StemmedToken[];
  /** Roles that the passage gives the person. */
  roles: ReadonlySet<Role>;
  /** Years of birth and death, if stated. */
  life: readonly (number | null)[];
}

/**
 * Total weight of all fields of work and the minimum number of words for it. COUNTRY is the same for
 * countries.
 */
const FIELD = { weight: 30, least: 4 };
const COUNTRY = { weight: 6, least: 1 };
const WEIGHTS = { role: 9, rank: 2, year: 6, date: 30, life: 30, link: 40 };
/** Weight of a role relative to other words of its field, because it identifies the field more reliably. */
const ROLE_COUNTS = 3;

/**
 * Returns the marks of a passage: names and other significant words, fields of work, countries, dates, links.
 * Rarer ones weigh more.
 */
export function readMarks(passage: MarkedPassage): Marks {
  const { text, url = "", language, tokens, roles, life } = passage;
  const said = findTopics(tokens, language);
  // A site's own name is in all of its titles.
  const host = /^\w+:\/\/([^/]*)/.exec(url)?.[1] ?? "";
  const inTitle = passage.titleTokens.filter(({ word }) => !host.includes(word));
  const titled = findTopics(inTitle, language);
  const marks = new Map<string, number>();
  addShares(marks, "field", FIELD, weighFields([...said, ...titled]));
  addShares(marks, "country", COUNTRY, countAll([...said, ...titled].flatMap((one) => one.countries)));
  for (const role of roles) marks.set(`role ${role}`, ROLES[role] === null ? WEIGHTS.rank : WEIGHTS.role);
  for (const [at, year] of life.entries()) if (year !== null) marks.set(`life ${at} ${year}`, WEIGHTS.life);
  for (const { year, month, day } of findDates(text)) {
    marks.set(`year ${year}`, WEIGHTS.year);
    if (day !== undefined) marks.set(`date ${year}-${month}-${day}`, WEIGHTS.date);
  }
  for (const link of findLinks(text)) marks.set(`link ${link}`, WEIGHTS.link);
  addWords(marks, passage, said);
  addWords(marks, { ...passage, text: "", tokens: inTitle }, titled);
  return marks;
}

/** Returns the words about people. Ignores stop words ("in" has the stem of "innings"). */
function findTopics(tokens: readonly StemmedToken[], language: Language): PersonWord[] {
  const { stopWords } = wordsOf(language);
  return findPersonWords(tokens, language).filter(
    ({ from, to }) => to - from > 1 || !stopWords.has(tokens[from]?.word ?? ""),
  );
}

function addShares(
  marks: Map<string, number>,
  kind: string,
  { weight, least }: { weight: number; least: number },
  counted: ReadonlyMap<string, number>,
): void {
  let all = 0;
  for (const count of counted.values()) all += count;
  for (const [one, count] of counted) marks.set(`${kind} ${one}`, (weight * count) / Math.max(least, all));
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
    for (const role of roles) if (ROLES[role] !== null) add(ROLES[role], ROLE_COUNTS);
    for (const field of topics) add(field, 1 / topics.length);
  }
  return fields;
}

/** Maximum weight of words that are in too many texts to tie two of them. */
const COMMON = 2;
const NAME_COUNTS = 1.5;
const MIN_WORD_LENGTH = 3;
const PAIR_WEIGHT = 9;
/** Matches the start of a sentence, where every word is capitalised. */
const OPENS = /(?:^|[.!?:]["'”’»)\]]*\s+)["'“„«(¿¡]?$/u;

/**
 * Adds the significant words. Roles and nationalities are excluded: roles are compared by field, and would
 * otherwise tie all politicians together, and a nationality would tie all Danes.
 */
function addWords(
  marks: Map<string, number>,
  passage: Pick<MarkedPassage, "text" | "tokens" | "language" | "isUnread">,
  said: readonly PersonWord[],
): void {
  const { text, tokens, language } = passage;
  const tokensOf = ({ from, to }: PersonWord) => tokens.slice(from, to);
  const compared = said.filter(
    ({ roles, countries, kinship, to }) =>
      roles.length > 0 || kinship || (countries.length > 0 && !isWrittenAsPlace(text, tokens, to, language)),
  );
  const skipped = new Set(compared.flatMap(tokensOf));
  const topics = new Set(said.filter(({ fields }) => fields.length > 0).flatMap(tokensOf));
  const { stopWords } = wordsOf(language);
  const telling = tokens.filter((token) => !skipped.has(token) && !stopWords.has(token.word));
  for (const [at, token] of telling.entries()) {
    const next = telling[at + 1];
    if (isUnspaced(language) && token.raw.length === 1) {
      if (next?.start === token.end) marks.set(`pair ${token.raw}${next.raw}`, PAIR_WEIGHT);
      continue;
    }
    const weight = weighToken(token, passage);
    if (weight > 0) marks.set(`${topics.has(token) ? "topic" : "word"} ${token.stem}`, weight);
  }
}

function weighToken(
  { word, raw, stem, start }: StemmedToken,
  { text, language, isUnread }: Pick<MarkedPassage, "text" | "language" | "isUnread">,
): number {
  if (word.length < MIN_WORD_LENGTH || /^\d/.test(word)) return 0;
  // In a title, as at the start of a sentence, every word may be capitalised.
  const isName =
    /^\p{Lu}/u.test(raw) && text !== "" && !OPENS.test(text.slice(Math.max(0, start - 4), start));
  if (isUnread && !isName) return 0;
  return Math.max(0, weighWord(stem, word, language) - COMMON) ** 2 * (isName ? NAME_COUNTS : 1);
}

/**
 * Distinguishes "in London." and "Cairo University" from "a Danish lawyer": returns true if no plain noun
 * follows.
 */
export function isWrittenAsPlace(
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
    wordsOf(language).stopWords.has(next.word)
  );
}

const LINK = /(?:[\w.+-]+)?@[\w.-]{3,}|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/[^\s)"”»]*/gu;
const MAX_LINKS = 20;

/** Returns the addresses and accounts in a text, normalised for comparison between pages. */
function findLinks(text: string): string[] {
  return (text.match(LINK) ?? []).slice(0, MAX_LINKS).map(normaliseLink);
}

/** Returns an address without the additions of sites. */
export function normaliseLink(link: string): string {
  return link
    .toLowerCase()
    .replace(/^\w+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/.]+$/, "");
}
