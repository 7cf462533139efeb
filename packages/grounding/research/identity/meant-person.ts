import { findNameMentions } from "../../text/name-mentions.ts";
import {
  type AskedPeople,
  CLEARLY_LESS,
  FITS,
  fitsRole,
  isEmptyRole,
  listQualifiers,
  readRole,
  readSurroundings,
  scoreFitness,
} from "./asked-person.ts";
import { type ReadPassage, tellPeopleApart } from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { MAX_MENTIONS, MAX_READ_LENGTH } from "./person-profile.ts";
import { isNationality } from "./person-words.ts";

/** States if a passage defines its person as what was asked about, or only says so near the name. */
type Fit = "defined" | "near";

/**
 * Returns the groups in which a passage defines the person as what was asked about, or all groups if there is
 * no such passage.
 */
export function chooseMeantGroups(
  groups: readonly number[][],
  fitting: ReadonlyMap<number, Fit>,
): readonly number[][] {
  const defined = groups.filter((group) => group.some((position) => fitting.get(position) === "defined"));
  return defined.length > 0 ? defined : groups;
}

/**
 * Returns the passages that fit the role, place and employer asked about, as indexes into `read`. Returns
 * null if none of them was asked about.
 */
export function findFittingPassages(
  { constraints, language }: AskedPeople,
  subject: string,
  read: readonly ReadPassage[],
  passages: readonly Passage[],
): ReadonlyMap<number, Fit> | null {
  const { role, place, employer } = constraints;
  const said = [place, employer].filter((one) => one !== null);
  // "The Swedish painter" may be parsed as a painter working for an employer. A person's origin belongs to
  // the role.
  const origins = said.filter(isNationality);
  const wanted = said.filter((one) => !isNationality(one));
  const asked = readRole([...origins, role ?? ""].join(" "), subject, language ?? "en");
  if (isEmptyRole(asked) && wanted.length === 0) return null;
  const fitting = new Map<number, Fit>();
  for (const [position, { index, profile }] of read.entries()) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const text = passage.text.slice(0, MAX_READ_LENGTH);
    const mentions = findNameMentions(text, subject, profile.language).slice(0, MAX_MENTIONS);
    if (!wanted.every((one) => bearsWords(`${passage.title} ${text}`, one))) continue;
    // A page about the place or employer that states no role may be about the person asked about.
    const isOpen = wanted.length > 0 && profile.roles.size === 0;
    if (!isEmptyRole(asked) && !isOpen && !fitsRole(asked, readSurroundings(text, mentions, profile)))
      continue;
    fitting.set(position, fitsRole(asked, readSurroundings("", [], profile)) ? "defined" : "near");
  }
  return fitting;
}

function bearsWords(text: string, words: string): boolean {
  return findNameMentions(text, words).length > 0;
}

/** Passages that name the person, and which of them are tied. */
interface TiedPassages {
  read: readonly ReadPassage[];
  tied: readonly number[][];
}

/**
 * Returns the passages of the one person that the words of question and context fit, as indexes into `read`.
 * Returns null if they fit nobody or several people.
 */
export function pickByQualifiers(
  question: AskedPeople,
  subject: string,
  { read, tied }: TiedPassages,
  passages: readonly Passage[],
): number[] | null {
  const qualifiers = listQualifiers(subject, question);
  if (qualifiers.length === 0) return null;
  const ranked = tied.map((group) => {
    const members = group.flatMap((position) => read[position] ?? []);
    const said = members.map(({ index }) => `${passages[index]?.title} ${passages[index]?.text}`).join(" ");
    const profiles = members.map(({ profile }) => profile);
    return { group, fitness: scoreFitness(qualifiers, profiles, said) };
  });
  const best = Math.max(0, ...ranked.map((one) => one.fitness));
  if (best < FITS) return null;
  const fitting = ranked.filter((one) => one.fitness > CLEARLY_LESS * best).map(({ group }) => group);
  const { groups, open } = tellPeopleApart(fitting, read);
  return groups.length > 1 ? null : [...groups.flat(), ...open];
}
