import type { Language } from "../../lexicon/language.ts";
import { ROLES, type Role } from "../../lexicon/people.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import { weighWord } from "../answerability/words.ts";
import { findPersonWords, isUnspaced, type PersonWord, type StemmedToken } from "./person-words.ts";

/** Holds what a passage says that another one about the same person may also say, with its weight. */
export type Marks = ReadonlyMap<string, number>;

/** One passage: what a search quotes of a page, with the page's title and address. */
export interface Passage {
  title: string;
  text: string;
  url?: string | undefined;
  /** Which person a reader took it for, where one was asked: passages of two numbers are never joined. */
  person?: number | undefined;
}

/** Holds what is known of a passage before its marks are read. */
interface MarkedPassage extends Passage {
  language: Language;
  /** True in a language without word lists: which of its words are common is not known. */
  isUnread: boolean;
  /** The words of the text and of the title, without the name: everybody of the name shares it. */
  tokens: readonly StemmedToken[];
  titleTokens: readonly StemmedToken[];
  /** Roles that the passage gives the person. */
  roles: ReadonlySet<Role>;
  /** The years of birth and death, as far as it states them. */
  life: readonly (number | null)[];
}

/** Weights of all fields of work together, and of all countries, from so many words on that tell them. */
const FIELD = { weight: 30, least: 4 };
const COUNTRY = { weight: 6, least: 1 };
const WEIGHTS = { role: 9, rank: 2, year: 6, date: 30, life: 30, link: 40 };
/** A word that says what somebody is tells the field more surely than a word that is merely used in it. */
const ROLE_COUNTS = 3;

/**
 * Returns the marks of a passage: names and other telling words, fields of work, countries, dates, links. The
 * rarer, the heavier.
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

/** Returns what words say of people; stop words ("in" has the stem of "innings") say nothing. */
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

/** Words up to this weight are in too many texts to tie two of them. */
const COMMON = 2;
const NAME_COUNTS = 1.5;
const SHORTEST_WORD = 3;
const PAIR_WEIGHT = 9;
/** The name opens a sentence, where every word has a capital. */
const OPENS = /(?:^|[.!?:]["'”’»)\]]*\s+)["'“„«(¿¡]?$/u;

/**
 * Adds the telling words. What somebody does is compared by its field: counted here as well, it would tie all
 * politicians together; a nationality would tie all Danes.
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
  if (word.length < SHORTEST_WORD || /^\d/.test(word)) return 0;
  // In a title every word may have a capital, as at the beginning of a sentence.
  const isName =
    /^\p{Lu}/u.test(raw) && text !== "" && !OPENS.test(text.slice(Math.max(0, start - 4), start));
  if (isUnread && !isName) return 0;
  return Math.max(0, weighWord(stem, word, language) - COMMON) ** 2 * (isName ? NAME_COUNTS : 1);
}

/** Tells "in London." and "Cairo University" from "a Danish lawyer": no plain noun follows. */
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
const MOST_LINKS = 20;

/** Returns the addresses and accounts that a text has, as two pages write them alike. */
function findLinks(text: string): string[] {
  return (text.match(LINK) ?? []).slice(0, MOST_LINKS).map(normaliseLink);
}

/** Returns an address without what sites add to it. */
export function normaliseLink(link: string): string {
  return link
    .toLowerCase()
    .replace(/^\w+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/.]+$/, "");
}
