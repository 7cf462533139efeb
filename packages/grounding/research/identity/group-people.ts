import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import type { Passage } from "./marks.ts";
import { type PersonProfile, readProfile } from "./person-profile.ts";
import { contrast, exclude, measureTie } from "./ties.ts";

/** Passages by the person they speak of; all numbers are places in the list of passages. */
export interface PeopleGroups {
  /**
   * The passages of one person each, in order of first appearance. More than one group: several people share
   * the name.
   */
  groups: readonly (readonly number[])[];
  /** Passages that nothing ties to anybody: they may be about another person. */
  open: readonly number[];
  /** Pages that only list people of the name. */
  listings: readonly number[];
}

/** A passage that names the person, with what it says of them. */
export interface ReadPassage {
  index: number;
  profile: PersonProfile;
}

/** More results than a search brings are not read. */
const MOST_PASSAGES = 40;
/** Enough to recognise a language by. */
const LANGUAGE_SAMPLE = 300;

/**
 * Puts the passages found for a name together by the person they speak of. Passages that do not have the name
 * are in no group.
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
 * Returns the passages that name the person, read, and the pages that only list namesakes. One that is too
 * short to tell its language is read in the language `asked` in, or in that of the others.
 */
export function readPassages(
  name: string,
  passages: readonly Passage[],
  asked: Language | null = null,
): { read: ReadPassage[]; listings: number[] } {
  const read: ReadPassage[] = [];
  const listings: number[] = [];
  const languages = passages.slice(0, MOST_PASSAGES).map(detectPassageLanguage);
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

/** Returns the language of a passage, by its text or with its title; null when it cannot be told. */
function detectPassageLanguage({ title, text }: Passage): Language | null {
  const sample = text.slice(0, LANGUAGE_SAMPLE);
  return detectLanguage(sample) ?? detectLanguage(`${title} ${sample}`);
}

/** A text of so many words without one that tells its language is in none that is known. */
const WORDS_THAT_SHOW_A_LANGUAGE = 12;

/** Tells whether a sentence that says nothing in the language it seems to be in may be in another one. */
function mayBeIn(usual: Language, seeming: Language | null, { size, definitions }: PersonProfile): boolean {
  return seeming !== usual && size < WORDS_THAT_SHOW_A_LANGUAGE && definitions.length === 0;
}

function isUnread(language: Language | null, { text }: Passage): boolean {
  return (
    language === null && text.slice(0, LANGUAGE_SAMPLE).split(/\s+/).length >= WORDS_THAT_SHOW_A_LANGUAGE
  );
}

/** Places in the list of passages, of places in the list of read ones. */
export function listIndexes(group: readonly number[], read: readonly ReadPassage[]): number[] {
  return group.flatMap((position) => read[position]?.index ?? []);
}

/** Matches what only pages say that list the people of a name; in the languages with word lists. */
const LISTING =
  /(?:may|can|could) (?:also )?refer to\b|\(disambiguation\)|disambiguation page|people (?:named|with the (?:sur)?name)\b|\(begriffsklärung\)|ist der name folgender personen|\(desambiguación\)|puede referirse a\b|\(homonymie\)|peut désigner\b|\(disambigua\)|può riferirsi a\b|\(desambiguação\)|pode referir-se a\b|\(doorverwijspagina\)|\(anlam ayrımı\)|\(значения\)|\(توضيح\)|消歧义|消歧義|曖昧さ回避|동음이의/;
const READ = 300;

/** Tells whether a page only lists people of one name. */
function listsNamesakes({ title, text }: Passage): boolean {
  return LISTING.test(`${title.slice(0, READ)}\n${text.slice(0, READ)}`.toLowerCase());
}

/** Passages that have more in common are tied. */
export const TIED = 0.09;
/** So much in common with one passage of a person ties another, where nothing speaks against it. */
const NEAR = 0.08;

/**
 * Joins the two groups of passages that have most in common, again and again, while something ties them
 * and no passage of one excludes one of the other (average-link clustering).
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
 * Returns which groups of tied passages speak of people of their own: what one says excludes or contrasts
 * with what the main one says, or each says for itself what its person is. The main one is the largest of
 * those that say so. Left open are other passages that nothing ties, and a single one beside the several of
 * one person.
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
  // One page may be tied to one of several, and to them all by less.
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
