import { ROLES } from "../../lexicon/people.ts";
import { findContentWords } from "../../text/tokens.ts";
import { type Marks, normaliseLink } from "./marks.ts";
import type { PersonProfile } from "./person-profile.ts";

/** Maximum difference of years between honest sources. A larger one means another person. */
const YEAR_SLACK = 1;
/** Minimum age for a dated action. */
const INFANCY = 6;
/** Number of years after a death in which finished work may still appear. */
const POSTHUMOUS_YEARS = 5;
/** Maximum number of years after birth in which a person works. */
const MAX_CAREER_YEARS = 85;

/**
 * Returns whether two sets of middle names (folded, or initials) exclude each other. An initial fits every
 * name that starts with it.
 */
export function middlesConflict(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return !left.some((a) =>
    right.some((b) => a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0])),
  );
}

/**
 * Returns whether two passages cannot be about one person: different years of birth or death, actions outside
 * the other's life, a different sex, middle name or qualifier in brackets. Also returns true if a reader
 * assigned them to two people.
 */
export function exclude(left: PersonProfile, right: PersonProfile): boolean {
  return (
    (left.person !== undefined && right.person !== undefined && left.person !== right.person) ||
    differ(left.birth, right.birth) ||
    differ(left.death, right.death) ||
    livedOutside(left, right) ||
    livedOutside(right, left) ||
    (left.pronoun !== null && right.pronoun !== null && left.pronoun !== right.pronoun) ||
    middlesConflict(left.middles, right.middles) ||
    (left.qualifier !== null && right.qualifier !== null && !shareAWord(left.qualifier, right.qualifier))
  );
}

function differ(left: number | null, right: number | null): boolean {
  return left !== null && right !== null && Math.abs(left - right) > YEAR_SLACK;
}

/** Returns whether one was born after the other died, or did everything outside the other's life. */
function livedOutside({ birth: born, deeds }: PersonProfile, { birth, death }: PersonProfile): boolean {
  if (born !== null && death !== null && born >= death) return true;
  const last = death !== null ? death + POSTHUMOUS_YEARS : birth !== null ? birth + MAX_CAREER_YEARS : null;
  const before = birth !== null && deeds.every((year) => year < birth + INFANCY);
  const after = last !== null && deeds.every((year) => year > last);
  return deeds.length > 0 && (before || after);
}

/** Returns whether two qualifiers ("director", "artist and director") can describe one person. */
function shareAWord(left: string, right: string): boolean {
  const own = new Set(findContentWords(left));
  return findContentWords(right).some((word) => own.has(word));
}

/** Minimum total weight of marks to divide by. One common word out of three is not a tie. */
const MIN_MASS = 80;

/**
 * Returns how closely two passages are tied, in [0, 1]: the weight of their common marks relative to all
 * their marks. `isOfOtherName` is true for things with different names, which the same profession does not
 * tie.
 */
export function measureTie(left: PersonProfile, right: PersonProfile, isOfOtherName = false): number {
  if (linksTo(left, right) || linksTo(right, left) || shareALife(left, right)) return 1;
  const trade = isOfOtherName || !isTradeATie(left, right);
  const country = meetNot(listFields(left), listFields(right));
  let shared = 0;
  const [few, many] =
    left.marks.size < right.marks.size ? [left.marks, right.marks] : [right.marks, left.marks];
  for (const [mark, weight] of few) {
    const other = many.get(mark);
    if (other === undefined) continue;
    if (trade && /^(?:role|field|topic) /.test(mark)) continue;
    if ((trade || country) && mark.startsWith("country ")) continue;
    shared += Math.sqrt(weight * other);
  }
  return shared / Math.sqrt(weigh(left.marks) * weigh(right.marks));
}

/** Returns whether two pages give the same year of birth or death. */
function shareALife(left: PersonProfile, right: PersonProfile): boolean {
  return (
    (left.birth !== null && left.birth === right.birth) || (left.death !== null && left.death === right.death)
  );
}

function linksTo({ marks }: PersonProfile, { url }: PersonProfile): boolean {
  return url !== undefined && marks.has(`link ${normaliseLink(url)}`);
}

/**
 * Returns whether a common profession ties two people. Nobody works in two places at once, so two lawyers in
 * two towns need another tie.
 */
function isTradeATie(left: PersonProfile, right: PersonProfile): boolean {
  const mayHaveMoved = left.isPast !== right.isPast && left.death === null && right.death === null;
  return mayHaveMoved || !meetNot(left.workplace, right.workplace);
}

function meetNot(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size > 0 && right.size > 0 && ![...left].some((one) => right.has(one));
}

function listFields({ roles }: PersonProfile): ReadonlySet<string> {
  return new Set([...roles].flatMap((role) => ROLES[role] ?? []));
}

/** Number of words from which a passage says so much that omissions are significant. */
const TELLS_MUCH = 60;
const GENERATIONS = 50;

/**
 * Returns whether two passages without a tie contrast in fields of work, countries and times: in two of the
 * three, or in one if both are long and share no field.
 */
export function contrast(left: PersonProfile, right: PersonProfile): boolean {
  const years = [left, right].map(({ marks }) => listMarks(marks, "year ").map(Number));
  const [one = [], other = []] = years;
  const gap = Math.max(Math.min(...one) - Math.max(...other), Math.min(...other) - Math.max(...one));
  const [fields, others] = [left, right].map(({ marks }) => new Set(listMarks(marks, "field ")));
  const shareAField = [...(fields ?? [])].some((field) => others?.has(field));
  const contrasts = [
    fields !== undefined && others !== undefined && meetNot(fields, others),
    meetNot(new Set(listMarks(left.marks, "country ")), new Set(listMarks(right.marks, "country "))),
    one.length > 0 && other.length > 0 && gap >= GENERATIONS,
  ].filter((found) => found);
  return contrasts.length >= (shareAField || Math.min(left.size, right.size) < TELLS_MUCH ? 2 : 1);
}

function listMarks(marks: Marks, kind: string): string[] {
  return [...marks.keys()].flatMap((mark) => (mark.startsWith(kind) ? mark.slice(kind.length) : []));
}

/** Cached sums of marks, because each passage is compared with every other one. */
const masses = new WeakMap<Marks, number>();

function weigh(marks: Marks): number {
  const known = masses.get(marks);
  if (known !== undefined) return known;
  let sum = 0;
  for (const weight of marks.values()) sum += weight;
  const mass = Math.max(MIN_MASS, sum);
  masses.set(marks, mass);
  return mass;
}
