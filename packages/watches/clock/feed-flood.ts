import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { FeedFlood } from "../service/watch.ts";
import { hashesOf } from "./hash-row.ts";
import { MOST_FINDINGS } from "./look.ts";

/** More wanted items than three looks can list are a flood: an archive, or a feed that names all anew. */
export const MOST_AT_ONCE = 3 * MOST_FINDINGS;
/** After so many looks without another flood, its items are meant. */
const CALM_LOOKS = 3;

/**
 * A flood before a look, and what the look may list: of the new items (`fresh`) those that are not held back.
 * `unheard`: those that came after the flood.
 */
export function holdFlood<Item extends { mark: string }>(
  fresh: readonly Item[],
  before: FeedFlood | undefined,
  releasedFlood: string | undefined,
): { flood: FeedFlood | undefined; candidates: readonly Item[]; unheard: readonly Item[] } {
  if (before === undefined) return { flood: undefined, candidates: fresh, unheard: fresh };
  const flood = { ...before, released: before.released || releasedFlood === before.at };
  const held = new Set(hashesOf(flood.held));
  const unheard = fresh.filter(({ mark }) => !held.has(mark));
  return { flood, candidates: flood.released ? fresh : unheard, unheard };
}

/** `wanted`: items of a look that its watch wants. */
export function isFlood(wanted: number, flood: FeedFlood | undefined): boolean {
  return wanted > MOST_AT_ONCE && flood?.released !== true;
}

/**
 * The flood after a look: held longer, released, or over, once none of its items is left in the list.
 * `unknown`: items that are to be looked at again.
 */
export function floodAfter<Item extends { mark: string }>(
  flood: FeedFlood | undefined,
  look: { flooded: boolean; fresh: readonly Item[]; unknown: ReadonlySet<Item>; now: number },
): FeedFlood | undefined {
  const { flooded, fresh, unknown, now } = look;
  if (flooded) {
    const held = fresh.map(({ mark }) => mark).join("");
    return { at: flood?.at ?? timestamp(now), held, calm_looks: 0, released: false };
  }
  if (flood === undefined) return undefined;
  const held = new Set(hashesOf(flood.held));
  const left = [...unknown].map(({ mark }) => mark).filter((hash) => held.has(hash));
  if (left.length === 0) return undefined;
  const calm_looks = flood.calm_looks + 1;
  return {
    ...flood,
    held: left.join(""),
    calm_looks,
    released: flood.released || calm_looks >= CALM_LOOKS,
  };
}
