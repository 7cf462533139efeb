import { getLexicon } from "../../lexicon/lexicon.ts";
import { findIdentifyingWords } from "../../text/name-mentions.ts";
import { splitWords } from "../../text/tokens.ts";
import type { AskedPeople } from "./asked-person.ts";
import {
  distinguishPeople,
  joinTied,
  type ReadPassage,
  readPassages,
  toPassageIndexes,
} from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { findFittingPassages, pickByHints, preferDefinedGroups } from "./meant-person.ts";
import { isNationality } from "./person-words.ts";

/** The people that search results are about. All numbers are indexes into the list of passages. */
export interface IdentifiedPeople {
  /**
   * `one`: the chosen passages are about the person asked about. `ambiguous`: several people have the name,
   * and nothing in the question selects one. `contradicted`: nobody with the name has the role, place or
   * employer asked about. `unnamed`: no passage mentions the name.
   */
  verdict: "one" | "ambiguous" | "contradicted" | "unnamed";
  /** Passages that may be quoted. Empty unless the verdict is `one`. */
  chosen: readonly number[];
  /** The passages grouped by their ties, if the question is about one person. */
  groups: readonly (readonly number[])[];
  /** Number of people who are certainly different. */
  people: number;
  /** One passage per person, then the pages that list namesakes. */
  candidates: readonly number[];
  /** The words with which the passages introduce their person: "an American judge". */
  description: string | null;
}

/**
 * Finds the passages about the people that a question asks about. For two people, takes passages that mention
 * either. If the question mentions nobody, takes every passage.
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
  description: null,
};

/**
 * Identifies each of several people separately. If a name is ambiguous, the person in passages that also
 * mention another of them is meant.
 */
function identifySeveral(question: AskedPeople, passages: readonly Passage[]): IdentifiedPeople {
  const identified = question.subjects.map((subject, index) => ({
    subject,
    ...identifyOne(index === 0 ? question : { ...question, constraints: NO_CONSTRAINTS }, subject, passages),
  }));
  const named = identified.filter(({ verdict }) => verdict !== "unnamed");
  const [only] = named;
  if (only === undefined) return NOBODY;
  const resolved = named.map((one) => {
    if (one.verdict !== "ambiguous") return one;
    const others = named
      .filter((other) => other.subject !== one.subject)
      .flatMap(({ groups }) => groups.flat());
    const meant = one.groups.filter((group) => group.some((index) => others.includes(index)));
    return meant.length === 1 && meant[0] !== undefined
      ? { ...one, verdict: "one" as const, chosen: meant[0] }
      : one;
  });
  const unresolved = resolved.find(({ verdict }) => verdict !== "one");
  if (unresolved !== undefined) {
    const { subject: _, ...people } = unresolved;
    return { ...people, chosen: [] };
  }
  const chosen = [...new Set(resolved.flatMap((one) => one.chosen))].sort((one, other) => one - other);
  return { ...NOBODY, verdict: "one", chosen };
}

const NO_CONSTRAINTS = { role: null, place: null, employer: null };

function identifyOne(question: AskedPeople, subject: string, passages: readonly Passage[]): IdentifiedPeople {
  const { read, namesakeLists } = readPassages(subject, passages, question.language);
  if (read.length + namesakeLists.length === 0) return NOBODY;
  const tied = joinTied(read);
  const { groups, untied } = distinguishPeople(tied, read);
  const ambiguous: IdentifiedPeople = {
    verdict: "ambiguous",
    chosen: [],
    groups: tied.map((group) => toPassageIndexes(group, read)),
    people: groups.length,
    candidates: [
      ...toPassageIndexes(
        groups.flatMap((group) => findDescribingPassage(group, read)),
        read,
      ),
      ...namesakeLists,
    ],
    description: describePerson(read, passages),
  };
  const choose = (positions: readonly number[]): IdentifiedPeople => {
    const chosen = positions.toSorted((one, other) => one - other);
    return {
      ...ambiguous,
      verdict: "one",
      chosen: toPassageIndexes(chosen, read),
      description: describePerson(
        chosen.flatMap((position) => read[position] ?? []),
        passages,
      ),
    };
  };

  const fitting = findFittingPassages(question, subject, read, passages);
  if (fitting !== null) {
    if (fitting.size === 0)
      return { ...ambiguous, verdict: read.length === 0 ? "ambiguous" : "contradicted" };
    const meant = preferDefinedGroups(
      tied.filter((group) => group.some((position) => fitting.has(position))),
      fitting,
    );
    const [person = [], ...others] = distinguishPeople(meant, read).groups;
    return others.length > 0 ? ambiguous : choose(person);
  }
  const picked = pickByHints(question, subject, { read, tied }, passages);
  if (picked !== null) return choose(picked);
  // If some pages spell the name like the question, those with other spellings are about somebody else.
  const isSpelledAlike = createSpellingTest(subject, passages);
  const spelled = groups.filter((group) => toPassageIndexes(group, read).some(isSpelledAlike));
  const [person = [], ...others] = spelled.length > 0 ? spelled : groups;
  const isListed = namesakeLists.some((index) => spelled.length === 0 || isSpelledAlike(index));
  if (others.length > 0 || isListed) return ambiguous;
  // Only tied passages can say who someone is. For other questions, any passage may contain the answer.
  return choose(question.expected === "biography" ? person : [...person, ...untied]);
}

/** Returns a test for passages that contain every word of a name in the same spelling. */
function createSpellingTest(name: string, passages: readonly Passage[]): (index: number) => boolean {
  const wanted = findIdentifyingWords(name);
  return (index) => {
    const { title = "", text = "" } = passages[index] ?? {};
    const words = new Set(splitWords(`${title} ${text}`));
    return wanted.every((word) => words.has(word));
  };
}

/** Returns a passage of the group that says what its person is, or else the first, as a list of one. */
function findDescribingPassage(group: readonly number[], read: readonly ReadPassage[]): readonly number[] {
  const telling = group.filter((position) => (read[position]?.profile.definitions.length ?? 0) > 0);
  return [...telling, ...group].slice(0, 1);
}

/** Matches what follows the short description. */
const DETAILS = /(?:\s(?:who|whom|whose|that|which|best known|known|born|and (?:is|was))\b|[,;:(]).*$/su;
const MAX_DESCRIPTION_WORDS = 8;
const MAX_ARTICLE_LENGTH = 12;

/**
 * Returns how the passages describe the person, verbatim: "an American judge". Returns null if they do not.
 */
function describePerson(read: readonly ReadPassage[], passages: readonly Passage[]): string | null {
  for (const { index, profile } of read) {
    const { title = "", text = "" } = passages[index] ?? {};
    for (const clause of profile.definitions) {
      const at = text.indexOf(clause);
      const description = clause
        .replace(DETAILS, "")
        .trim()
        .split(/\s+/)
        .slice(0, MAX_DESCRIPTION_WORDS)
        .join(" ");
      if (description === "" || profile.roles.size === 0) continue;
      if (at < 0 && !title.includes(description)) continue;
      return findArticleBefore(text, at, profile.language) + description;
    }
  }
  return null;
}

function findArticleBefore(text: string, at: number, language: ReadPassage["profile"]["language"]): string {
  if (at <= 0) return "";
  const before = /(?:\p{L}+\s){1,3}$/u.exec(text.slice(Math.max(0, at - MAX_ARTICLE_LENGTH), at))?.[0] ?? "";
  const articles = getLexicon(language)
    .people.articles.split(" ")
    .map((article) => article.replace(/_/g, " "));
  const found = articles.filter((article) => article !== "" && ` ${before}`.endsWith(` ${article} `));
  const longest = found.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? "" : `${longest} `;
}
