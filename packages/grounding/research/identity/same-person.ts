import { FEATURES, type PairWeights, pairFeatures, shareAWord } from "./pair-features.ts";
import type { PersonProfile } from "./person-profile.ts";
import { WEIGHTS } from "./weights.ts";

/** Passages that contradict each other about a birth, a death, a middle name or the sex speak of different people. */
const CONTRADICTED = 0.94;
/** A sentence tells one thing of somebody of whom much can be told: it parts people only by a contradiction. */
const ENOUGH_WORDS = 20;
const MOST_BY_A_SENTENCE = 0.8;
/** What stands in brackets behind a name is put there to tell namesakes apart. */
const OTHER_QUALIFIER = 0.95;
const SAME_QUALIFIER = 0.1;
/** Two lines of work are seldom one person's where nothing else ties the passages. */
const OTHER_LINE = 0.88;
const FEW_WORDS_SHARED = 0.1;
const MANY_WORDS_SHARED = 0.3;
/** A language without word lists says so little that two passages are taken for one person's only where something ties them. */
const UNREAD = 0.9;

/** How likely two passages speak of different people of one name, in [0, 1]. */
export function differenceOf(
  left: PersonProfile,
  right: PersonProfile,
  weights: PairWeights = WEIGHTS,
): number {
  const features = pairFeatures(left, right);
  const sum = FEATURES.reduce((total, feature) => total + weights[feature] * features[feature], 0);
  const isShort = Math.min(left.length, right.length) < ENOUGH_WORDS;
  const learned = Math.min(1 / (1 + Math.exp(-sum)), isShort ? MOST_BY_A_SENTENCE : 1);
  const floor = Math.max(
    contradicts(features) ? CONTRADICTED : 0,
    features.otherLine > 0 && !isTied(features) ? OTHER_LINE : 0,
    left.isUnread && right.isUnread && !isTiedUnread(features) ? UNREAD : 0,
  );
  if (left.qualifier === null || right.qualifier === null) return Math.max(learned, floor);
  return shareAWord(left.qualifier, right.qualifier)
    ? Math.max(Math.min(learned, SAME_QUALIFIER), floor)
    : Math.max(learned, OTHER_QUALIFIER);
}

type Features = ReturnType<typeof pairFeatures>;

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

/** Of a language without word lists every word counts as rare. */
function isTiedUnread({ birthsAgree, deathsAgree, wordsShared, namesShared, rareShared }: Features): boolean {
  return birthsAgree + deathsAgree + namesShared > 0 || rareShared === 1 || wordsShared >= MANY_WORDS_SHARED;
}

/** `differenceOf` each two profiles, by their places. */
export function differences(profiles: readonly PersonProfile[], weights: PairWeights = WEIGHTS): number[][] {
  const table = profiles.map(() => profiles.map(() => 0));
  for (const [one, left] of profiles.entries()) {
    for (let other = one + 1; other < profiles.length; other += 1) {
      const right = profiles[other];
      const row = table[one];
      const mirrored = table[other];
      if (right === undefined || row === undefined || mirrored === undefined) continue;
      const difference = differenceOf(left, right, weights);
      row[other] = difference;
      mirrored[one] = difference;
    }
  }
  return table;
}

/**
 * How likely passages speak of several people, in [0, 1], from how each two of them differ: the largest difference and the largest
 * third count, so that many passages alone raise nothing. 0 for fewer than two.
 */
export function severalPeople(pairs: readonly number[]): number {
  if (pairs.length === 0) return 0;
  const sorted = pairs.toSorted((one, other) => other - one);
  const top = sorted.slice(0, Math.ceil(sorted.length / 3));
  return 0.6 * (sorted[0] ?? 0) + (0.4 * top.reduce((sum, one) => sum + one, 0)) / top.length;
}
