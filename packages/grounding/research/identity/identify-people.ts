import { lexiconOf } from "../../lexicon/lexicon.ts";
import type { AskedPeople } from "./asked-person.ts";
import { joinTied, listIndexes, type ReadPassage, readPassages, tellPeopleApart } from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { chooseMeantGroups, findFittingPassages, pickByQualifiers } from "./meant-person.ts";
import { isNationality } from "./person-words.ts";

/** The people that passages are about. All numbers are indexes into the list of passages. */
export interface IdentifiedPeople {
  /**
   * `one`: the chosen passages are about the person asked about. `ambiguous`: they are about several people,
   * and nothing in the question selects one. `contradicted`: they are only about people without the role,
   * place or employer asked about. `unnamed`: they are about no one with the name.
   */
  verdict: "one" | "ambiguous" | "contradicted" | "unnamed";
  /** Passages that may be quoted. Empty unless the verdict is `one`. */
  chosen: readonly number[];
  /** The passages grouped by their ties, if one person was asked about. */
  groups: readonly (readonly number[])[];
  /** Number of people that the passages are certainly about. */
  people: number;
  /** One passage per person, then the pages that list namesakes. */
  candidates: readonly number[];
  /** The passages' own description of their person: "an American judge". */
  describes: string | null;
}

/**
 * Identifies the passages about the people that a question asks about. For a question about two people, takes
 * passages that name either. Without subjects, chooses every passage.
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
  people: 0,
  candidates: [],
  describes: null,
};

/**
 * Identifies each of several people separately. Passages that name two of them show which bearer of a name is
 * meant.
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
    const { subject: _, ...people } = refused;
    return { ...people, chosen: [] };
  }
  const chosen = [...new Set(settled.flatMap((one) => one.chosen))].sort((one, other) => one - other);
  return { ...NOBODY, verdict: "one", chosen };
}

const NO_CONSTRAINTS = { role: null, place: null, employer: null };

function identifyOne(question: AskedPeople, subject: string, passages: readonly Passage[]): IdentifiedPeople {
  const { read, listings } = readPassages(subject, passages, question.language);
  if (read.length + listings.length === 0) return NOBODY;
  const tied = joinTied(read);
  const { groups, open } = tellPeopleApart(tied, read);
  const found: IdentifiedPeople = {
    verdict: "ambiguous",
    chosen: [],
    groups: tied.map((group) => listIndexes(group, read)),
    people: groups.length,
    candidates: [
      ...listIndexes(
        groups.flatMap((group) => findTelling(group, read)),
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
    if (fitting.size === 0) return { ...found, verdict: read.length === 0 ? "ambiguous" : "contradicted" };
    const meant = chooseMeantGroups(
      tied.filter((group) => group.some((position) => fitting.has(position))),
      fitting,
    );
    const [person = [], ...others] = tellPeopleApart(meant, read).groups;
    return others.length > 0 ? found : choose(person);
  }
  const picked = pickByQualifiers(question, subject, { read, tied }, passages);
  if (picked !== null) return choose(picked);
  const [person = [], ...others] = groups;
  if (others.length > 0 || listings.length > 0) return found;
  // Only tied pages can say who someone is. Any page may answer another question.
  return choose(question.expected === "biography" ? person : [...person, ...open]);
}

/** Returns the passage of a group that says what its person is, or otherwise the first, as a list of one. */
function findTelling(group: readonly number[], read: readonly ReadPassage[]): readonly number[] {
  const telling = group.filter((position) => (read[position]?.profile.definitions.length ?? 0) > 0);
  return [...telling, ...group].slice(0, 1);
}

/** Matches text beyond what the person is. */
const MORE = /(?:\s(?:who|whom|whose|that|which|best known|known|born|and (?:is|was))\b|[,;:(]).*$/su;
const MAX_WORDS = 8;
const MAX_ARTICLE_LENGTH = 12;

/**
 * Returns the first description of the person in the passages' own words: "an American judge". Returns null
 * if there is no description.
 */
function describePerson(read: readonly ReadPassage[], passages: readonly Passage[]): string | null {
  for (const { index, profile } of read) {
    const { title = "", text = "" } = passages[index] ?? {};
    for (const clause of profile.definitions) {
      const at = text.indexOf(clause);
      const short = clause.replace(MORE, "").trim().split(/\s+/).slice(0, MAX_WORDS).join(" ");
      if (short === "" || profile.roles.size === 0) continue;
      if (at < 0 && !title.includes(short)) continue;
      return findArticleBefore(text, at, profile.language) + short;
    }
  }
  return null;
}

function findArticleBefore(text: string, at: number, language: ReadPassage["profile"]["language"]): string {
  if (at <= 0) return "";
  const before = /(?:\p{L}+\s){1,3}$/u.exec(text.slice(Math.max(0, at - MAX_ARTICLE_LENGTH), at))?.[0] ?? "";
  const articles = lexiconOf(language)
    .people.articles.split(" ")
    .map((article) => article.replace(/_/g, " "));
  const found = articles.filter((article) => article !== "" && ` ${before}`.endsWith(` ${article} `));
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? "" : `${longest} `;
}
