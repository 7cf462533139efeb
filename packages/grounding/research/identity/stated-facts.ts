import { GIVEN_NAMES } from "../../lexicon/given-names.ts";
import type { Language } from "../../lexicon/language.ts";
import { FORMS_OF_ADDRESS } from "../../lexicon/name-words.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { foldWord, STOP_WORDS, splitSentences } from "../../text/tokens.ts";
import { findPersonWords, isUnspaced, PEOPLE, readStemmedTokens, type StemmedToken } from "./person-words.ts";

const BRACKET = "[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]";
const CLAUSE = "[^.;。；]{3,140}";
const CLAUSE_REACH = 300;
/** "…, the American actor who lived from …" */
const APPOSITION =
  /^(?:, \d{1,3})?(?:, |，|、)(?<article>the |an? |der |die |el |la |le )?(?<clause>[^,.;:()，。、]{2,80})/u;
/** "…, 24, from England, plays for …": what the person does, in the present. English alone. */
const HABIT = /^(?:,[^.;:]{1,60},)? (?!(?:is|was|has|does|says)\b)(?<clause>\p{Ll}{2,}[^s\W]s [^.;:]{2,80})/u;
/**
 * Finds what is said without an article: "is Reader in", "is captain of", "ist Imker"; Japanese and Korean
 * end such a sentence with the noun, or with its copula.
 */
const BARE_NOUN: Partial<Record<Language, RegExp>> = {
  en: /^(?:\p{Lu}|(?:\p{Ll}+ )?\p{Ll}+(?<!ed|n) (?:of|at|for) )/u,
  de: /^(?:seit \d+ )?\p{Lu}/u,
  ja: /[\p{Script=Han}ァ-ヿ]$/u,
  ko: /(?:이다|입니다|였다|이었다)$/u,
  zh: /^(?!)/u,
};
/** Other words than participles: "wethouder", "alcaldesa", "notaire". */
const NO_PARTICIPLE = /^(?!\p{L}+(?:en|d|do|da|to|ta|é|ée|i|ie)\b)\p{Ll}{3,}/u;
/** "…, American actor and racing driver", "… - British director": behind the name in a title. */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
/** "Cheesemaker …", at the beginning of the text. */
const OPENING_WORD = /^(\p{Lu}[\p{L}-]{2,}) $/u;
/** "the British director …" */
const WORDS_BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const BEFORE_REACH = 60;
/** Matches what tells more of the person than what the person is: "…, who lived in …". */
const RELATIVE_CLAUSE = / (?:who|whom|whose|that|which)\b.*$/u;

/** A sentence that says what the person is. */
interface Predicate {
  clause: string;
  /** False where it is said of the past: "was". */
  isNow: boolean;
}

const predicatePatterns = new Map<Language, RegExp>();

/**
 * "… (3 April 1811 – 9 June 1877) was a Welsh printer", "… (* 17. Juli 1954 in Hamburg) ist eine deutsche
 * Politikerin".
 */
function compilePredicatePattern(language: Language): RegExp {
  const known = predicatePatterns.get(language);
  if (known !== undefined) return known;
  const oneOf = (list: string) =>
    list
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .split(" ")
      .join("|")
      .replace(/_/g, "\\s");
  const { copulas, articles } = PEOPLE[language];
  const gap = isUnspaced(language) ? "\\s*" : "\\s+";
  const bridge =
    copulas === ""
      ? "(?<copula>)[,，、—–-]?\\s*"
      : `(?:(?<copula>${oneOf(copulas)})${gap})${language === "en" ? "" : "?"}`;
  const article = articles === "" ? "(?<article>)" : `(?:(?<article>${oneOf(articles)})${gap})?`;
  const made = new RegExp(
    `^(?:[\\s,]*${BRACKET}|[,，、][^,.;，。；]{0,60}[,，])?[\\s,，]*${bridge}${article}(?<clause>${CLAUSE})`,
    "u",
  );
  predicatePatterns.set(language, made);
  return made;
}

function saysRole(clause: string, language: Language): boolean {
  return findPersonWords(readStemmedTokens(clause, language), language).some(({ roles }) => roles.length > 0);
}

/** Tells whether a clause calls the person somebody's relative, in its first words. */
function callsRelative(clause: string, language: Language): boolean {
  const firstWords = readStemmedTokens(clause.slice(0, 40), language).slice(0, 2);
  return findPersonWords(firstWords, language).some(({ kinship }) => kinship);
}

/**
 * Returns what a text says in a sentence of its own that the person is or does: "was an English cricketer".
 * Where no article tells that, the clause must say what people are.
 */
export function findPredicates(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): Predicate[] {
  const pattern = compilePredicatePattern(language);
  const [now = ""] = PEOPLE[language].copulas.split(" ");
  const { stopWords } = wordsOf(language);
  return mentions.flatMap(({ start, end }) => {
    // "The mother of Ada Lovelace was …": said of somebody else.
    const word = /(\p{Ll}+) $/u.exec(text.slice(Math.max(0, start - BEFORE_REACH), start))?.[1];
    if (word !== undefined && stopWords.has(word)) return [];
    const behind = text.slice(end, end + CLAUSE_REACH);
    const habit = language === "en" ? HABIT.exec(behind)?.groups?.clause : undefined;
    if (habit !== undefined) return { clause: habit, isNow: true };
    const found = pattern.exec(behind)?.groups;
    if (found === undefined) return [];
    const { copula = "", article = "", clause = "" } = found;
    if (callsRelative(clause, language)) return [];
    const isSaid =
      (copula !== "" && article !== "") ||
      ((copula !== "" || isUnspaced(language)) && (BARE_NOUN[language] ?? NO_PARTICIPLE).test(clause));
    if (!isSaid && !saysRole(clause, language)) return [];
    return { clause: clause.replace(/^[\s,，、]+/u, "").trim(), isNow: copula === "" || copula === now };
  });
}

/** Returns what a text calls the person in passing: "the British director", "…, the American actor who …". */
export function findAppositions(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ start, end }) => {
    const { article, clause } = APPOSITION.exec(text.slice(end, end + CLAUSE_REACH))?.groups ?? {};
    const before = readWordsBeforeName(text.slice(Math.max(0, start - BEFORE_REACH), start), language);
    const isSaid = language === "en" && article !== undefined;
    const opening = OPENING_WORD.exec(text.slice(0, start))?.[1];
    return [
      ...(opening !== undefined && isTrade(opening, language) ? [opening] : []),
      ...callsIt(before, language),
      ...callsIt(clause?.replace(RELATIVE_CLAUSE, ""), language, isSaid),
    ];
  });
}

/** Returns what a title says of the person behind the name. */
export function findTitleAppositions(
  title: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ end }) => callsIt(TITLE_END.exec(title.slice(end))?.[1], language));
}

/** Tells whether the word that opens a text before a name is neither a form of address nor a name. */
function isTrade(word: string, language: Language): boolean {
  const folded = foldWord(word);
  return ![FORMS_OF_ADDRESS, GIVEN_NAMES, wordsOf(language).stopWords].some((known) => known.has(folded));
}

function callsIt(clause: string | undefined, language: Language, isSaid = false): string[] {
  if (clause === undefined || clause === "") return [];
  const told = findPersonWords(readStemmedTokens(clause, language), language);
  if (told.some(({ kinship }) => kinship)) return [];
  return isSaid || told.some(({ roles }) => roles.length > 0) ? [clause] : [];
}

/**
 * Returns the words before a name as far as they call it something; a capital ("General", "Judge") makes a
 * form of address.
 */
function readWordsBeforeName(before: string, language: Language): string {
  const run: StemmedToken[] = readStemmedTokens(WORDS_BEFORE.exec(before)?.[0] ?? "", language);
  const last = run.at(-1);
  if (last === undefined) return "";
  if (language !== "de" && last.raw !== last.raw.toLowerCase()) return "";
  if (!findPersonWords([last], language).some(({ roles }) => roles.length > 0)) return "";
  const from = run.findLastIndex((token) => STOP_WORDS.has(token.word));
  return run
    .slice(from + 1)
    .map((token) => token.raw)
    .join(" ");
}

/**
 * "… later directed", "… won": the words behind a name that say something the person did, not
 * what was done to it.
 */
const DID =
  /^ (?:(?!(?:was|were|is|are|been|being|who|and|of|in)\b)\p{Ll}+ ){0,3}?(?:\p{Ll}+ed|won|made|wrote|cast|set|rode|led|met|took|became|gave|went|began|ran|left|built|shot|sang|taught|spoke|held|fought|drew)\b/u;
/** "directed by …" */
const DONE_BY = /\b(?:\p{Ll}+ed|written|drawn|built|made|shot|sung) by $/u;
/** The name opens its sentence. */
const ENDED = /[.!?…]["'”’»)\]]*\s*$/u;
/** "Ada Lovelace's mother died in 1860" tells of nothing that Ada Lovelace did. */
const POSSESSIVE = /['’]s?$/;
const DEED_REACH = 240;

/** Returns the years of the sentences in which a text tells of something that the person mentioned did. */
export function findDeedYears(text: string, mentions: readonly NameMention[]): number[] {
  return mentions.flatMap(({ start, end }) => {
    const before = text.slice(Math.max(0, start - DEED_REACH), start);
    const after = text.slice(end, end + DEED_REACH);
    const isDoer = DID.test(after) && !POSSESSIVE.test(text.slice(start, end));
    if (!isDoer && !DONE_BY.test(before)) return [];
    const opening = ENDED.test(before) ? "" : (splitSentences(before).at(-1) ?? "");
    return findDates(`${opening} ${splitSentences(after)[0] ?? ""}`).map(({ year }) => year);
  });
}
