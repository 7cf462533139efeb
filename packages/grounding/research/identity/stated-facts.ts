import type { Language } from "../../lexicon/language.ts";
import { findDates } from "../../text/dates.ts";
import type { NameMention } from "../../text/name-mentions.ts";
import { STOP_WORDS, splitSentences } from "../../text/tokens.ts";
import { findPersonWords, isUnspaced, PEOPLE, readStemmedTokens, type StemmedToken } from "./person-words.ts";

const BRACKET = "[(（][^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*[)）]";
const CLAUSE = "([^.;。；]{3,140})";
const CLAUSE_REACH = 300;
/** "…, the American actor who lived from …" */
const APPOSITION = /^(?:, |，|、)(?:the |an? |der |die |el |la |le )?([^,.;:()，。、]{2,80})/u;
/** "…, American actor and racing driver", "… - British director": behind the name in a title. */
const TITLE_END = /^(?:,| [-–—]|:) ([^|()–—]{3,60})/u;
/** "the British director …" */
const WORDS_BEFORE = /(?:\p{L}[\p{L}-]* ){1,5}$/u;
const BEFORE_REACH = 60;
/** Matches what tells more of the person than what the person is: "…, who lived in …". */
const RELATIVE_CLAUSE = / (?:who|whom|whose|that|which)\b.*$/u;

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
  const spaced = !isUnspaced(language);
  const gap = spaced ? "\\s+" : "\\s*";
  const bridge =
    copulas === "" ? "[,，、—–-]?\\s*" : `(?:(?:${oneOf(copulas)})${gap})${language === "en" ? "" : "?"}`;
  // English clauses are told by their article; in other languages the clause must name a role (see
  // `findPredicates`).
  const article = articles === "" ? "" : `(?:(?:${oneOf(articles)})${gap})${language === "en" ? "" : "?"}`;
  const made = new RegExp(
    `^(?:[\\s,]*${BRACKET}|[,，、][^,.;，。；]{0,60}[,，])?[\\s,，]*${bridge}${article}${CLAUSE}`,
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
 * Returns the clauses of a text that say in a sentence of their own what the person is: "was an English
 * cricketer".
 */
export function findPredicates(text: string, mentions: readonly NameMention[], language: Language): string[] {
  const pattern = compilePredicatePattern(language);
  return mentions
    .flatMap((mention) => pattern.exec(text.slice(mention.end, mention.end + CLAUSE_REACH))?.[1] ?? [])
    .filter((clause) => !callsRelative(clause, language) && (language === "en" || saysRole(clause, language)))
    .map((clause) => clause.replace(/^[\s,，、]+/u, "").trim());
}

/** Returns what a text calls the person in passing: "the British director", "…, the American actor who …". */
export function findAppositions(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): string[] {
  return mentions.flatMap(({ start, end }) => {
    const behind = APPOSITION.exec(text.slice(end, end + CLAUSE_REACH))?.[1];
    const before = readWordsBeforeName(text.slice(Math.max(0, start - BEFORE_REACH), start), language);
    return [...callsIt(before, language), ...callsIt(behind?.replace(RELATIVE_CLAUSE, ""), language)];
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

function callsIt(clause: string | undefined, language: Language): string[] {
  if (clause === undefined || clause === "") return [];
  const told = findPersonWords(readStemmedTokens(clause, language), language);
  return told.some(({ roles }) => roles.length > 0) && !told.some(({ kinship }) => kinship) ? [clause] : [];
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
