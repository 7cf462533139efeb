import { type Field, ROLES } from "../../lexicon/people.ts";
import { findContentWords } from "../../text/tokens.ts";
import { findLine, type PersonProfile } from "./person-profile.ts";

/** Sources differ by a year in good faith; more than this is another person. */
const YEAR_SLACK = 1;
/** Younger than that nobody has done a thing that is dated. */
const INFANCY = 6;
/** Years after a death in which finished work still comes out. */
const POSTHUMOUS_YEARS = 5;
/** Nobody is at work so many years after being born. */
const LONGEST_CAREER = 85;
const LONGEST_LIFE = 100;
/** From so many words on a passage has said enough for its silence to count. */
const LONG_PASSAGE = 100;

/**
 * Lists what two passages say of the people they name, as numbers; `FEATURES` gives their order. Most lie in
 * [0, 1].
 */
export const PAIR_FEATURES = [
  "always",
  "birthsDiffer",
  "birthsAgree",
  "deathsDiffer",
  "deathsAgree",
  "livesExclude",
  "beforeLife",
  "afterLife",
  "yearsApart",
  "yearGap",
  "yearsShared",
  "yearsMissing",
  "otherLine",
  "otherField",
  "sameRole",
  "fieldsUnlike",
  "fieldsUnlikeLong",
  "fieldsUnlikeSure",
  "fieldsMissing",
  "countriesDiffer",
  "countryAgrees",
  "placesUnlike",
  "placesUnlikeSure",
  "placesMissing",
  "wordsShared",
  "wordsSharedRoot",
  "rareShared",
  "namesShared",
  "pronounsDiffer",
  "pronounsAgree",
  "middlesDiffer",
  "middlesAgree",
  "oneMiddle",
  "shorter",
] as const;
export type PairFeature = (typeof PAIR_FEATURES)[number];
export type PairWeights = Readonly<Record<PairFeature, number>>;

/**
 * Tells whether two sets of middle names (folded, or initials) exclude each other; an initial fits every name
 * it begins.
 */
export function middlesConflict(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  return !left.some((a) =>
    right.some((b) => a === b || ((a.length === 1 || b.length === 1) && a[0] === b[0])),
  );
}

function cosine<Key>(left: ReadonlyMap<Key, number>, right: ReadonlyMap<Key, number>): number {
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const [key, weight] of few) shared += weight * (many.get(key) ?? 0);
  return shared === 0 ? 0 : shared / Math.sqrt(squaredLength(left) * squaredLength(right));
}

/** Each passage is compared with every other one: its length is measured once. */
const squaredLengths = new WeakMap<ReadonlyMap<unknown, number>, number>();

function squaredLength(weights: ReadonlyMap<unknown, number>): number {
  const known = squaredLengths.get(weights);
  if (known !== undefined) return known;
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  squaredLengths.set(weights, sum);
  return sum;
}

/** Returns the share of years told that lie before the birth of the other, as far as it is known. */
function beforeLife(years: readonly number[], { birth, death }: PersonProfile): number {
  const first = birth ?? (death === null ? null : death - LONGEST_LIFE);
  return first === null ? 0 : countShare(years, (year) => year < first - YEAR_SLACK);
}

/**
 * Returns the share of years told that lie after the death of the other: less telling, for the dead are
 * remembered.
 */
function afterLife(years: readonly number[], { birth, death }: PersonProfile): number {
  const last = death !== null ? death + POSTHUMOUS_YEARS : birth === null ? null : birth + LONGEST_LIFE;
  return last === null ? 0 : countShare(years, (year) => year > last);
}

function countShare(years: readonly number[], counts: (year: number) => boolean): number {
  // One year alone is often a relative's, or a work's.
  return years.filter(counts).length / (years.length + 1);
}

/** Tells whether everything told as done lies outside somebody's life. */
function deedsOutside(deeds: readonly number[], { birth, death }: PersonProfile): boolean {
  const last = death !== null ? death + POSTHUMOUS_YEARS : birth !== null ? birth + LONGEST_CAREER : null;
  const before = birth !== null && deeds.every((year) => year < birth + INFANCY);
  const after = last !== null && deeds.every((year) => year > last);
  return deeds.length > 0 && (before || after);
}

function findMiddle(years: readonly number[]): number {
  return years[Math.floor(years.length / 2)] ?? 0;
}

/** Years between two spans that do not meet; 0 when they do. */
function measureGap(left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  return Math.max(0, (left[0] ?? 0) - (right.at(-1) ?? 0), (right[0] ?? 0) - (left.at(-1) ?? 0));
}

function meet<One>(left: ReadonlySet<One>, right: ReadonlySet<One>): boolean {
  for (const one of left) if (right.has(one)) return true;
  return false;
}

/** Tells whether one of them lived only after the other, or did all of it outside the other's life. */
function livesExclude(left: PersonProfile, right: PersonProfile): boolean {
  if (left.death !== null && right.birth !== null && right.birth >= left.death) return true;
  if (right.death !== null && left.birth !== null && left.birth >= right.death) return true;
  return deedsOutside(left.deeds, right) || deedsOutside(right.deeds, left);
}

/** Tells whether two qualifiers ("director", "artist and director") can be said of one person. */
export function shareAWord(left: string, right: string): boolean {
  const own = new Set(findContentWords(left));
  return findContentWords(right).some((word) => own.has(word));
}

type Features = Record<PairFeature, number>;

const flag = (fact: boolean): number => (fact ? 1 : 0);

/** Years between two that are both known. */
function yearsBetween(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : Math.abs(left - right);
}

function lifeFeatures(left: PersonProfile, right: PersonProfile) {
  const births = yearsBetween(left.birth, right.birth);
  const deaths = yearsBetween(left.death, right.death);
  return {
    birthsDiffer: flag(births !== null && births > YEAR_SLACK),
    birthsAgree: flag(births === 0),
    deathsDiffer: flag(deaths !== null && deaths > YEAR_SLACK),
    deathsAgree: flag(deaths === 0),
    livesExclude: flag(livesExclude(left, right)),
    beforeLife: Math.max(beforeLife(left.years, right), beforeLife(right.years, left)),
    afterLife: Math.max(afterLife(left.years, right), afterLife(right.years, left)),
  };
}

function yearFeatures({ years: left }: PersonProfile, { years: right }: PersonProfile) {
  const both = left.length > 0 && right.length > 0;
  const shared = left.filter((year) => right.includes(year)).length;
  return {
    yearsApart: both ? Math.min(1, Math.abs(findMiddle(left) - findMiddle(right)) / 100) : 0,
    yearGap: Math.min(1, Math.log1p(measureGap(left, right)) / Math.log(101)),
    yearsShared: Math.min(1, shared / 2),
    yearsMissing: flag(!both),
  };
}

/** From so much on a passage has told its field, or its country, more than in passing. */
const MUCH_TOLD = 8;
const SEVERAL_PLACES = 4;

function total(weights: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight;
  return sum;
}

function workFeatures(left: PersonProfile, right: PersonProfile) {
  const fields = [new Set(listDefinedFields(left)), new Set(listDefinedFields(right))] as const;
  const lines = [new Set([...fields[0]].map(findLine)), new Set([...fields[1]].map(findLine))] as const;
  const defined = fields[0].size > 0 && fields[1].size > 0;
  const told = left.fields.size > 0 && right.fields.size > 0;
  const unlike = told ? 1 - cosine(left.fields, right.fields) : 0;
  return {
    otherLine: flag(defined && !meet(lines[0], lines[1])),
    otherField: flag(defined && !meet(fields[0], fields[1])),
    sameRole: flag(meet(left.roles, right.roles)),
    fieldsUnlike: unlike,
    fieldsUnlikeLong: unlike * longer(left, right),
    fieldsUnlikeSure: unlike * Math.min(1, Math.min(total(left.fields), total(right.fields)) / MUCH_TOLD),
    fieldsMissing: flag(!told),
  };
}

function placeFeatures(left: PersonProfile, right: PersonProfile) {
  const defined = left.countries.size > 0 && right.countries.size > 0;
  const told = left.places.size > 0 && right.places.size > 0;
  const agree = meet(left.countries, right.countries);
  return {
    countriesDiffer: flag(defined && !agree),
    countryAgrees: flag(agree),
    placesUnlike: told ? 1 - cosine(left.places, right.places) : 0,
    placesUnlikeSure: told
      ? (1 - cosine(left.places, right.places)) *
        Math.min(1, Math.min(total(left.places), total(right.places)) / SEVERAL_PLACES)
      : 0,
    placesMissing: flag(!told),
  };
}

/** From this weight on a word is rare. */
const RARE = 5;

function wordFeatures(left: PersonProfile, right: PersonProfile) {
  const likeness =
    left.language === right.language ? Math.min(1, cosine(left.vocabulary, right.vocabulary)) : 0;
  let rare = 0;
  for (const [word, weight] of left.vocabulary) if (weight >= RARE && right.vocabulary.has(word)) rare += 1;
  let names = 0;
  for (const name of left.otherNames) if (right.otherNames.has(name)) names += 1;
  return {
    wordsShared: likeness,
    wordsSharedRoot: Math.sqrt(likeness),
    rareShared: Math.min(1, rare / 4),
    namesShared: Math.min(1, names / 2),
  };
}

function nameFeatures(left: PersonProfile, right: PersonProfile) {
  const pronouns = left.pronoun !== null && right.pronoun !== null;
  return {
    pronounsDiffer: flag(pronouns && left.pronoun !== right.pronoun),
    pronounsAgree: flag(pronouns && left.pronoun === right.pronoun),
    middlesDiffer: flag(middlesConflict(left.middles, right.middles)),
    middlesAgree: flag(left.middles.some((middle) => middle.length > 1 && right.middles.includes(middle))),
    oneMiddle: flag(left.middles.length > 0 !== right.middles.length > 0),
  };
}

/** Returns how long the shorter of two passages is, 1 for a paragraph. */
function longer(left: PersonProfile, right: PersonProfile): number {
  return Math.min(1, Math.min(left.length, right.length) / LONG_PASSAGE);
}

/** Returns the features of a pair; the order of the two does not matter. */
export function measurePair(left: PersonProfile, right: PersonProfile): Features {
  return {
    always: 1,
    ...lifeFeatures(left, right),
    ...yearFeatures(left, right),
    ...workFeatures(left, right),
    ...placeFeatures(left, right),
    ...wordFeatures(left, right),
    ...nameFeatures(left, right),
    shorter: longer(left, right),
  };
}

/** Returns the fields of work that the person is said to be of. */
function listDefinedFields({ roles }: PersonProfile): Field[] {
  return [...roles].flatMap((role) => ROLES[role] ?? []);
}
