import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES } from "../../lexicon/names.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { findDates } from "../../text/dates.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { foldWord, STOP_WORDS, splitSentences } from "../../text/tokens.ts";
import { findPersonWords, isReadByCharacter, readStemmedTokens, type StemmedToken } from "./person-words.ts";

const BRACKET = "[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]";
const CLAUSE = "[^.;。；]{3,140}";
const MAX_CLAUSE_LENGTH = 300;
/** Matches a description after the name: "…, the American actor who lived from …". */
const APPOSITION =
  /^(?:, \d{1,3})?(?:, |，|、)(?<article>the |an? |der |die |el |la |le )?(?<clause>[^,.;:()，。、]{2,80})/u;
/** Matches what the person does now: "…, 24, from England, plays for …". English only. */
const PRESENT_ACTION =
  /^(?:,[^.;:]{1,60},)? (?!(?:is|was|has|does|says)\b)(?<clause>\p{Ll}{2,}[^s\W]s [^.;:]{2,80})/u;
/**
 * Patterns for descriptions without an article: "is Reader in", "is captain of", "ist Imker". In Japanese and
 * Korean, such a sentence ends in the noun or its copula.
 */
const BARE_NOUN: Partial<Record<Language, RegExp>> = {
  en: /^(?:\p{Lu}|(?:\p{Ll}+ )?\p{Ll}+(?<!ed|n) (?:of|at|for) )/u,
  de: /^(?:seit \d+ )?\p{Lu}/u,
  ja: /[\p{Script=Han}ァ-ヿ]$/u,
  ko: /(?:이다|입니다|였다|이었다)$/u,
  zh: /^(?!)/u,
};
/** Matches nouns, which are not written like participles: "wethouder", "alcaldesa", "notaire". */
const NO_PARTICIPLE = /^(?!\p{L}+(?:en|d|do|da|to|ta|é|ée|i|ie)\b)\p{Ll}{3,}/u;
/** Matches text after the name in a title: "…, American actor and racing driver", "… - British director". */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
/** Matches one capitalised word before the name at the start of the text: "Cheesemaker …". */
const OPENING_WORD = /^(\p{Lu}[\p{L}-]{2,}) $/u;
/** Matches the words right before the name: "the British director …". */
const WORDS_BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const MAX_LENGTH_BEFORE = 60;
/** Matches what follows the description: "…, who lived in …". */
const RELATIVE_CLAUSE = / (?:who|whom|whose|that|which)\b.*$/u;

/** A clause that says what the person is or does. */
interface Predicate {
  clause: string;
  /** False if it says what the person was. */
  isPresent: boolean;
}

const predicatePatterns = new Map<Language, RegExp>();

/**
 * Compiles a pattern for what follows the name: "… (3 April 1811 – 9 June 1877) was a Welsh printer", "… (*
 * 17. Juli 1954 in Hamburg) ist eine deutsche Politikerin".
 */
function compilePredicatePattern(language: Language): RegExp {
  const cached = predicatePatterns.get(language);
  if (cached !== undefined) return cached;
  const matchOneOf = (list: string) =>
    list
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .split(" ")
      .join("|")
      .replace(/_/g, "\\s");
  const { copulas, articles } = getLexicon(language).people;
  const gap = isReadByCharacter(language) ? "\\s*" : "\\s+";
  const bridge =
    copulas === ""
      ? "(?<copula>)[,，、—–-]?\\s*"
      : `(?:(?<copula>${matchOneOf(copulas)})${gap})${language === "en" ? "" : "?"}`;
  const article = articles === "" ? "(?<article>)" : `(?:(?<article>${matchOneOf(articles)})${gap})?`;
  const pattern = new RegExp(
    `^(?:[\\s,]*${BRACKET}|[,，、][^,.;，。；]{0,60}[,，])?[\\s,，]*${bridge}${article}(?<clause>${CLAUSE})`,
    "u",
  );
  predicatePatterns.set(language, pattern);
  return pattern;
}

function mentionsRole(clause: string, language: Language): boolean {
  return findPersonWords(readStemmedTokens(clause, language), language).some(({ roles }) => roles.length > 0);
}

/** Returns whether a clause starts by calling the person someone's relative. */
function mentionsRelative(clause: string, language: Language): boolean {
  const firstWords = readStemmedTokens(clause.slice(0, 40), language).slice(0, 2);
  return findPersonWords(firstWords, language).some(({ kinship }) => kinship);
}

/**
 * Finds what sentences about the name say that the person is or does: "was an English cricketer". Without an
 * article, the clause must contain words about people.
 */
export function findPredicates(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): Predicate[] {
  const pattern = compilePredicatePattern(language);
  const [presentCopula = ""] = getLexicon(language).people.copulas.split(" ");
  const { stopWords } = getWords(language);
  return mentions.flatMap(({ start, end }) => {
    // "The mother of Ada Lovelace was …" is about someone else.
    const word = /(?<!\p{L})(\p{Ll}+) $/u.exec(
      text.slice(Math.max(0, start - MAX_LENGTH_BEFORE), start),
    )?.[1];
    if (word !== undefined && stopWords.has(word)) return [];
    const following = text.slice(end, end + MAX_CLAUSE_LENGTH);
    const habit = language === "en" ? PRESENT_ACTION.exec(following)?.groups?.clause : undefined;
    if (habit !== undefined) return { clause: habit, isPresent: true };
    const found = pattern.exec(following)?.groups;
    if (found === undefined) return [];
    const { copula = "", article = "", clause = "" } = found;
    if (mentionsRelative(clause, language)) return [];
    const isDescription =
      (copula !== "" && article !== "") ||
      ((copula !== "" || isReadByCharacter(language)) && (BARE_NOUN[language] ?? NO_PARTICIPLE).test(clause));
    if (!isDescription && !mentionsRole(clause, language)) return [];
    return {
      clause: clause.replace(/^[\s,，、]+/u, "").trim(),
      isPresent: copula === "" || copula === presentCopula,
    };
  });
}

/**
 * Finds how a text describes the person in passing: "the British director", "…, the American actor who …".
 */
export function findAppositions(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ start, end }) => {
    const { article, clause } = APPOSITION.exec(text.slice(end, end + MAX_CLAUSE_LENGTH))?.groups ?? {};
    const before = readWordsBeforeName(text.slice(Math.max(0, start - MAX_LENGTH_BEFORE), start), language);
    const isDescription = language === "en" && article !== undefined;
    const opening = OPENING_WORD.exec(text.slice(0, start))?.[1];
    return [
      ...(opening !== undefined && isProfession(opening, language) ? [opening] : []),
      ...keepDescription(before, language),
      ...keepDescription(clause?.replace(RELATIVE_CLAUSE, ""), language, isDescription),
    ];
  });
}

/** Finds the description after the name in a title. */
export function findTitleAppositions(
  title: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ end }) => keepDescription(TITLE_END.exec(title.slice(end))?.[1], language));
}

/** Returns whether the word before a name may be a profession: it is neither a form of address nor a name. */
function isProfession(word: string, language: Language): boolean {
  const folded = foldWord(word);
  return ![FORMS_OF_ADDRESS, GIVEN_NAMES, getWords(language).stopWords].some((known) => known.has(folded));
}

function keepDescription(clause: string | undefined, language: Language, isDescription = false): string[] {
  if (clause === undefined || clause === "") return [];
  const words = findPersonWords(readStemmedTokens(clause, language), language);
  if (words.some(({ kinship }) => kinship)) return [];
  return isDescription || words.some(({ roles }) => roles.length > 0) ? [clause] : [];
}

/**
 * Returns the words before a name that describe it. A capitalised word ("General", "Judge") is a form of
 * address.
 */
function readWordsBeforeName(before: string, language: Language): string {
  const tokens: StemmedToken[] = readStemmedTokens(WORDS_BEFORE.exec(before)?.[0] ?? "", language);
  const last = tokens.at(-1);
  if (last === undefined) return "";
  if (language !== "de" && last.raw !== last.raw.toLowerCase()) return "";
  if (!findPersonWords([last], language).some(({ roles }) => roles.length > 0)) return "";
  const from = tokens.findLastIndex((token) => STOP_WORDS.has(token.word));
  return tokens
    .slice(from + 1)
    .map((token) => token.raw)
    .join(" ");
}

/**
 * Matches words after a name that say what the person did: "… later directed", "… won". Passives do not
 * match.
 */
const ACTIVE_VERB =
  /^ (?:(?!(?:was|were|is|are|been|being|who|and|of|in)\b)\p{Ll}+ ){0,3}?(?:\p{Ll}+ed|won|made|wrote|cast|set|rode|led|met|took|became|gave|went|began|ran|left|built|shot|sang|taught|spoke|held|fought|drew)\b/u;
/** Matches a passive before the name: "directed by …". */
const PASSIVE_BY = /\b(?:\p{Ll}+ed|written|drawn|built|made|shot|sung) by $/u;
/** Matches the end of the previous sentence. The name then starts its sentence. */
const SENTENCE_END = /[.!?…]["'”’»)\]]*\s*$/u;
/**
 * Matches a possessive ending. "Ada Lovelace's mother died in 1860" is not something that Ada Lovelace did.
 */
const POSSESSIVE = /['’]s?$/;
const MAX_DEED_DISTANCE = 240;

/** Finds the years in sentences that say what the mentioned person did. */
export function findDeedYears(text: string, mentions: readonly NameMention[]): number[] {
  return mentions.flatMap(({ start, end }) => {
    const before = text.slice(Math.max(0, start - MAX_DEED_DISTANCE), start);
    const after = text.slice(end, end + MAX_DEED_DISTANCE);
    const isDoer = ACTIVE_VERB.test(after) && !POSSESSIVE.test(text.slice(start, end));
    if (!isDoer && !PASSIVE_BY.test(before)) return [];
    const opening = SENTENCE_END.test(before) ? "" : (splitSentences(before).at(-1) ?? "");
    return findDates(`${opening} ${splitSentences(after)[0] ?? ""}`).map(({ year }) => year);
  });
}
