import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { FeedFlood } from "../service/watch.ts";
import { listHashes } from "./hash-row.ts";
import { MAX_FINDINGS } from "./look.ts";

/**
 * Number of wanted items above which they are a flood: more than three polls can report. Typical causes are
 * an archive, or a feed that gives all items new IDs.
 */
export const MAX_NEW_ITEMS = 3 * MAX_FINDINGS;
/** Number of polls without another flood after which its items are released. */
const CALM_LOOKS = 3;

/**
 * Returns the flood from before a poll, and what the poll may report: the new items (`fresh`) that are not
 * held back. `unheard` contains the items that arrived after the flood.
 */
export function holdFlood<Item extends { mark: string }>(
  fresh: readonly Item[],
  before: FeedFlood | undefined,
  releasedFlood: string | undefined,
): { flood: FeedFlood | undefined; candidates: readonly Item[]; unheard: readonly Item[] } {
  if (before === undefined) return { flood: undefined, candidates: fresh, unheard: fresh };
  const flood = { ...before, released: before.released || releasedFlood === before.at };
  const held = new Set(listHashes(flood.held));
  const unheard = fresh.filter(({ mark }) => !held.has(mark));
  return { flood, candidates: flood.released ? fresh : unheard, unheard };
}

/** Returns true if a poll's wanted items are a flood. `wanted` is their number. */
export function isFlood(wanted: number, flood: FeedFlood | undefined): boolean {
  return wanted > MAX_NEW_ITEMS && flood?.released !== true;
}

/**
 * Returns the flood after a poll: still held, released, or ended because none of its items is listed any
 * more. `unknown` contains the items to read again.
 */
export function updateFlood<Item extends { mark: string }>(
  flood: FeedFlood | undefined,
  look: { flooded: boolean; fresh: readonly Item[]; unknown: ReadonlySet<Item>; now: number },
): FeedFlood | undefined {
  const { flooded, fresh, unknown, now } = look;
  if (flooded) {
    const held = fresh.map(({ mark }) => mark).join("");
    return { at: flood?.at ?? timestamp(now), held, calm_looks: 0, released: false };
  }
  if (flood === undefined) return undefined;
  const held = new Set(listHashes(flood.held));
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
