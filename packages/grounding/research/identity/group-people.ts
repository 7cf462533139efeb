import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import type { Passage } from "./marks.ts";
import { type PersonProfile, readProfile } from "./person-profile.ts";
import { areContrasting, areDifferentPeople, measureTie } from "./ties.ts";

/** Passages grouped by person. All numbers are indexes into the list of passages. */
export interface PeopleGroups {
  /**
   * The passages about each person, in order of first appearance. More than one group means that several
   * people have the name.
   */
  groups: readonly (readonly number[])[];
  /** Passages that nothing ties to a person. They may be about somebody else. */
  untied: readonly number[];
  /** Pages that only list people with the name. */
  namesakeLists: readonly number[];
}

/** A passage that mentions the name, and what it says about the person. */
export interface ReadPassage {
  index: number;
  profile: PersonProfile;
}

/** Maximum number of passages to read. Searches return fewer. */
const MAX_PASSAGES = 40;
/** Number of characters from which the language is detected. */
const LANGUAGE_SAMPLE = 300;

/**
 * Groups the passages found for a name by person. Passages without the name are in no group.
 *
 * @example groupPeople("Tom Hale", [{title: "Tom Hale", text: "Tom Hale (1801–1866) was a weaver."},
 * …]).groups // [[0, 2], [1]]
 */
export function groupPeople(name: string, passages: readonly Passage[]): PeopleGroups {
  const { read, namesakeLists } = readPassages(name, passages);
  const { groups, untied } = distinguishPeople(joinTied(read), read);
  const toIndexes = (positions: readonly number[]) => toPassageIndexes(positions, read);
  return { groups: groups.map(toIndexes), untied: toIndexes(untied), namesakeLists };
}

/**
 * Reads the passages that mention the name, and lists the pages that only list namesakes. If a passage is too
 * short to detect its language, assumes the question's (`asked`) or that of the other passages.
 */
export function readPassages(
  name: string,
  passages: readonly Passage[],
  asked: Language | null = null,
): { read: ReadPassage[]; namesakeLists: number[] } {
  const read: ReadPassage[] = [];
  const namesakeLists: number[] = [];
  const languages = passages.slice(0, MAX_PASSAGES).map(detectPassageLanguage);
  const commonLanguage = asked ?? languages.find((language) => language !== null) ?? "en";
  for (const [index, language] of languages.entries()) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const first = readProfile(
      passage,
      name,
      language ?? commonLanguage,
      isUnknownLanguage(language, passage),
    );
    const again =
      first && mayBeInLanguage(commonLanguage, language, first)
        ? readProfile(passage, name, commonLanguage, false)
        : null;
    const profile = again !== null && again.definitions.length > 0 ? again : first;
    if (profile === null) continue;
    if (isNamesakeList(passage)) namesakeLists.push(index);
    else read.push({ index, profile });
  }
  return { read, namesakeLists };
}

/** Detects a passage's language from its text, or from title and text. Returns null if it is unknown. */
function detectPassageLanguage({ title, text }: Passage): Language | null {
  const sample = text.slice(0, LANGUAGE_SAMPLE);
  return detectLanguage(sample) ?? detectLanguage(`${title} ${sample}`);
}

/** Number of words from which a text without common words of a language is not in that language. */
const WORDS_THAT_SHOW_A_LANGUAGE = 12;

/** Returns whether a passage that says nothing in its detected language may be in the common one. */
function mayBeInLanguage(
  commonLanguage: Language,
  detected: Language | null,
  { wordCount, definitions }: PersonProfile,
): boolean {
  return detected !== commonLanguage && wordCount < WORDS_THAT_SHOW_A_LANGUAGE && definitions.length === 0;
}

function isUnknownLanguage(language: Language | null, { text }: Passage): boolean {
  return (
    language === null && text.slice(0, LANGUAGE_SAMPLE).split(/\s+/).length >= WORDS_THAT_SHOW_A_LANGUAGE
  );
}

/** Converts indexes into `read` to indexes into the list of passages. */
export function toPassageIndexes(group: readonly number[], read: readonly ReadPassage[]): number[] {
  return group.flatMap((position) => read[position]?.index ?? []);
}

/** Matches pages that list the people with a name, in the languages with word lists. */
const LISTING =
  /(?:may|can|could) (?:also )?refer to\b|\(disambiguation\)|disambiguation page|people (?:named|with the (?:sur)?name)\b|\(begriffsklärung\)|ist der name folgender personen|\(desambiguación\)|puede referirse a\b|\(homonymie\)|peut désigner\b|\(disambigua\)|può riferirsi a\b|\(desambiguação\)|pode referir-se a\b|\(doorverwijspagina\)|\(anlam ayrımı\)|\(значения\)|\(توضيح\)|消歧义|消歧義|曖昧さ回避|동음이의/;
const LISTING_SAMPLE = 300;

/** Returns whether a page only lists people with the name. */
function isNamesakeList({ title, text }: Passage): boolean {
  return LISTING.test(`${title.slice(0, LISTING_SAMPLE)}\n${text.slice(0, LISTING_SAMPLE)}`.toLowerCase());
}

/** Minimum average tie between two groups to join them. */
export const MIN_TIE = 0.09;
/** Minimum tie to a single passage of a person, if nothing contradicts it. */
const MIN_TIE_TO_ONE = 0.08;

/**
 * Joins passages into groups by average-link clustering. Repeatedly joins the two groups with the strongest
 * tie, unless a passage of one excludes a passage of the other.
 */
export function joinTied(read: readonly ReadPassage[]): number[][] {
  const ties = read.map(({ profile: one }, at) =>
    read.map(({ profile: other }, place) =>
      place <= at ? 0 : areDifferentPeople(one, other) ? Number.NEGATIVE_INFINITY : measureTie(one, other),
    ),
  );
  const groups = read.map((_, position) => [position]);
  for (;;) {
    let best = { one: -1, other: -1, tie: MIN_TIE };
    for (let one = 0; one < groups.length; one += 1) {
      for (let other = one + 1; other < groups.length; other += 1) {
        const tie = measureAverageTie(groups[one] ?? [], groups[other] ?? [], ties);
        if (tie >= best.tie) best = { one, other, tie };
      }
    }
    if (best.one < 0) return groups;
    groups[best.one] = [...(groups[best.one] ?? []), ...(groups[best.other] ?? [])].sort((a, b) => a - b);
    groups.splice(best.other, 1);
  }
}

function measureAverageTie(
  left: readonly number[],
  right: readonly number[],
  ties: readonly (readonly number[])[],
): number {
  let sum = 0;
  for (const one of left)
    for (const other of right) sum += ties[Math.min(one, other)]?.[Math.max(one, other)] ?? 0;
  return sum / (left.length * right.length);
}

/**
 * Decides which groups are about different people. The main group is the largest of those that say what their
 * person is. Another group is someone else if it excludes or contrasts with the main group, or also says what
 * its person is. All other passages remain untied, as does a single passage next to several of one person.
 */
export function distinguishPeople(
  groups: readonly (readonly number[])[],
  read: readonly ReadPassage[],
): { groups: number[][]; untied: number[] } {
  const listProfiles = (group: readonly number[]) => group.flatMap((at) => read[at]?.profile ?? []);
  const isDefined = (group: readonly number[]) =>
    listProfiles(group).some(({ definitions }) => definitions.length > 0);
  const [leading = []] = groups.toSorted(
    (one, other) => Number(isDefined(other)) - Number(isDefined(one)) || other.length - one.length,
  );
  const main = listProfiles(leading);
  const isOtherPerson = (group: readonly number[]) => {
    const others = listProfiles(group);
    const somePair = (holds: (one: PersonProfile, other: PersonProfile) => boolean) =>
      others.some((other) => main.some((one) => holds(one, other)));
    const everyPair = (holds: (one: PersonProfile, other: PersonProfile) => boolean) =>
      others.every((other) => main.every((one) => holds(one, other)));
    if (somePair(areDifferentPeople) || everyPair(areContrasting)) return true;
    return (main.length === 1 || others.length > 1) && isDefined(leading) && isDefined(group);
  };
  const people = groups.filter((group) => group === leading || isOtherPerson(group));
  const others = groups.filter((group) => !people.includes(group)).flat();
  // A passage may be tied to one passage of a group, but on average not to the group.
  const isNear = (at: number) =>
    listProfiles([at]).some((other) => main.some((one) => measureTie(one, other) >= MIN_TIE_TO_ONE));
  const near = others.filter(isNear);
  return {
    groups: people.map((group) =>
      group === leading ? [...group, ...near].sort((one, other) => one - other) : [...group],
    ),
    untied: others.filter((at) => !near.includes(at)),
  };
}
