import { findNameMentions } from "../../text/name-mentions.ts";
import {
  type AskedPeople,
  fitsRole,
  isEmptyRole,
  listHints,
  MIN_FITNESS,
  MIN_RELATIVE_FITNESS,
  readRole,
  readSurroundings,
  scoreFitness,
} from "./asked-person.ts";
import { distinguishPeople, type ReadPassage } from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { MAX_MENTIONS, MAX_READ_LENGTH } from "./person-profile.ts";
import { isNationality } from "./person-words.ts";

/**
 * Degree to which a passage fits the question: it says that its person is what was asked about, or only
 * mentions it near the name.
 */
type Fit = "defined" | "near";

/**
 * Keeps the groups in which a passage defines the person as what was asked about. Keeps all groups if there
 * is no such passage.
 */
export function preferDefinedGroups(
  groups: readonly number[][],
  fitting: ReadonlyMap<number, Fit>,
): readonly number[][] {
  const defined = groups.filter((group) => group.some((position) => fitting.get(position) === "defined"));
  return defined.length > 0 ? defined : groups;
}

/**
 * Returns the passages that fit the role, place and employer in the question, as indexes into `read`. Returns
 * null if the question mentions none of these.
 */
export function findFittingPassages(
  { constraints, language }: AskedPeople,
  subject: string,
  read: readonly ReadPassage[],
  passages: readonly Passage[],
): ReadonlyMap<number, Fit> | null {
  const { role, place, employer } = constraints;
  const affiliations = [place, employer].filter((one) => one !== null);
  // The parser may take "Swedish" in "the Swedish painter" for an employer. A person's origin belongs to the
  // role.
  const origins = affiliations.filter(isNationality);
  const wanted = affiliations.filter((one) => !isNationality(one));
  const asked = readRole([...origins, role ?? ""].join(" "), subject, language ?? "en");
  if (isEmptyRole(asked) && wanted.length === 0) return null;
  const fitting = new Map<number, Fit>();
  for (const [position, { index, profile }] of read.entries()) {
    const passage = passages[index];
    if (passage === undefined) continue;
    const text = passage.text.slice(0, MAX_READ_LENGTH);
    const nameMentions = findNameMentions(text, subject, profile.language).slice(0, MAX_MENTIONS);
    if (!wanted.every((one) => mentions(`${passage.title} ${text}`, one))) continue;
    // A page that mentions the place or employer and states no role may be about the right person.
    const isOpen = wanted.length > 0 && profile.roles.size === 0;
    if (!isEmptyRole(asked) && !isOpen && !fitsRole(asked, readSurroundings(text, nameMentions, profile)))
      continue;
    fitting.set(position, fitsRole(asked, readSurroundings("", [], profile)) ? "defined" : "near");
  }
  return fitting;
}

function mentions(text: string, words: string): boolean {
  return findNameMentions(text, words).length > 0;
}

/** Passages that mention the name, and which of them are tied to each other. */
interface TiedPassages {
  read: readonly ReadPassage[];
  tied: readonly number[][];
}

/**
 * Returns the passages about the one person who fits the words of question and context, as indexes into
 * `read`. Returns null if nobody fits, or several people do.
 */
export function pickByHints(
  question: AskedPeople,
  subject: string,
  { read, tied }: TiedPassages,
  passages: readonly Passage[],
): number[] | null {
  const hints = listHints(subject, question);
  if (hints.length === 0) return null;
  const ranked = tied.map((group) => {
    const members = group.flatMap((position) => read[position] ?? []);
    const text = members.map(({ index }) => `${passages[index]?.title} ${passages[index]?.text}`).join(" ");
    const profiles = members.map(({ profile }) => profile);
    return { group, fitness: scoreFitness(hints, profiles, text) };
  });
  const best = Math.max(0, ...ranked.map((one) => one.fitness));
  if (best < MIN_FITNESS) return null;
  const fitting = ranked.filter((one) => one.fitness > MIN_RELATIVE_FITNESS * best).map(({ group }) => group);
  const { groups, untied } = distinguishPeople(fitting, read);
  return groups.length > 1 ? null : [...groups.flat(), ...untied];
}
