import { ROLES } from "../../lexicon/people.ts";
import { findContentWords } from "../../text/tokens.ts";
import { type Marks, normaliseLink } from "./marks.ts";
import type { PersonProfile } from "./person-profile.ts";

/**
 * Maximum difference between the years that sources state for one event. A larger one means another person.
 */
const YEAR_SLACK = 1;
/** Minimum age at which a person can do something. */
const MIN_ACTIVE_AGE = 6;
/** Number of years after a death in which finished work may still be published. */
const POSTHUMOUS_YEARS = 5;
/** Maximum age at which a person works. */
const MAX_CAREER_YEARS = 85;

/**
 * Returns whether two lists of middle names (folded, or initials) have nothing in common. An initial matches
 * every name that starts with it.
 */
export function middlesConflict(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return !left.some((a) =>
    right.some((b) => a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0])),
  );
}

/**
 * Returns whether two passages cannot be about one person. They have different years of birth or death,
 * actions outside the other's life, another sex, middle name or qualifier in brackets, or a reader assigned
 * them to two people.
 */
export function areDifferentPeople(left: PersonProfile, right: PersonProfile): boolean {
  return (
    (left.person !== undefined && right.person !== undefined && left.person !== right.person) ||
    yearsDiffer(left.birth, right.birth) ||
    yearsDiffer(left.death, right.death) ||
    isOutsideLife(left, right) ||
    isOutsideLife(right, left) ||
    (left.pronoun !== null && right.pronoun !== null && left.pronoun !== right.pronoun) ||
    middlesConflict(left.middles, right.middles) ||
    (left.qualifier !== null && right.qualifier !== null && !shareAWord(left.qualifier, right.qualifier))
  );
}

function yearsDiffer(left: number | null, right: number | null): boolean {
  return left !== null && right !== null && Math.abs(left - right) > YEAR_SLACK;
}

/** Returns whether one was born after the other died, or acted only outside the other's life. */
function isOutsideLife({ birth: born, deeds }: PersonProfile, { birth, death }: PersonProfile): boolean {
  if (born !== null && death !== null && born >= death) return true;
  const last = death !== null ? death + POSTHUMOUS_YEARS : birth !== null ? birth + MAX_CAREER_YEARS : null;
  const before = birth !== null && deeds.every((year) => year < birth + MIN_ACTIVE_AGE);
  const after = last !== null && deeds.every((year) => year > last);
  return deeds.length > 0 && (before || after);
}

/** Returns whether two qualifiers ("director", "artist and director") can describe one person. */
function shareAWord(left: string, right: string): boolean {
  const own = new Set(findContentWords(left));
  return findContentWords(right).some((word) => own.has(word));
}

/**
 * Minimum total weight of a passage's marks to divide by. Otherwise, one shared word would tie passages with
 * three words.
 */
const MIN_TOTAL_WEIGHT = 80;

/**
 * Returns how closely two passages are tied, from 0 to 1: the weight of their common marks relative to all
 * their marks. A town alone is no tie. A common profession does not count for people of two countries, or if
 * `isOfOtherName` is true, because the things have different names.
 */
export function measureTie(left: PersonProfile, right: PersonProfile, isOfOtherName = false): number {
  if (linksTo(left, right) || linksTo(right, left) || shareLifeYear(left, right)) return 1;
  const ignoresProfession =
    isOfOtherName || !isProfessionATie(left, right) || areDisjoint(listCountries(left), listCountries(right));
  const ignoresCountry = areDisjoint(listFields(left), listFields(right));
  let shared = 0;
  const common: string[] = [];
  const [few, many] =
    left.marks.size < right.marks.size ? [left.marks, right.marks] : [right.marks, left.marks];
  for (const [mark, weight] of few) {
    const other = many.get(mark);
    if (other === undefined) continue;
    if (ignoresProfession && /^(?:role|field|topic) /.test(mark)) continue;
    if ((ignoresProfession || ignoresCountry) && mark.startsWith("country ")) continue;
    shared += Math.sqrt(weight * other);
    common.push(mark);
  }
  const [only = "", ...others] = common;
  if (others.length === 0 && isPlace(only, left, right)) return 0;
  return shared / Math.sqrt(sumWeights(left.marks) * sumWeights(right.marks));
}

/** Returns whether a mark is a word that one of the passages uses as a place. */
function isPlace(mark: string, left: PersonProfile, right: PersonProfile): boolean {
  const word = mark.replace(/^word /, "");
  return word !== mark && (left.places.has(word) || right.places.has(word));
}

/** Returns whether two pages give the same year of birth or death. */
function shareLifeYear(left: PersonProfile, right: PersonProfile): boolean {
  return (
    (left.birth !== null && left.birth === right.birth) || (left.death !== null && left.death === right.death)
  );
}

function linksTo({ marks }: PersonProfile, { url }: PersonProfile): boolean {
  return url !== undefined && marks.has(`link ${normaliseLink(url)}`);
}

/**
 * Returns whether a common profession can tie two passages. Nobody works in two places at once, so two
 * lawyers in two towns need another tie.
 */
function isProfessionATie(left: PersonProfile, right: PersonProfile): boolean {
  const mayHaveMoved = left.isPast !== right.isPast && left.death === null && right.death === null;
  return mayHaveMoved || !areDisjoint(left.workplace, right.workplace);
}

function areDisjoint(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size > 0 && right.size > 0 && ![...left].some((one) => right.has(one));
}

function listCountries({ marks }: PersonProfile): ReadonlySet<string> {
  return new Set(listMarks(marks, "country "));
}

function listFields({ roles }: PersonProfile): ReadonlySet<string> {
  return new Set([...roles].flatMap((role) => ROLES[role] ?? []));
}

/** Number of words from which a passage is so detailed that omissions are significant. */
const LONG_PASSAGE_WORDS = 60;
const MIN_YEARS_APART = 50;

/**
 * Returns whether two passages without a tie differ in two of the three: fields of work, countries, times.
 * One is enough if both are long and share no field.
 */
export function areContrasting(left: PersonProfile, right: PersonProfile): boolean {
  const years = [left, right].map(({ marks }) => listMarks(marks, "year ").map(Number));
  const [leftYears = [], rightYears = []] = years;
  const gap = Math.max(
    Math.min(...leftYears) - Math.max(...rightYears),
    Math.min(...rightYears) - Math.max(...leftYears),
  );
  const [leftFields, rightFields] = [left, right].map(({ marks }) => new Set(listMarks(marks, "field ")));
  const shareAField = [...(leftFields ?? [])].some((field) => rightFields?.has(field));
  const contrasts = [
    leftFields !== undefined && rightFields !== undefined && areDisjoint(leftFields, rightFields),
    areDisjoint(new Set(listMarks(left.marks, "country ")), new Set(listMarks(right.marks, "country "))),
    leftYears.length > 0 && rightYears.length > 0 && gap >= MIN_YEARS_APART,
  ].filter((isTrue) => isTrue);
  return (
    contrasts.length >=
    (shareAField || Math.min(left.wordCount, right.wordCount) < LONG_PASSAGE_WORDS ? 2 : 1)
  );
}

function listMarks(marks: Marks, kind: string): string[] {
  return [...marks.keys()].flatMap((mark) => (mark.startsWith(kind) ? mark.slice(kind.length) : []));
}

/** Caches total weights, because each passage is compared with every other one. */
const totalWeights = new WeakMap<Marks, number>();

function sumWeights(marks: Marks): number {
  const known = totalWeights.get(marks);
  if (known !== undefined) return known;
  let sum = 0;
  for (const weight of marks.values()) sum += weight;
  const total = Math.max(MIN_TOTAL_WEIGHT, sum);
  totalWeights.set(marks, total);
  return total;
}
