import type { PersonProfile } from "./person-profile.ts";
import { areDifferent, likeness } from "./same-person.ts";

interface Pair {
  left: number;
  right: number;
  likeness: number;
}

/**
 * Puts snippets about the same person together (average-link clustering): the most alike groups first, never two with members that
 * conflict. Snippets that merely differ end in one group: two pages about one life often share no more than the name.
 * With a `floor`, only what is at least that alike is put together: then a snippet that could be about anybody stays alone.
 * Returns indexes into `profiles`, groups and members in order of first appearance.
 */
export function groupByPerson(
  profiles: readonly PersonProfile[],
  floor = Number.NEGATIVE_INFINITY,
): number[][] {
  const alike = profiles.map((left) =>
    profiles.map((right) => (left === right ? 1 : areDifferent(left, right) ? null : likeness(left, right))),
  );
  const groups = profiles.map((_, index) => [index]);
  for (let best = mostAlike(groups, alike, floor); best !== null; best = mostAlike(groups, alike, floor)) {
    const joined = [...(groups[best.left] ?? []), ...(groups[best.right] ?? [])].sort((a, b) => a - b);
    groups.splice(best.right, 1);
    groups[best.left] = joined;
  }
  return groups;
}

function mostAlike(
  groups: readonly number[][],
  alike: readonly (readonly (number | null)[])[],
  floor: number,
): Pair | null {
  let best: Pair | null = null;
  for (let left = 0; left < groups.length; left += 1) {
    for (let right = left + 1; right < groups.length; right += 1) {
      const average = averageLikeness(groups[left] ?? [], groups[right] ?? [], alike);
      if (average !== null && average >= floor && average > (best?.likeness ?? Number.NEGATIVE_INFINITY))
        best = { left, right, likeness: average };
    }
  }
  return best;
}

function averageLikeness(
  left: readonly number[],
  right: readonly number[],
  alike: readonly (readonly (number | null)[])[],
): number | null {
  let sum = 0;
  for (const a of left) {
    for (const b of right) {
      const value = alike[a]?.[b] ?? null;
      if (value === null) return null;
      sum += value;
    }
  }
  return sum / (left.length * right.length);
}
