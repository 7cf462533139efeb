import type { Language } from "../../lexicon/language.ts";
import { lexiconOf } from "../../lexicon/lexicon.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES, PARTICLES } from "../../lexicon/names.ts";
import type { Role } from "../../lexicon/people.ts";
import {
  findIdentifyingWords,
  findMentionsAmong,
  findNameMentions,
  type NameMention,
} from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/names.ts";
import { sameGivenName } from "../../text/same-names.ts";
import { foldWord } from "../../text/tokens.ts";
import { weighWord } from "../answerability/words.ts";
import { findLifeFacts, type LifeEvent, type LifeFact } from "./life-facts.ts";
import { isWrittenAsPlace, type Marks, type Passage, readMarks } from "./marks.ts";
import {
  findNearestName,
  findPersonWords,
  isUnspaced,
  readStemmedTokens,
  type StemmedToken,
} from "./person-words.ts";
import { findAppositions, findDeedYears, findPredicates, findTitleAppositions } from "./stated-facts.ts";

/** Information in one passage about the person that it names. */
export interface PersonProfile {
  /** The language whose word lists were used to read the passage. */
  language: Language;
  birth: number | null;
  death: number | null;
  /** Years of the person's actions. Outside a lifetime, they are a namesake's. */
  deeds: readonly number[];
  middles: readonly string[];
  pronoun: "he" | "she" | null;
  /** The clauses that say what the person is, and the qualifier, verbatim. */
  definitions: readonly string[];
  /** Roles of the person in these clauses. `countries` is those of the same clauses. */
  roles: ReadonlySet<Role>;
  countries: ReadonlySet<string>;
  /** The words in brackets after the name: "(actor)". */
  qualifier: string | null;
  /** Features that can tie the passage to another one. */
  marks: Marks;
  /** Names in the clauses that say what the person is or was, folded: "a lawyer in Miami". */
  workplace: ReadonlySet<string>;
  /** True if the passage says what the person was. */
  isPast: boolean;
  /** Number of words in the text. */
  size: number;
  url?: string | undefined;
  /** The passage's own `person`. */
  person?: number | undefined;
}

/** Maximum number of characters to read, from the start. Searches quote less. */
export const MAX_READ_LENGTH = 4000;
/** Maximum number of occurrences of the name to read closely. */
export const MAX_MENTIONS = 12;

const UNREAD_REACH = 60;

/**
 * Reads a passage for one person. Returns null if it does not contain the full name. For a language without
 * word lists (`isUnread`), uses only names, dates and links.
 */
export function readProfile(
  passage: Passage,
  subject: string,
  language: Language,
  isUnread: boolean,
): PersonProfile | null {
  const title = passage.title.slice(0, MAX_READ_LENGTH);
  const text = passage.text.slice(0, MAX_READ_LENGTH);
  const tokens = readStemmedTokens(text, language);
  const inTitle = findNameMentions(title, subject, language).slice(0, MAX_MENTIONS);
  const inText = (
    isUnspaced(language)
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
    // Without word lists, the text after the name is taken as what the person is.
    ...(isUnread ? inText.slice(0, 1).map(({ end }) => text.slice(end, end + UNREAD_REACH)) : []),
  ];
  const defining = definitions.flatMap((clause) =>
    findPersonWords(readStemmedTokens(clause, language), language),
  );
  const roles = new Set(defining.flatMap((word) => word.roles));
  const facts = findLifeFacts(text, language);
  const yearOf = (event: LifeEvent) =>
    language === "en"
      ? findOwnYear(text, words, facts, event, isOfAnotherPerson(title, words))
      : findYearNearName(inText, facts, event);
  const [birth, death] = [yearOf("birth"), yearOf("death")];
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
      ...{ title, text, url, language, isUnread, roles },
      tokens: dropName(tokens, inText),
      titleTokens: dropName(readStemmedTokens(title, language), inTitle),
      life: [birth, death],
    }),
    workplace: new Set(predicates.flatMap(({ clause }) => listNames(clause, language, own))),
    isPast: predicates.some(({ isNow }) => !isNow),
    size: tokens.length,
    url,
    person,
  };
}

/** Minimum weight of a word of a field that is nevertheless a name: "Leicester" plays rugby. */
const RARE = 6;

/** Returns the folded names in a clause, without words for professions and countries. */
function listNames(clause: string, language: Language, own: ReadonlySet<string>): string[] {
  const tokens = readStemmedTokens(clause, language);
  const said = findPersonWords(tokens, language).filter(
    ({ countries, to }) => countries.length === 0 || !isWrittenAsPlace(clause, tokens, to, language),
  );
  const skipped = new Set(said.flatMap(({ from, to }) => tokens.slice(from, to)));
  return tokens.flatMap((token) => {
    const { raw, word, stem } = token;
    if (!/^\p{Lu}/u.test(raw) || own.has(word)) return [];
    return skipped.has(token) && weighWord(stem, word, language) < RARE ? [] : [word];
  });
}

function findMiddleNames(mentions: readonly NameMention[], own: readonly string[]): string[] {
  const found = mentions.map((mention) =>
    mention.between
      .map(foldWord)
      .filter((word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !own.includes(word)),
  );
  // The fullest form gives the most information.
  return found.reduce(
    (best, middles) => (middles.join("").length > best.join("").length ? middles : best),
    [],
  );
}

/** Returns the only pronoun that a text uses, or null if it uses both. */
function findPronoun(tokens: readonly StemmedToken[], language: Language): "he" | "she" | null {
  const { he, she } = lexiconOf(language).people;
  const count = (list: string) => {
    const listed = new Set(list.split(" "));
    return tokens.filter((token) => listed.has(token.word)).length;
  };
  const [men, women] = [count(he), count(she)];
  if (Math.max(men, women) < 2 || Math.min(men, women) > 0) return null;
  return men > women ? "he" : "she";
}

/** Matches text in brackets that does not distinguish a person from a namesake. */
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
 * Returns the first year that a text states for an event of the person: the nearest name before the statement
 * is the person's, or its sentence contains no name but "he" or "she".
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

/** Returns whether a page's title is someone else's name. "He" and "she" on it refer to that person. */
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

/** Maximum distance after the name at which another language states a birth or a death of the person. */
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
