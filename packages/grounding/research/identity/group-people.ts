import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { listsNamesakes } from "./listing-page.ts";
import { groupByPerson } from "./person-groups.ts";
import { type Passage, type PersonProfile, readProfile } from "./person-profile.ts";

/** Passages by the person they speak of; all numbers are places in the list of passages. */
export interface PeopleGroups {
  /** The passages of one person each, in order of first appearance. More than one group: several people share the name. */
  groups: readonly (readonly number[])[];
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
 * Puts the passages found for a name together by the person they speak of. Passages that do not bear the name are in no group.
 *
 * @example groupPeople("Tom Hale", [{title: "Tom Hale", text: "Tom Hale (1801–1866) was a weaver."}, …]).groups // [[0, 2], [1]]
 */
export function groupPeople(name: string, passages: readonly Passage[]): PeopleGroups {
  const { read, listings } = readPassages(name, passages);
  const { groups } = groupByPerson(read.map(({ profile }) => profile));
  return { groups: groups.map((group) => indexesOf(group, read)), listings };
}

/** The passages that name the person, read, and the pages that only list namesakes. */
export function readPassages(
  name: string,
  passages: readonly Passage[],
): { read: ReadPassage[]; listings: number[] } {
  const read: ReadPassage[] = [];
  const listings: number[] = [];
  for (const [index, passage] of passages.slice(0, MOST_PASSAGES).entries()) {
    const language = passageLanguage(passage);
    const profile = readProfile(passage, name, language ?? "en", isUnread(language, passage));
    if (profile === null) continue;
    if (listsNamesakes(passage)) listings.push(index);
    else read.push({ index, profile });
  }
  return { read, listings };
}

/** The language of a passage, by its text or with its title; null when it cannot be told. */
export function passageLanguage({ title, text }: Passage): Language | null {
  const sample = text.slice(0, LANGUAGE_SAMPLE);
  return detectLanguage(sample) ?? detectLanguage(`${title} ${sample}`);
}

/** A text of so many words without one that tells its language is in none that is known. */
const ENOUGH_WORDS = 12;

function isUnread(language: Language | null, { text }: Passage): boolean {
  return language === null && text.slice(0, LANGUAGE_SAMPLE).split(/\s+/).length >= ENOUGH_WORDS;
}

/** Places in the list of passages, of places in the list of read ones. */
export function indexesOf(group: readonly number[], read: readonly ReadPassage[]): number[] {
  return group.flatMap((position) => read[position]?.index ?? []);
}
