import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { stem } from "../../lexicon/stems.ts";
import { measurePair, PAIR_FEATURES, type PairWeights, shareAWord } from "./pair-features.ts";
import { type Passage, type PersonProfile, readProfile } from "./person-profile.ts";
import { WEIGHTS } from "./weights.ts";
import { workApart } from "./workplace.ts";

/** Passages by the person they speak of; all numbers are places in the list of passages. */
export interface PeopleGroups {
  /**
   * The passages of one person each, in order of first appearance. More than one group: several people share
   * the name.
   */
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
 * Puts the passages found for a name together by the person they speak of. Passages that do not bear the name
 * are in no group.
 *
 * @example groupPeople("Tom Hale", [{title: "Tom Hale", text: "Tom Hale (1801–1866) was a weaver."}, …]).groups // [[0, 2], [1]]
 */
export function groupPeople(name: string, passages: readonly Passage[]): PeopleGroups {
  const { read, listings } = readPassages(name, passages);
  const { groups } = groupByPerson(read.map(({ profile }) => profile));
  return { groups: groups.map((group) => listIndexes(group, read)), listings };
}

/** Returns the passages that name the person, read, and the pages that only list namesakes. */
export function readPassages(
  name: string,
  passages: readonly Passage[],
): { read: ReadPassage[]; listings: number[] } {
  const read: ReadPassage[] = [];
  const listings: number[] = [];
  for (const [index, passage] of passages.slice(0, MOST_PASSAGES).entries()) {
    const language = detectPassageLanguage(passage);
    const profile = readProfile(passage, name, language ?? "en", isUnread(language, passage));
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

/** From here on passages are taken to speak of several people. */
const SEVERAL = 0.835;
/** Groups that differ by less on average are one person's. */
const JOINED = 0.8;

/** Passages put together by person. */
interface Grouping {
  /** Places in the list of profiles, groups and members in order of first appearance. */
  groups: number[][];
  /** Tells how likely each two speak of different people. */
  difference: readonly (readonly number[])[];
}

/** Tells whether passages clearly speak of several people; `members` are places in the list of profiles. */
export function speakOfSeveral(
  members: readonly number[],
  difference: readonly (readonly number[])[],
): boolean {
  const pairs = members.flatMap((one, at) =>
    members.slice(at + 1).map((other) => difference[one]?.[other] ?? 0),
  );
  return judgeSeveral(pairs) >= SEVERAL;
}

/** Puts passages about the same person together: one group, unless they clearly speak of several people. */
export function groupByPerson(profiles: readonly PersonProfile[], weights: PairWeights = WEIGHTS): Grouping {
  const difference = compareAll(profiles, weights);
  const all = profiles.map((_, index) => index);
  if (!speakOfSeveral(all, difference)) return { groups: all.length === 0 ? [] : [all], difference };
  return { groups: joinAlike(all, difference, JOINED, 2), difference };
}

/**
 * Joins the two groups that differ least on average, again and again, while they differ by less than `limit`
 * and more than `fewest` groups are left (average-link clustering).
 */
export function joinAlike(
  members: readonly number[],
  difference: readonly (readonly number[])[],
  limit: number,
  fewest = 1,
): number[][] {
  const groups = members.map((member) => [member]);
  while (groups.length > fewest) {
    let best = { one: -1, other: -1, apart: Number.POSITIVE_INFINITY };
    for (let one = 0; one < groups.length; one += 1) {
      for (let other = one + 1; other < groups.length; other += 1) {
        const apart = averageDifference(groups[one] ?? [], groups[other] ?? [], difference);
        if (apart < best.apart) best = { one, other, apart };
      }
    }
    if (best.apart >= limit) break;
    const joined = [...(groups[best.one] ?? []), ...(groups[best.other] ?? [])].sort((a, b) => a - b);
    groups.splice(best.other, 1);
    groups[best.one] = joined;
  }
  return groups;
}

/** Returns how much the members of two groups differ on average, in [0, 1]. */
export function averageDifference(
  left: readonly number[],
  right: readonly number[],
  difference: readonly (readonly number[])[],
): number {
  let sum = 0;
  for (const one of left) for (const other of right) sum += difference[one]?.[other] ?? 0;
  return sum / Math.max(1, left.length * right.length);
}

/**
 * Passages that contradict each other about a birth, a death, a middle name or the sex speak of different
 * people.
 */
const CONTRADICTED = 0.94;
/**
 * A sentence tells one thing of somebody who has much to tell of: it parts people only by a contradiction.
 */
const ENOUGH_WORDS = 20;
const MOST_BY_A_SENTENCE = 0.8;
/**
 * The difference of two qualifiers: what stands in brackets behind a name is put there to tell namesakes
 * apart.
 */
const OTHER_QUALIFIER = 0.95;
const SAME_QUALIFIER = 0.1;
/** Two lines of work are seldom one person's where nothing else ties the passages. */
const OTHER_LINE = 0.88;
/** Nobody is of one trade in two places at once where nothing else ties the passages. */
const OTHER_WORKPLACE = 0.88;
const FEW_WORDS_SHARED = 0.1;
const MANY_WORDS_SHARED = 0.3;
const RARE_OF_A_TRADE = 0.5;
const WORDS_OF_A_TRADE = 0.6;
/**
 * A language without word lists says so little that two passages are taken for one person's only where
 * something ties them.
 */
const UNREAD = 0.9;

/** Returns how likely two passages speak of different people of one name, in [0, 1]. */
function measureDifference(
  left: PersonProfile,
  right: PersonProfile,
  weights: PairWeights = WEIGHTS,
): number {
  const features = measurePair(left, right);
  const sum = PAIR_FEATURES.reduce((total, feature) => total + weights[feature] * features[feature], 0);
  const isShort = Math.min(left.length, right.length) < ENOUGH_WORDS;
  const learned = Math.min(1 / (1 + Math.exp(-sum)), isShort ? MOST_BY_A_SENTENCE : 1);
  const floor = Math.max(
    contradicts(features) ? CONTRADICTED : 0,
    features.otherLine > 0 && !isTied(features) ? OTHER_LINE : 0,
    workApart(left.workplace, right.workplace) && features.sameRole > 0 && !isTiedAtWork(features)
      ? OTHER_WORKPLACE
      : 0,
    hasWorkedSince(left, right) || hasWorkedSince(right, left) ? OTHER_WORKPLACE : 0,
    left.isUnread && right.isUnread && !isTiedUnread(features) ? UNREAD : 0,
  );
  if (left.qualifier === null || right.qualifier === null) return Math.max(learned, floor);
  return shareAWord(left.qualifier, right.qualifier)
    ? Math.max(Math.min(learned, SAME_QUALIFIER), floor)
    : Math.max(learned, OTHER_QUALIFIER);
}

/** Tells whether one is at work and did something after the death of the other, who worked elsewhere. */
function hasWorkedSince({ workplace, years }: PersonProfile, dead: PersonProfile): boolean {
  const { death } = dead;
  if (death === null || workplace === null || !years.some((year) => year > death)) return false;
  const places = [...workplace.towns, ...workplace.institutions];
  return !places.some((word) => dead.vocabulary.has(word) || dead.vocabulary.has(stem(word, "en")));
}

type Features = ReturnType<typeof measurePair>;

function contradicts({
  birthsDiffer,
  deathsDiffer,
  livesExclude,
  pronounsDiffer,
  middlesDiffer,
}: Features): boolean {
  return birthsDiffer + deathsDiffer + livesExclude + pronounsDiffer + middlesDiffer > 0;
}

function isTied(features: Features): boolean {
  const {
    birthsAgree,
    deathsAgree,
    yearsShared,
    countryAgrees,
    wordsShared,
    namesShared,
    rareShared,
    middlesAgree,
  } = features;
  return (
    birthsAgree + deathsAgree + yearsShared + countryAgrees + namesShared + rareShared + middlesAgree > 0 ||
    wordsShared >= FEW_WORDS_SHARED
  );
}

/** Two of one trade share its words: only more than those ties them. */
function isTiedAtWork(features: Features): boolean {
  const { birthsAgree, deathsAgree, yearsShared, wordsShared, namesShared, rareShared, middlesAgree } =
    features;
  return (
    birthsAgree + deathsAgree + yearsShared + namesShared + middlesAgree > 0 ||
    rareShared >= RARE_OF_A_TRADE ||
    wordsShared >= WORDS_OF_A_TRADE
  );
}

/** Of a language without word lists every word counts as rare. */
function isTiedUnread({ birthsAgree, deathsAgree, wordsShared, namesShared, rareShared }: Features): boolean {
  return birthsAgree + deathsAgree + namesShared > 0 || rareShared === 1 || wordsShared >= MANY_WORDS_SHARED;
}

/** `measureDifference` each two profiles, by their places. */
function compareAll(profiles: readonly PersonProfile[], weights: PairWeights = WEIGHTS): number[][] {
  const table = profiles.map(() => profiles.map(() => 0));
  for (const [one, left] of profiles.entries()) {
    for (let other = one + 1; other < profiles.length; other += 1) {
      const right = profiles[other];
      const row = table[one];
      const mirrored = table[other];
      if (right === undefined || row === undefined || mirrored === undefined) continue;
      const difference = measureDifference(left, right, weights);
      row[other] = difference;
      mirrored[one] = difference;
    }
  }
  return table;
}

/**
 * Returns how likely passages speak of several people, in [0, 1], from how each two of them differ: the
 * largest difference and the largest third count, so that many passages alone raise nothing. 0 for fewer than
 * two.
 */
function judgeSeveral(pairs: readonly number[]): number {
  if (pairs.length === 0) return 0;
  const sorted = pairs.toSorted((one, other) => other - one);
  const top = sorted.slice(0, Math.ceil(sorted.length / 3));
  return 0.6 * (sorted[0] ?? 0) + (0.4 * top.reduce((sum, one) => sum + one, 0)) / top.length;
}
