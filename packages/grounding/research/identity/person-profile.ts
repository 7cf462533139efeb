import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES, PARTICLES } from "../../lexicon/names.ts";
import type { Role } from "../../lexicon/people.ts";
import {
  findIdentifyingWords,
  findMentionsAmong,
  findNameMentions,
  type NameMention,
} from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/names.ts";
import { isSameGivenName } from "../../text/same-names.ts";
import { foldWord } from "../../text/tokens.ts";
import { weighWord } from "../answerability/words.ts";
import { findLifeFacts, type LifeEvent, type LifeFact } from "./life-facts.ts";
import { isUsedAsPlace, type Marks, type Passage, readMarks } from "./marks.ts";
import {
  findNearestName,
  findPersonWords,
  isReadByCharacter,
  readStemmedTokens,
  type StemmedToken,
} from "./person-words.ts";
import { findAppositions, findDeedYears, findPredicates, findTitleAppositions } from "./stated-facts.ts";

/** Statements of one passage about the person it mentions. */
export interface PersonProfile {
  /** The language in which the passage was read. */
  language: Language;
  birth: number | null;
  death: number | null;
  /** Years of the person's actions. If they are outside a lifetime, this is another person. */
  deeds: readonly number[];
  middles: readonly string[];
  pronoun: "he" | "she" | null;
  /** Clauses that say what the person is, and the qualifier, verbatim. */
  definitions: readonly string[];
  /** Roles and countries in these clauses. */
  roles: ReadonlySet<Role>;
  countries: ReadonlySet<string>;
  /** Words in brackets after the name: "(actor)". */
  qualifier: string | null;
  /** Features that can tie the passage to others. */
  marks: Marks;
  /** Folded names in the clauses that say what the person is or was: "a lawyer in Miami". */
  workplace: ReadonlySet<string>;
  /** Stems of the words after a preposition of place: "in Bergen". */
  places: ReadonlySet<string>;
  /** True if the passage says what the person was. */
  isPast: boolean;
  /** Number of words in the text. */
  wordCount: number;
  url?: string | undefined;
  /** The passage's own `person`. */
  person?: number | undefined;
}

/** Number of characters to read from the start. Search results quote less. */
export const MAX_READ_LENGTH = 4000;
/** Maximum number of occurrences of the name to read closely. */
export const MAX_MENTIONS = 12;

const MAX_DEFINITION_LENGTH = 60;

/**
 * Reads what a passage says about one person. Returns null if it does not contain the full name. In a
 * language without word lists (`isUnknownLanguage`), uses only names, dates and links.
 */
export function readProfile(
  passage: Passage,
  subject: string,
  language: Language,
  isUnknownLanguage: boolean,
): PersonProfile | null {
  const title = passage.title.slice(0, MAX_READ_LENGTH);
  const text = passage.text.slice(0, MAX_READ_LENGTH);
  const tokens = readStemmedTokens(text, language);
  const inTitle = findNameMentions(title, subject, language).slice(0, MAX_MENTIONS);
  const inText = (
    isReadByCharacter(language)
      ? findNameMentions(text, subject, language)
      : findMentionsAmong(text, tokens, subject, language)
  ).slice(0, MAX_MENTIONS);
  if (inTitle.length === 0 && inText.length === 0) return null;
  const words = findIdentifyingWords(subject);
  const own = new Set(words);
  const dropName = (all: readonly StemmedToken[], mentions: readonly NameMention[]) =>
    all.filter(
      ({ word, start, end }) =>
        !own.has(word) && !mentions.some((mention) => start >= mention.start && end <= mention.end),
    );
  const qualifier = findQualifier(title, inTitle) ?? findQualifier(text, inText);
  const predicates = findPredicates(text, inText, language);
  const definitions = [
    ...predicates.map(({ clause }) => clause),
    ...findAppositions(text, inText, language),
    ...findTitleAppositions(title, inTitle, language),
    ...(qualifier === null ? [] : [qualifier]),
    // Without word lists, the text after the name is taken as the definition.
    ...(isUnknownLanguage
      ? inText.slice(0, 1).map(({ end }) => text.slice(end, end + MAX_DEFINITION_LENGTH))
      : []),
  ];
  const defining = definitions.flatMap((clause) =>
    findPersonWords(readStemmedTokens(clause, language), language),
  );
  const roles = new Set(defining.flatMap((word) => word.roles));
  const facts = findLifeFacts(text, language);
  const findYear = (event: LifeEvent) =>
    language === "en"
      ? findOwnYear(text, words, facts, event, isTitleOfAnother(title, words))
      : findYearNearName(inText, facts, event);
  const [birth, death] = [findYear("birth"), findYear("death")];
  const { url, person } = passage;
  return {
    language,
    birth,
    death,
    deeds: language === "en" ? findDeedYears(text, inText) : [],
    middles: findMiddleNames([...inTitle, ...inText], words),
    pronoun: findPronoun(tokens, language),
    definitions,
    roles,
    countries: new Set(defining.flatMap((word) => word.countries)),
    qualifier,
    marks: readMarks({
      ...{ title, text, url, language, isUnknownLanguage: isUnknownLanguage, roles },
      tokens: dropName(tokens, inText),
      titleTokens: dropName(readStemmedTokens(title, language), inTitle),
      life: [birth, death],
    }),
    workplace: new Set(predicates.flatMap(({ clause }) => findNames(clause, language, own))),
    places: findPlaces(text, tokens, language),
    isPast: predicates.some(({ isPresent }) => !isPresent),
    wordCount: tokens.length,
    url,
    person,
  };
}

/** Minimum weight of a field's word that counts as a name nevertheless: "Leicester" plays rugby. */
const MIN_NAME_WEIGHT = 6;

/** Finds the folded names in a clause, without words for professions and countries. */
function findNames(clause: string, language: Language, nameWords: ReadonlySet<string>): string[] {
  const tokens = readStemmedTokens(clause, language);
  const excluded = findPersonWords(tokens, language).filter(
    ({ countries, to }) => countries.length === 0 || !isUsedAsPlace(clause, tokens, to, language),
  );
  const skipped = new Set(excluded.flatMap(({ from, to }) => tokens.slice(from, to)));
  return tokens.flatMap((token) => {
    const { raw, word, stem } = token;
    if (!/^\p{Lu}/u.test(raw) || nameWords.has(word)) return [];
    return skipped.has(token) && weighWord(stem, word, language) < MIN_NAME_WEIGHT ? [] : [word];
  });
}

/**
 * Finds the capitalised words after a preposition of place, or after a comma and "of" as in "Tait, 66, of
 * Dunedin". One word may come between them.
 */
function findPlaces(text: string, tokens: readonly StemmedToken[], language: Language): ReadonlySet<string> {
  const prepositions = new Set(getLexicon(language).question.placePrepositions);
  const isPlace = (at: number) =>
    [tokens[at - 1], tokens[at - 2]].some(
      (before) =>
        before !== undefined &&
        (prepositions.has(before.word) ||
          (before.word === "of" && text.slice(0, before.start).trimEnd().endsWith(","))),
    );
  return new Set(tokens.flatMap(({ raw, stem }, at) => (/^\p{Lu}/u.test(raw) && isPlace(at) ? [stem] : [])));
}

function findMiddleNames(mentions: readonly NameMention[], nameWords: readonly string[]): string[] {
  const found = mentions.map((mention) =>
    mention.between
      .map(foldWord)
      .filter((word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !nameWords.includes(word)),
  );
  // The longest form gives the most information.
  return found.reduce(
    (best, middles) => (middles.join("").length > best.join("").length ? middles : best),
    [],
  );
}

/** Returns the pronoun a text uses at least twice, or null if it uses both. */
function findPronoun(tokens: readonly StemmedToken[], language: Language): "he" | "she" | null {
  const { he, she } = getLexicon(language).people;
  const count = (list: string) => {
    const listed = new Set(list.split(" "));
    return tokens.filter((token) => listed.has(token.word)).length;
  };
  const [men, women] = [count(he), count(she)];
  if (Math.max(men, women) < 2 || Math.min(men, women) > 0) return null;
  return men > women ? "he" : "she";
}

/** Matches text in brackets that does not distinguish namesakes. */
const NOT_A_QUALIFIER =
  /^(?:born|died|b|d|n[ée]e|disambiguation|aka|also|or|geb|nacid[oa]|né|née|род|doğ)\b/u;

function findQualifier(text: string, mentions: readonly NameMention[]): string | null {
  for (const mention of mentions) {
    const bracketed = /^\s*[(（]([\p{L}][\p{L} ,.'’-]{2,40})(?:,? born (?:c\. )?\d{4})?[)）]/u.exec(
      text.slice(mention.end, mention.end + 80),
    );
    const qualifier = bracketed?.[1]?.toLowerCase().replace(/,.*$/, "").trim();
    if (qualifier !== undefined && !NOT_A_QUALIFIER.test(qualifier)) return qualifier;
  }
  return null;
}

/**
 * Returns the first year that a text states for an event of the person. The nearest name before the statement
 * must be the person's, or its sentence must contain no name but "he" or "she".
 */
function findOwnYear(
  text: string,
  nameWords: readonly string[],
  facts: readonly LifeFact[],
  event: LifeEvent,
  isTitleOfAnother: boolean,
): number | null {
  const fact = facts.find(
    (one) => one.event === event && isAboutPerson(text, nameWords, one.start, isTitleOfAnother),
  );
  return fact?.year ?? null;
}

/** Returns whether a page's title is someone else's name. "He" and "she" then refer to that person. */
function isTitleOfAnother(title: string, nameWords: readonly string[]): boolean {
  const [head = ""] = title.split(/\s[-–—|]\s|[(|]/u);
  const words = findIdentifyingWords(head);
  return (
    looksLikePerson(head.trim()) &&
    GIVEN_NAMES.has(words[0] ?? "") &&
    !words.some((one) => nameWords.includes(one))
  );
}

function isAboutPerson(
  text: string,
  nameWords: readonly string[],
  at: number,
  isTitleOfAnother: boolean,
): boolean {
  const { before, name } = findNearestName(text, at);
  if (name === null) return !isTitleOfAnother && (/^(?:he|she)\b/i.test(before) || before === "");
  return (
    findIdentifyingWords(name.text).includes(nameWords.at(-1) ?? "") &&
    !hasOtherGivenName(name.text, nameWords)
  );
}

function hasOtherGivenName(name: string, nameWords: readonly string[]): boolean {
  const [first, ...rest] = findIdentifyingWords(name);
  return rest.length > 0 && first !== undefined && !isSameGivenName(first, nameWords[0] ?? "");
}

/**
 * Maximum number of characters between the name and the statement of a birth or death in languages other than
 * English.
 */
const MAX_LIFE_DISTANCE = 120;

function findYearNearName(
  mentions: readonly NameMention[],
  facts: readonly LifeFact[],
  event: LifeEvent,
): number | null {
  const isNear = (fact: LifeFact) =>
    mentions.some(({ end }) => fact.start >= end && fact.start - end <= MAX_LIFE_DISTANCE);
  return facts.find((fact) => fact.event === event && isNear(fact))?.year ?? null;
}
