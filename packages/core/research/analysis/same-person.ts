import { contentWords } from "../../text/tokens.ts";
import { otherLineOfWork } from "./occupations.ts";
import type { PersonProfile } from "./person-profile.ts";

/** Sources differ by a year in good faith; more than this is another person. */
const YEAR_SLACK = 1;

function yearsDiffer(left: number | null, right: number | null): boolean {
  return left !== null && right !== null && Math.abs(left - right) > YEAR_SLACK;
}

/** Whether two sets of middle names (folded, or initials) exclude each other; an initial fits every name it begins. */
export function middlesConflict(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return !left.some((a) =>
    right.some((b) => a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0])),
  );
}

/** Younger than that nobody has done a thing that is told with its year. */
const INFANCY = 6;
/** What is finished after a death still comes out for a while. */
const POSTHUMOUS_YEARS = 5;
/** Nobody is at work so many years after being born. */
const LONGEST_CAREER = 85;

/** Whether everything told in years lies outside somebody's life. */
function isOutsideLife(deeds: readonly number[], { birth, death }: PersonProfile): boolean {
  const last = death !== null ? death + POSTHUMOUS_YEARS : birth !== null ? birth + LONGEST_CAREER : null;
  const before = birth !== null && deeds.every((year) => year < birth + INFANCY);
  const after = last !== null && deeds.every((year) => year > last);
  return deeds.length > 0 && (before || after);
}

/** Whether two snippets cannot be about one person: years, disjoint lives, middle names, gender. */
function cannotBeSame(left: PersonProfile, right: PersonProfile): boolean {
  if (yearsDiffer(left.birth, right.birth) || yearsDiffer(left.death, right.death)) return true;
  if (left.death !== null && right.birth !== null && right.birth >= left.death) return true;
  if (right.death !== null && left.birth !== null && left.birth >= right.death) return true;
  if (isOutsideLife(left.deeds, right) || isOutsideLife(right.deeds, left)) return true;
  if (left.pronoun !== null && right.pronoun !== null && left.pronoun !== right.pronoun) return true;
  return middlesConflict(left.middles, right.middles);
}

/** Below this likeness two snippets that say different things of somebody are taken at their word. */
const UNLIKE = 0.15;

/** Whether two qualifiers ("director", "artist and director") can be said of one person. */
function shareAWord(left: string, right: string): boolean {
  const own = new Set(contentWords(left));
  return contentWords(right).some((word) => own.has(word));
}

function disjoint(left: readonly string[], right: readonly string[]): boolean {
  return left.length > 0 && right.length > 0 && !left.some((one) => right.includes(one));
}

/**
 * Whether two snippets speak of different people without contradicting each other outright: another field of work or
 * qualifier behind the name, and nothing that ties them. Merely having little in common does not part them.
 */
function speaksOfAnother(left: PersonProfile, right: PersonProfile): boolean {
  const otherField = otherLineOfWork(left.fields, right.fields);
  const otherNationality = disjoint(left.nationalities, right.nationalities);
  const otherQualifier =
    left.qualifier !== null && right.qualifier !== null && !shareAWord(left.qualifier, right.qualifier);
  return (otherField || otherNationality || otherQualifier) && likeness(left, right) < UNLIKE;
}

/** Whether two snippets are about different people of one name: they contradict each other, or speak of another and share nothing. */
export function areDifferent(left: PersonProfile, right: PersonProfile): boolean {
  return cannotBeSame(left, right) || speaksOfAnother(left, right);
}

const SAME_LIFE = 0.6;
const SAME_QUALIFIER = 0.3;
const SAME_MIDDLE = 0.15;
const SHARED_NAME = 0.08;
const MOST_SHARED_NAMES = 3;
const SAME_FIELD = 0.06;
const OTHER_FIELD = -0.06;
const OTHER_QUALIFIER = -0.15;

function cosine(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, weight] of left) shared += weight * (right.get(word) ?? 0);
  const square = (weights: ReadonlyMap<string, number>): number =>
    [...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0);
  return shared === 0 ? 0 : shared / Math.sqrt(square(left) * square(right));
}

/** How likely two snippets speak of one person: their vocabulary's cosine, with what ties or parts them added. About -0.3 to 2. */
export function likeness(left: PersonProfile, right: PersonProfile): number {
  const sharedNames = [...left.otherNames].filter((name) => right.otherNames.has(name)).length;
  let sum =
    cosine(left.vocabulary, right.vocabulary) + SHARED_NAME * Math.min(MOST_SHARED_NAMES, sharedNames);
  if (left.birth !== null && left.birth === right.birth) sum += SAME_LIFE;
  else if (left.death !== null && left.death === right.death) sum += SAME_LIFE;
  if (left.middles.some((middle) => middle.length > 1 && right.middles.includes(middle))) sum += SAME_MIDDLE;
  if (left.qualifier !== null && right.qualifier !== null) {
    sum += shareAWord(left.qualifier, right.qualifier) ? SAME_QUALIFIER : OTHER_QUALIFIER;
  }
  if (left.fields.length > 0 && right.fields.length > 0) {
    sum += otherLineOfWork(left.fields, right.fields) ? OTHER_FIELD : SAME_FIELD;
  }
  return sum;
}
