import type { Language } from "../../lexicon/language.ts";
import { findNameMentions } from "../../text/name-mentions.ts";
import {
  CLEARLY_LESS,
  FITS,
  fitsRole,
  isEmptyRole,
  listQualifiers,
  readRole,
  readSurroundings,
  scoreFitness,
} from "./asked-person.ts";
import {
  averageDifference,
  groupByPerson,
  joinAlike,
  listIndexes,
  type ReadPassage,
  readPassages,
  speakOfSeveral,
} from "./group-people.ts";
import { MOST_MENTIONS, MOST_READ, type Passage } from "./person-profile.ts";
import { isNationality, PEOPLE } from "./person-words.ts";

/** Holds what a question says of the people it asks about; a `Question` is one. */
export interface AskedPeople {
  text: string;
  /** The people named, the one asked about first. */
  subjects: readonly string[];
  constraints: {
    role: string | null;
    place: string | null;
    employer: string | null;
  };
  /** Holds what the caller added to tell people apart; empty when nothing. */
  context: string;
  language?: Language | null;
}

/** The people that passages speak of. All numbers are places in the list of passages. */
export interface IdentifiedPeople {
  /**
   * `one`: the passages chosen speak of the person asked about. `ambiguous`: of several people, and nothing
   * asked picks one. `contradicted`: only of people who are not of the role, place or employer asked for.
   * `unnamed`: of nobody of the name.
   */
  verdict: "one" | "ambiguous" | "contradicted" | "unnamed";
  /** Holds what may be quoted; empty unless the verdict is `one`. */
  chosen: readonly number[];
  /** The passages by person, where one person was asked about. */
  groups: readonly (readonly number[])[];
  /** One passage a person, then the pages that list namesakes. */
  candidates: readonly number[];
  /** Holds what the passages say that their person is, in their words: "an American judge". */
  describes: string | null;
}

/** Passages that differ by less are one person's, whatever else is about. */
const TIED = 0.25;
/** Passages that differ by more on average may be two people's. */
const UNSURE = 0.62;
/** Passages of fewer words say too little to be left out for what they do not say. */
const ENOUGH_WORDS = 20;
/** A passage that differs by more from those that fit what was asked is left out. */
const UNLIKE = 0.6;

/**
 * Finds the passages that speak of the people a question asks about. A question about two people takes what
 * names either. Without subjects every passage is chosen.
 */
export function identifyPeople(question: AskedPeople, passages: readonly Passage[]): IdentifiedPeople {
  const subjects = question.subjects.filter((subject) => !isNationality(subject));
  const [first] = subjects;
  if (first === undefined) return { ...NOBODY, verdict: "one", chosen: passages.map((_, index) => index) };
  if (subjects.length === 1) return identifyOne(question, first, passages);
  return identifySeveral({ ...question, subjects }, passages);
}

const NOBODY: IdentifiedPeople = {
  verdict: "unnamed",
  chosen: [],
  groups: [],
  candidates: [],
  describes: null,
};

/**
 * Of several people each is found alone; passages that name two of them tell which bearer of a name is meant.
 */
function identifySeveral(question: AskedPeople, passages: readonly Passage[]): IdentifiedPeople {
  const found = question.subjects.map((subject, index) => ({
    subject,
    ...identifyOne(index === 0 ? question : { ...question, constraints: NO_CONSTRAINTS }, subject, passages),
  }));
  const named = found.filter(({ verdict }) => verdict !== "unnamed");
  const [only] = named;
  if (only === undefined) return NOBODY;
  const settled = named.map((one) => {
    if (one.verdict !== "ambiguous") return one;
    const others = named
      .filter((other) => other.subject !== one.subject)
      .flatMap(({ groups }) => groups.flat());
    const meant = one.groups.filter((group) => group.some((index) => others.includes(index)));
    return meant.length === 1 && meant[0] !== undefined
      ? { ...one, verdict: "one" as const, chosen: meant[0] }
      : one;
  });
  const refused = settled.find(({ verdict }) => verdict !== "one");
  if (refused !== undefined) {
    const { verdict, groups, candidates, describes } = refused;
    return { verdict, chosen: [], groups, candidates, describes };
  }
  const chosen = [...new Set(settled.flatMap((one) => one.chosen))].sort((one, other) => one - other);
  return { verdict: "one", chosen, groups: [], candidates: [], describes: null };
}

const NO_CONSTRAINTS = { role: null, place: null, employer: null };

function identifyOne(question: AskedPeople, subject: string, passages: readonly Passage[]): IdentifiedPeople {
  const { read, listings } = readPassages(subject, passages);
  if (read.length + listings.length === 0) return NOBODY;
  const profiles = read.map(({ profile }) => profile);
  const { groups, difference } = groupByPerson(profiles);
  const found: IdentifiedPeople = {
    verdict: "ambiguous",
    chosen: [],
    groups: groups.map((group) => listIndexes(group, read)),
    candidates: [
      ...listIndexes(
        groups.flatMap((group) => group.slice(0, 1)),
        read,
      ),
      ...listings,
    ],
    describes: describePerson(read, passages),
  };
  const choose = (positions: readonly number[]): IdentifiedPeople => {
    const chosen = positions.toSorted((one, other) => one - other);
    return {
      ...found,
      verdict: "one",
      chosen: listIndexes(chosen, read),
      describes: describePerson(
        chosen.flatMap((position) => read[position] ?? []),
        passages,
      ),
    };
  };

  const fitting = findFittingPassages(question, subject, read, passages);
  if (fitting !== null) {
    const seeds = chooseMeantGroups(
      groups.map((group) => group.filter((position) => fitting.has(position))),
      fitting,
    );
    const all = seeds.flat();
    if (all.length === 0) return { ...found, verdict: read.length === 0 ? "ambiguous" : "contradicted" };
    if (seeds.filter((one) => one.length > 0).length > 1 && speakOfSeveral(all, difference)) return found;
    const alike = read.flatMap((_, position) =>
      all.includes(position) ||
      (groups.some((group, at) => (seeds[at]?.length ?? 0) > 0 && group.includes(position)) &&
        averageDifference([position], all, difference) < UNLIKE)
        ? [position]
        : [],
    );
    return choose(alike);
  }

  const several = groups.length > 1 || listings.length > 0;
  const picked = pickByQualifiers(question, subject, read, passages, difference);
  if (picked !== null) return choose(picked);
  if (several) return found;
  const isLong = profiles.every(({ length }) => length >= ENOUGH_WORDS);
  return choose(isLong ? keepSurelyOne(groups[0] ?? [], difference) : (groups[0] ?? []));
}

/**
 * Of passages that may be one person's the largest part that surely is; of parts of one size the one found
 * first. What could be somebody else's is left out rather than mixed in.
 */
function keepSurelyOne(
  members: readonly number[],
  difference: readonly (readonly number[])[],
): readonly number[] {
  const parts = joinAlike(members, difference, UNSURE);
  return parts.reduce((largest, part) => (part.length > largest.length ? part : largest), parts[0] ?? []);
}

/**
 * Tells whether a passage says in so many words that its person is what was asked for, or only says so near
 * the name.
 */
type Fit = "defined" | "near";

/**
 * Of several groups those of which a passage defines the person as what was asked for; all of them where none
 * does.
 */
function chooseMeantGroups(seeds: readonly number[][], fitting: ReadonlyMap<number, Fit>): number[][] {
  const defined = seeds.map((group) =>
    group.some((position) => fitting.get(position) === "defined") ? group : [],
  );
  return defined.some((group) => group.length > 0) ? defined : [...seeds];
}

/**
 * Returns the passages that fit the role, place and employer asked for, by their places in `read`; null when
 * none was asked for.
 */
function findFittingPassages(
  { constraints, language }: AskedPeople,
  subject: string,
  read: readonly ReadPassage[],
  passages: readonly Passage[],
): ReadonlyMap<number, Fit> | null {
  const { role, place, employer } = constraints;
  const said = [place, employer].filter((one) => one !== null);
  // "The Swedish painter" may be read as a painter of an employer's: where somebody comes from is part of the
  // role.
  const origins = said.filter(isNationality);
  const wanted = said.filter((one) => !isNationality(one));
  const asked = readRole([...origins, role ?? ""].join(" "), subject, language ?? "en");
  if (isEmptyRole(asked) && wanted.length === 0) return null;
  const fitting = new Map<number, Fit>();
  for (const [position, { index, profile }] of read.entries()) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const text = passage.text.slice(0, MOST_READ);
    const mentions = findNameMentions(text, subject, profile.language).slice(0, MOST_MENTIONS);
    if (!isEmptyRole(asked) && !fitsRole(asked, readSurroundings(text, mentions, profile))) continue;
    if (!wanted.every((one) => bearsWords(`${passage.title} ${text}`, one))) continue;
    fitting.set(position, fitsRole(asked, readSurroundings("", [], profile)) ? "defined" : "near");
  }
  return fitting;
}

function bearsWords(text: string, words: string): boolean {
  return findNameMentions(text, words).length > 0;
}

/**
 * Returns the passages of the one person that the words of question and context fit, by their places in
 * `read`; null when they fit nobody, or several people. Passages count together only where something ties
 * them, so that one that could be anybody's is not taken for the chosen person's.
 */
function pickByQualifiers(
  { text, context }: AskedPeople,
  subject: string,
  read: readonly ReadPassage[],
  passages: readonly Passage[],
  difference: readonly (readonly number[])[],
): number[] | null {
  const qualifiers = listQualifiers(subject, text, context);
  if (qualifiers.length === 0) return null;
  const ranked = joinAlike(
    read.map((_, position) => position),
    difference,
    TIED,
  ).map((group) => {
    const members = group.flatMap((position) => read[position] ?? []);
    const said = members.map(({ index }) => `${passages[index]?.title} ${passages[index]?.text}`).join(" ");
    return {
      group,
      fitness: scoreFitness(
        qualifiers,
        members.map(({ profile }) => profile),
        said,
      ),
    };
  });
  const best = Math.max(0, ...ranked.map((one) => one.fitness));
  if (best < FITS) return null;
  const fitting = ranked.filter((one) => one.fitness > CLEARLY_LESS * best).flatMap(({ group }) => group);
  return speakOfSeveral(fitting, difference) ? null : fitting;
}

/** Matches what tells more than what the person is. */
const MORE = /(?:\s(?:who|whom|whose|that|which|best known|known|born|and (?:is|was))\b|[,;:(]).*$/su;
const MOST_WORDS = 8;
const LONGEST_ARTICLE = 12;

/**
 * Returns what passages say first that their person is, in their words: "an American judge". Null when none
 * says.
 */
function describePerson(read: readonly ReadPassage[], passages: readonly Passage[]): string | null {
  for (const { index, profile } of read) {
    const { title = "", text = "" } = passages[index] ?? {};
    for (const clause of profile.definitions) {
      const at = text.indexOf(clause);
      const short = clause.replace(MORE, "").trim().split(/\s+/).slice(0, MOST_WORDS).join(" ");
      if (short === "" || profile.roles.size === 0) continue;
      if (at < 0 && !title.includes(short)) continue;
      return findArticleBefore(text, at, profile.language) + short;
    }
  }
  return null;
}

function findArticleBefore(text: string, at: number, language: ReadPassage["profile"]["language"]): string {
  if (at <= 0) return "";
  const before = /(?:\p{L}+\s){1,3}$/u.exec(text.slice(Math.max(0, at - LONGEST_ARTICLE), at))?.[0] ?? "";
  const articles = PEOPLE[language].articles.split(" ").map((article) => article.replace(/_/g, " "));
  const found = articles.filter((article) => article !== "" && ` ${before}`.endsWith(` ${article} `));
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? "" : `${longest} `;
}
