import type { AskedPeople } from "./asked-person.ts";
import {
  averageDifference,
  groupByPerson,
  joinAlike,
  listIndexes,
  type ReadPassage,
  readPassages,
  speakOfSeveral,
} from "./group-people.ts";
import { chooseMeantGroups, findFittingPassages, pickByQualifiers } from "./meant-person.ts";
import type { Passage } from "./person-profile.ts";
import { isNationality, PEOPLE } from "./person-words.ts";

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
