import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import type { Passage } from "./marks.ts";
import { type PersonProfile, readProfile } from "./person-profile.ts";
import { contrast, exclude, measureTie } from "./ties.ts";

/** Passages grouped by person. All numbers are indexes into the list of passages. */
export interface PeopleGroups {
  /**
   * The passages of one person each, in order of first appearance. Several groups mean that several people
   * share the name.
   */
  groups: readonly (readonly number[])[];
  /** Passages without a tie to anyone, which may be about another person. */
  open: readonly number[];
  /** Pages that only list people with the name. */
  listings: readonly number[];
}

/** A passage that names the person, and what it says about them. */
export interface ReadPassage {
  index: number;
  profile: PersonProfile;
}

/** Maximum number of passages to read, which is more than a search returns. */
const MAX_PASSAGES = 40;
/** Number of characters sufficient to recognise a language. */
const LANGUAGE_SAMPLE = 300;

/**
 * Groups the passages found for a name by person. Passages without the name are in no group.
 *
 * @example groupPeople("Tom Hale", [{title: "Tom Hale", text: "Tom Hale (1801–1866) was a weaver."}, …]).groups // [[0, 2], [1]]
 */
export function groupPeople(name: string, passages: readonly Passage[]): PeopleGroups {
  const { read, listings } = readPassages(name, passages);
  const { groups, open } = tellPeopleApart(joinTied(read), read);
  const indexes = (positions: readonly number[]) => listIndexes(positions, read);
  return { groups: groups.map(indexes), open: indexes(open), listings };
}

/**
 * Returns the passages that name the person, with what they say, and the pages that only list namesakes. A
 * passage too short to recognise its language is read in the language of the question (`asked`), or of the
 * others.
 */
export function readPassages(
  name: string,
  passages: readonly Passage[],
  asked: Language | null = null,
): { read: ReadPassage[]; listings: number[] } {
  const read: ReadPassage[] = [];
  const listings: number[] = [];
  const languages = passages.slice(0, MAX_PASSAGES).map(detectPassageLanguage);
  const usual = asked ?? languages.find((language) => language !== null) ?? "en";
  for (const [index, language] of languages.entries()) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const first = readProfile(passage, name, language ?? usual, isUnread(language, passage));
    const again = first && mayBeIn(usual, language, first) ? readProfile(passage, name, usual, false) : null;
    const profile = again !== null && again.definitions.length > 0 ? again : first;
    if (profile === null) continue;
    if (listsNamesakes(passage)) listings.push(index);
    else read.push({ index, profile });
  }
  return { read, listings };
}

/** Returns the language of a passage, based on its text or its title as well, or null if it is unknown. */
function detectPassageLanguage({ title, text }: Passage): Language | null {
  const sample = text.slice(0, LANGUAGE_SAMPLE);
  return detectLanguage(sample) ?? detectLanguage(`${title} ${sample}`);
}

/** Number of words after which a text without typical words is in no known language. */
const WORDS_THAT_SHOW_A_LANGUAGE = 12;

/** Returns whether a passage without content in its apparent language may be in another one. */
function mayBeIn(usual: Language, seeming: Language | null, { size, definitions }: PersonProfile): boolean {
  return seeming !== usual && size < WORDS_THAT_SHOW_A_LANGUAGE && definitions.length === 0;
}

function isUnread(language: Language | null, { text }: Passage): boolean {
  return (
    language === null && text.slice(0, LANGUAGE_SAMPLE).split(/\s+/).length >= WORDS_THAT_SHOW_A_LANGUAGE
  );
}

/** Converts indexes into the list of read passages to indexes into the list of passages. */
export function listIndexes(group: readonly number[], read: readonly ReadPassage[]): number[] {
  return group.flatMap((position) => read[position]?.index ?? []);
}

/** Matches text of pages that list the people with a name, in the languages with word lists. */
const LISTING =
  /(?:may|can|could) (?:also )?refer to\b|\(disambiguation\)|disambiguation page|people (?:named|with the (?:sur)?name)\b|\(begriffsklärung\)|ist der name folgender personen|\(desambiguación\)|puede referirse a\b|\(homonymie\)|peut désigner\b|\(disambigua\)|può riferirsi a\b|\(desambiguação\)|pode referir-se a\b|\(doorverwijspagina\)|\(anlam ayrımı\)|\(значения\)|\(توضيح\)|消歧义|消歧義|曖昧さ回避|동음이의/;
const READ = 300;

/** Returns whether a page only lists people with one name. */
function listsNamesakes({ title, text }: Passage): boolean {
  return LISTING.test(`${title.slice(0, READ)}\n${text.slice(0, READ)}`.toLowerCase());
}

/** Similarity above which passages are tied. */
export const TIED = 0.09;
/**
 * Similarity to one passage of a person above which another passage is tied to it, if nothing contradicts
 * that.
 */
const NEAR = 0.08;

/**
 * Repeatedly joins the two groups of passages with the most in common, as long as something ties them and no
 * passage of one excludes one of the other (average-link clustering).
 */
export function joinTied(read: readonly ReadPassage[]): number[][] {
  const ties = read.map(({ profile: one }, at) =>
    read.map(({ profile: other }, place) =>
      place <= at ? 0 : exclude(one, other) ? Number.NEGATIVE_INFINITY : measureTie(one, other),
    ),
  );
  const groups = read.map((_, position) => [position]);
  for (;;) {
    let best = { one: -1, other: -1, tie: TIED };
    for (let one = 0; one < groups.length; one += 1) {
      for (let other = one + 1; other < groups.length; other += 1) {
        const tie = averageTie(groups[one] ?? [], groups[other] ?? [], ties);
        if (tie >= best.tie) best = { one, other, tie };
      }
    }
    if (best.one < 0) return groups;
    groups[best.one] = [...(groups[best.one] ?? []), ...(groups[best.other] ?? [])].sort((a, b) => a - b);
    groups.splice(best.other, 1);
  }
}

function averageTie(
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
 * Returns which groups of tied passages are about separate people: they exclude or contrast with the main
 * group, or each says on its own what its person is. The main group is the largest of those that say so.
 * Other passages without ties stay open, and so does a single passage next to several of one person.
 */
export function tellPeopleApart(
  groups: readonly (readonly number[])[],
  read: readonly ReadPassage[],
): { groups: number[][]; open: number[] } {
  const profilesOf = (group: readonly number[]) => group.flatMap((at) => read[at]?.profile ?? []);
  const defines = (group: readonly number[]) =>
    profilesOf(group).some(({ definitions }) => definitions.length > 0);
  const [leading = []] = groups.toSorted(
    (one, other) => Number(defines(other)) - Number(defines(one)) || other.length - one.length,
  );
  const main = profilesOf(leading);
  const isOther = (group: readonly number[]) => {
    const others = profilesOf(group);
    const some = (holds: (one: PersonProfile, other: PersonProfile) => boolean) =>
      others.some((other) => main.some((one) => holds(one, other)));
    const every = (holds: (one: PersonProfile, other: PersonProfile) => boolean) =>
      others.every((other) => main.every((one) => holds(one, other)));
    if (some(exclude) || every(contrast)) return true;
    return (main.length === 1 || others.length > 1) && defines(leading) && defines(group);
  };
  const people = groups.filter((group) => group === leading || isOther(group));
  const others = groups.filter((group) => !people.includes(group)).flat();
  // A page may be tied to one of several passages, and less so to all of them.
  const isNear = (at: number) =>
    profilesOf([at]).some((other) => main.some((one) => measureTie(one, other) >= NEAR));
  const near = others.filter(isNear);
  return {
    groups: people.map((group) =>
      group === leading ? [...group, ...near].sort((one, other) => one - other) : [...group],
    ),
    open: others.filter((at) => !near.includes(at)),
  };
}
