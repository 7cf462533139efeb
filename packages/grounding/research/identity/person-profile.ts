import { GIVEN_NAMES } from "../../lexicon/given-names.ts";
import type { Language } from "../../lexicon/language.ts";
import { FORMS_OF_ADDRESS, PARTICLES } from "../../lexicon/name-words.ts";
import { type Country, FIELDS, type Field, type Role } from "../../lexicon/people.ts";
import {
  findIdentifyingWords,
  findMentionsAmong,
  findNameMentions,
  type NameMention,
} from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/names.ts";
import { sameGivenName } from "../../text/same-names.ts";
import { foldWord } from "../../text/tokens.ts";
import { findLifeFacts, type LifeEvent, type LifeFact } from "./life-facts.ts";
import { findOtherNames, weighFieldsAndPlaces, weighVocabulary } from "./passage-topics.ts";
import {
  findNearestName,
  findPersonWords,
  isUnspaced,
  PEOPLE,
  readStemmedTokens,
  type StemmedToken,
} from "./person-words.ts";
import { findAppositions, findDeedYears, findPredicates, findTitleAppositions } from "./stated-facts.ts";
import { findWorkplace, type Workplace } from "./workplace.ts";

/** One passage: what a search quotes of a page, with the page's title. */
export interface Passage {
  title: string;
  text: string;
}

/**
 * Holds what one passage says of the person it names: what can tell that person from a namesake, and what can
 * tie two passages together.
 */
export interface PersonProfile {
  /** The language whose word lists the passage was read with. */
  language: Language;
  /** True when that is a guess, because the passage is in a language without word lists. */
  isUnread: boolean;
  birth: number | null;
  death: number | null;
  /** Every year that the passage tells, in order. */
  years: readonly number[];
  /** The years of what the person is said to have done: outside a lifetime they are a namesake's. */
  deeds: readonly number[];
  middles: readonly string[];
  pronoun: "he" | "she" | null;
  /** The clauses that say what the person is, and the qualifier; verbatim. */
  definitions: readonly string[];
  /** Holds what the person is said to be, and of which country, in these clauses. */
  roles: ReadonlySet<Role>;
  countries: ReadonlySet<Country>;
  /** Tells how much of the passage belongs to each field of work, and to each country. */
  fields: ReadonlyMap<Field, number>;
  places: ReadonlyMap<Country, number>;
  /** Holds what stands in brackets behind the name: "(actor)". */
  qualifier: string | null;
  /** The page's title where it says more than the name; folded. */
  title: string | null;
  /** Weights of the content words, the person's own name left out. */
  vocabulary: ReadonlyMap<string, number>;
  /** Other proper names of two words or more, folded. */
  otherNames: ReadonlySet<string>;
  /** Where it says that the person works now. */
  workplace: Workplace | null;
  /** Words of the passage. */
  length: number;
}

/** Of a longer text the beginning is read: a search quotes less. */
export const MOST_READ = 4000;
const MOST_YEARS = 60;
/** Of a text that bears the name more often only the first places are read closely. */
export const MOST_MENTIONS = 12;

function findMiddleNames(mentions: readonly NameMention[], own: readonly string[]): string[] {
  const found = mentions.map((mention) =>
    mention.between
      .map(foldWord)
      .filter((word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !own.includes(word)),
  );
  // The fullest form is the one that tells most.
  return found.reduce(
    (best, middles) => (middles.join("").length > best.join("").length ? middles : best),
    [],
  );
}

/** Returns the pronoun a text keeps to; none when it speaks of a man and a woman. */
function findPronoun(tokens: readonly StemmedToken[], language: Language): "he" | "she" | null {
  const { he, she } = PEOPLE[language];
  const count = (list: string) => {
    const listed = new Set(list.split(" "));
    return tokens.filter((token) => listed.has(token.word)).length;
  };
  const [men, women] = [count(he), count(she)];
  if (Math.max(men, women) < 2 || Math.min(men, women) > 0) return null;
  return men > women ? "he" : "she";
}

/** Matches what never stands in brackets to tell a person from a namesake. */
const NO_QUALIFIER = /^(?:born|died|b|d|n[ée]e|disambiguation|aka|also|or|geb|nacid[oa]|né|née|род|doğ)\b/u;

function findQualifier(text: string, mentions: readonly NameMention[]): string | null {
  for (const mention of mentions) {
    const bracketed = /^\s*[(（]([\p{L}][\p{L} ,.'’-]{2,40})(?:,? born (?:c\. )?\d{4})?[)）]/u.exec(
      text.slice(mention.end, mention.end + 80),
    );
    const qualifier = bracketed?.[1]?.toLowerCase().replace(/,.*$/, "").trim();
    if (qualifier !== undefined && !NO_QUALIFIER.test(qualifier)) return qualifier;
  }
  return null;
}

/**
 * Returns the first year a text states for an event of the person: the nearest name before the statement is
 * the person's, or its sentence holds no name and speaks of "he" or "she".
 */
function findOwnYear(
  text: string,
  own: readonly string[],
  facts: readonly LifeFact[],
  event: LifeEvent,
  isOfAnother: boolean,
): number | null {
  const fact = facts.find((one) => one.event === event && isSaidOf(text, own, one.start, isOfAnother));
  return fact?.year ?? null;
}

/** Tells whether a page's title is somebody else's name: "he" and "she" on it are that person. */
function isOfAnotherPerson(title: string, own: readonly string[]): boolean {
  const [head = ""] = title.split(/\s[-–—|]\s|[(|]/u);
  const words = findIdentifyingWords(head);
  return (
    looksLikePerson(head.trim()) && GIVEN_NAMES.has(words[0] ?? "") && !words.some((one) => own.includes(one))
  );
}

function isSaidOf(text: string, own: readonly string[], at: number, isOfAnother: boolean): boolean {
  const { before, name } = findNearestName(text, at);
  if (name === null) return !isOfAnother && (/^(?:he|she)\b/i.test(before) || before === "");
  return findIdentifyingWords(name.text).includes(own.at(-1) ?? "") && !hasOtherGivenName(name.text, own);
}

function hasOtherGivenName(name: string, own: readonly string[]): boolean {
  const [first, ...rest] = findIdentifyingWords(name);
  return rest.length > 0 && first !== undefined && !sameGivenName(first, own[0] ?? "");
}

/** Limits how far behind the name another language states a birth or a death of the person. */
const LIFE_REACH = 120;

function findYearNearName(
  mentions: readonly NameMention[],
  facts: readonly LifeFact[],
  event: LifeEvent,
): number | null {
  const near = (fact: LifeFact) =>
    mentions.some(({ end }) => fact.start >= end && fact.start - end <= LIFE_REACH);
  return facts.find((fact) => fact.event === event && near(fact))?.year ?? null;
}

function findYearsOf(text: string): number[] {
  const years = new Set<number>();
  for (const { 1: year } of text.matchAll(/(?<![\d.,])(1\d{3}|20[0-3]\d)(?![\d%]|[.,]\d)/gu)) {
    years.add(Number(year));
    if (years.size === MOST_YEARS) break;
  }
  return [...years].sort((one, other) => one - other);
}

/**
 * Returns what a page's title says besides the name asked for: the same words on two passages make one page
 * of them.
 */
function readTellingTitle(title: string, own: readonly string[]): string | null {
  const rest = title.toLowerCase().replace(/\s+[-–—|]\s+[^-–—|]*$/u, "");
  const all = rest
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldWord)
    .filter((word) => word !== "");
  return all.some((word) => !own.includes(word)) ? all.join(" ") : null;
}

/** Reads a passage for one person; null when it does not bear the full name. */
export function readProfile(
  passage: Passage,
  subject: string,
  language: Language,
  isUnread = false,
): PersonProfile | null {
  const title = passage.title.slice(0, MOST_READ);
  const text = passage.text.slice(0, MOST_READ);
  const tokens = readStemmedTokens(text, language);
  const inTitle = findNameMentions(title, subject, language).slice(0, MOST_MENTIONS);
  const inText = (
    isUnspaced(language)
      ? findNameMentions(text, subject, language)
      : findMentionsAmong(text, tokens, subject, language)
  ).slice(0, MOST_MENTIONS);
  if (inTitle.length === 0 && inText.length === 0) return null;
  const own = findIdentifyingWords(subject);
  const ownWords = new Set(own);
  const qualifier = findQualifier(title, inTitle) ?? findQualifier(text, inText);
  const definitions = [
    ...findPredicates(text, inText, language),
    ...findAppositions(text, inText, language),
    ...findTitleAppositions(title, inTitle, language),
    ...(qualifier === null ? [] : [qualifier]),
  ];
  const defining = definitions.flatMap((clause) =>
    findPersonWords(readStemmedTokens(clause, language), language),
  );
  const said = findPersonWords(tokens, language).filter(({ from, to }) =>
    tokens.slice(from, to).every((token) => !ownWords.has(token.word)),
  );
  const facts = findLifeFacts(text, language);
  const yearOf = (event: LifeEvent) =>
    language === "en"
      ? findOwnYear(text, own, facts, event, isOfAnotherPerson(title, own))
      : findYearNearName(inText, facts, event);
  return {
    language,
    isUnread,
    birth: yearOf("birth"),
    death: yearOf("death"),
    years: findYearsOf(text),
    deeds: language === "en" ? findDeedYears(text, inText) : [],
    middles: findMiddleNames([...inTitle, ...inText], own),
    pronoun: inText.length === 0 && inTitle.length === 0 ? null : findPronoun(tokens, language),
    definitions,
    roles: new Set(defining.flatMap(({ roles }) => roles)),
    countries: new Set(defining.flatMap(({ countries }) => countries)),
    ...weighFieldsAndPlaces(said),
    qualifier,
    title: readTellingTitle(title, own),
    vocabulary: weighVocabulary(tokens, language, ownWords, said),
    otherNames: findOtherNames(text, tokens, ownWords),
    workplace: findWorkplace(text, inText, language),
    length: tokens.length,
  };
}

/** Returns the line of work a field belongs to: one person is often of two fields of a line. */
export function findLine(field: Field): string {
  return FIELDS[field];
}
