import type { PairWeights } from "./pair-features.ts";
import type { PersonProfile } from "./person-profile.ts";
import { differences, severalPeople } from "./same-person.ts";
import { WEIGHTS } from "./weights.ts";

/** From here on passages are taken to speak of several people. */
const SEVERAL = 0.835;
/** Groups that differ by less on average are one person's. */
const JOINED = 0.8;

/** Passages put together by person. */
export interface Grouping {
  /** Places in the list of profiles, groups and members in order of first appearance. */
  groups: number[][];
  /** How likely each two speak of different people. */
  difference: readonly (readonly number[])[];
}

/** Whether passages clearly speak of several people; `members` are places in the list of profiles. */
export function speakOfSeveral(
  members: readonly number[],
  difference: readonly (readonly number[])[],
): boolean {
  const pairs = members.flatMap((one, at) =>
    members.slice(at + 1).map((other) => difference[one]?.[other] ?? 0),
  );
  return severalPeople(pairs) >= SEVERAL;
}

/** Puts passages about the same person together: one group, unless they clearly speak of several people. */
export function groupByPerson(profiles: readonly PersonProfile[], weights: PairWeights = WEIGHTS): Grouping {
  const difference = differences(profiles, weights);
  const all = profiles.map((_, index) => index);
  if (!speakOfSeveral(all, difference)) return { groups: all.length === 0 ? [] : [all], difference };
  return { groups: joinAlike(all, difference, JOINED, 2), difference };
}

/**
 * Joins the two groups that differ least on average, again and again, while they differ by less than `limit` and more than `fewest`
 * groups are left (average-link clustering).
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

/** How much the members of two groups differ on average, in [0, 1]. */
export function averageDifference(
  left: readonly number[],
  right: readonly number[],
  difference: readonly (readonly number[])[],
): number {
  let sum = 0;
  for (const one of left) for (const other of right) sum += difference[one]?.[other] ?? 0;
  return sum / Math.max(1, left.length * right.length);
}
