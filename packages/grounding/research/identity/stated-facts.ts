import type { Language } from "../../lexicon/language.ts";
import { lexiconOf } from "../../lexicon/lexicon.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES } from "../../lexicon/names.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { foldWord, STOP_WORDS, splitSentences } from "../../text/tokens.ts";
import { findPersonWords, isUnspaced, readStemmedTokens, type StemmedToken } from "./person-words.ts";

const BRACKET = "[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]";
const CLAUSE = "[^.;。；]{3,140}";
const CLAUSE_REACH = 300;
/** Matches "…, the American actor who lived from …". */
const APPOSITION =
  /^(?:, \d{1,3})?(?:, |，|、)(?<article>the |an? |der |die |el |la |le )?(?<clause>[^,.;:()，。、]{2,80})/u;
/** Matches present actions of the person: "…, 24, from England, plays for …". English only. */
const HABIT = /^(?:,[^.;:]{1,60},)? (?!(?:is|was|has|does|says)\b)(?<clause>\p{Ll}{2,}[^s\W]s [^.;:]{2,80})/u;
/**
 * Patterns for statements without an article: "is Reader in", "is captain of", "ist Imker". In Japanese and
 * Korean, such a sentence ends in the noun or its copula.
 */
const BARE_NOUN: Partial<Record<Language, RegExp>> = {
  en: /^(?:\p{Lu}|(?:\p{Ll}+ )?\p{Ll}+(?<!ed|n) (?:of|at|for) )/u,
  de: /^(?:seit \d+ )?\p{Lu}/u,
  ja: /[\p{Script=Han}ァ-ヿ]$/u,
  ko: /(?:이다|입니다|였다|이었다)$/u,
  zh: /^(?!)/u,
};
/** Matches words other than participles: "wethouder", "alcaldesa", "notaire". */
const NO_PARTICIPLE = /^(?!\p{L}+(?:en|d|do|da|to|ta|é|ée|i|ie)\b)\p{Ll}{3,}/u;
/** Matches text after the name in a title: "…, American actor and racing driver", "… - British director". */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
/** Matches "Cheesemaker …" at the start of the text. */
const OPENING_WORD = /^(\p{Lu}[\p{L}-]{2,}) $/u;
/** Matches "the British director …". */
const WORDS_BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const BEFORE_REACH = 60;
/** Matches text beyond what the person is: "…, who lived in …". */
const RELATIVE_CLAUSE = / (?:who|whom|whose|that|which)\b.*$/u;

/** A sentence that says what the person is. */
interface Predicate {
  clause: string;
  /** False for a statement about the past: "was". */
  isNow: boolean;
}

const predicatePatterns = new Map<Language, RegExp>();

/**
 * Returns a pattern for "… (3 April 1811 – 9 June 1877) was a Welsh printer", "… (* 17. Juli 1954 in Hamburg)
 * ist eine deutsche Politikerin".
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
  const { copulas, articles } = lexiconOf(language).people;
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

/** Returns whether the first words of a clause call the person someone's relative. */
function callsRelative(clause: string, language: Language): boolean {
  const firstWords = readStemmedTokens(clause.slice(0, 40), language).slice(0, 2);
  return findPersonWords(firstWords, language).some(({ kinship }) => kinship);
}

/**
 * Returns what a text says in a separate sentence that the person is or does: "was an English cricketer".
 * Without an article, the clause must contain words about people.
 */
export function findPredicates(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): Predicate[] {
  const pattern = compilePredicatePattern(language);
  const [now = ""] = lexiconOf(language).people.copulas.split(" ");
  const { stopWords } = wordsOf(language);
  return mentions.flatMap(({ start, end }) => {
    // "The mother of Ada Lovelace was …" is about someone else.
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

/**
 * Returns how a text describes the person in passing: "the British director", "…, the American actor who …".
 */
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

/** Returns the description of the person after the name in a title. */
export function findTitleAppositions(
  title: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ end }) => callsIt(TITLE_END.exec(title.slice(end))?.[1], language));
}

/** Returns whether the word that starts a text before a name is neither a form of address nor a name. */
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
 * Returns the words before a name that describe it. A capitalised word ("General", "Judge") is a form of
 * address.
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
 * Matches words after a name that say what the person did, and not what was done to them: "… later directed",
 * "… won".
 */
const DID =
  /^ (?:(?!(?:was|were|is|are|been|being|who|and|of|in)\b)\p{Ll}+ ){0,3}?(?:\p{Ll}+ed|won|made|wrote|cast|set|rode|led|met|took|became|gave|went|began|ran|left|built|shot|sang|taught|spoke|held|fought|drew)\b/u;
/** Matches "directed by …". */
const DONE_BY = /\b(?:\p{Ll}+ed|written|drawn|built|made|shot|sung) by $/u;
/** Matches the end of the previous sentence, so that the name starts its own. */
const ENDED = /[.!?…]["'”’»)\]]*\s*$/u;
/**
 * Matches a possessive ending. "Ada Lovelace's mother died in 1860" is not about something that Ada Lovelace
 * did.
 */
const POSSESSIVE = /['’]s?$/;
const DEED_REACH = 240;

/** Returns the years in sentences about something that the mentioned person did. */
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
