import { findDates } from "../../text/dates.ts";
import { nameWords } from "../../text/name-mentions.ts";
import { properNames } from "../../text/names.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords, singular } from "../../text/tokens.ts";
import { isNationality, nationalities } from "./nationalities.ts";
import { namesRole, occupations } from "./occupations.ts";
import { groupByPerson } from "./person-groups.ts";
import type { PersonProfile } from "./person-profile.ts";
import { areDifferent } from "./same-person.ts";

interface Asked {
  subject: string;
  query: string;
  context: string;
}

/** One page about somebody of the name: its whole text, title included, and what it says of the person. */
export interface ReadPage {
  text: string;
  profile: PersonProfile;
}

/** Pages of at least this likeness are about one person, though others of the name are about. */
const TIED = 0.3;
/** The share of the qualifiers, by weight, that a person must fit. */
const FITS = 0.5;
/** How far behind the best a person must stay to be ruled out. */
const CLEARLY_LESS = 0.5;

/** "Which actors …": what the answer is to name, not what the person is. */
const ASKED_FOR = /\b(?:which|what|whose|many|any|other)\s+(?:\p{L}+\s+)?\p{L}+/giu;

/** What can tell people apart: the words of the context, and of the query only names, years and what somebody can be. */
function qualifiersOf({ subject, query, context }: Asked): ReadonlySet<string> {
  const own = new Set(nameWords(subject).flatMap((word) => [word, singular(word)]));
  const fromQuery = [
    ...properNames(query)
      .filter((name) => !isNationality(name.text))
      .flatMap((name) => contentWords(name.text)),
    ...findDates(query).map((date) => String(date.year)),
    ...contentWords(query.replace(ASKED_FOR, " ")).filter(
      (word) => namesRole(word) || nationalities(word).length > 0,
    ),
  ];
  return new Set([...fromQuery, ...contentWords(context)].filter((word) => !own.has(word)));
}

function shares(left: readonly string[], right: readonly string[]): boolean {
  return left.some((one) => right.includes(one));
}

/** What pages about one person say, as qualifiers are held against it. */
interface Said {
  defining: ReadonlySet<string>;
  fields: readonly string[];
  origins: readonly string[];
  words: ReadonlySet<string>;
}

function saidBy(definition: string, text: string): Said {
  return {
    defining: new Set(contentWords(definition)),
    fields: occupations(definition),
    origins: nationalities(definition),
    words: new Set(contentWords(text)),
  };
}

/** Whether a qualifier fits: work and origin must be what the pages say the person is, for a director's page names actors too. */
function bears(word: string, { defining, fields, origins, words }: Said): boolean {
  if (namesRole(word)) return defining.has(word) || shares(occupations(word), fields);
  const origin = nationalities(word);
  return origin.length > 0 ? shares(origin, origins) : words.has(word);
}

function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + termWeight(word), 0);
}

/** The share of the qualifiers that pages about one person bear out. */
function fitness(qualifiers: ReadonlySet<string>, pages: readonly ReadPage[]): number {
  const definition = pages.map(({ profile }) => profile.definition).join("; ");
  const said = saidBy(definition, pages.map((page) => page.text).join(" "));
  const words = [...qualifiers];
  const borne = new Set(words.filter((word) => bears(word, said)));
  // Who is what was asked for, and of the right years, fits, though the rest of the question may be in no source.
  const deciding = words.filter((word) => namesRole(word) || /^\d{4}$/.test(word));
  const floor = deciding.some(namesRole) && deciding.every((word) => borne.has(word)) ? FITS : 0;
  return Math.max(floor, weightOf([...borne]) / Math.max(1, weightOf(words)));
}

/**
 * Whether one of the pages says that its person is something else than the query asks for: the sources need not contradict each other
 * for the question to be about one of two people.
 */
export function asksForAnother(asked: Asked, profiles: readonly PersonProfile[]): boolean {
  const roles = [...qualifiersOf(asked)].filter(namesRole);
  return profiles.some(({ definition }) => {
    const said = saidBy(definition, "");
    return roles.length > 0 && [...said.defining].some(namesRole) && !roles.some((word) => bears(word, said));
  });
}

/**
 * The pages of the one person that the qualifiers of query and context fit, as indexes; null when they fit nobody, or several people.
 * Pages count together only where something ties them, so that a page that could be anybody's is not taken for the chosen one's.
 */
export function choosePerson(asked: Asked, pages: readonly ReadPage[]): number[] | null {
  const qualifiers = qualifiersOf(asked);
  const ranked = groupByPerson(
    pages.map(({ profile }) => profile),
    TIED,
  ).map((group) => ({
    group,
    fitness: fitness(
      qualifiers,
      group.flatMap((index) => pages[index] ?? []),
    ),
  }));
  const best = Math.max(0, ...ranked.map((one) => one.fitness));
  if (best < FITS) return null;
  const fitting = ranked.filter((one) => one.fitness > CLEARLY_LESS * best).flatMap(({ group }) => group);
  const profiles = fitting.flatMap((index) => pages[index]?.profile ?? []);
  if (profiles.some((left) => profiles.some((right) => areDifferent(left, right)))) return null;
  return fitting.toSorted((one, other) => one - other);
}
