import { hashesOf } from "../clock/seen-items.ts";
import { latestPast } from "./future-stamp.ts";
import type { Watch } from "./watch.ts";

/** The state of the looks at a feed. */
export interface FeedHealth {
  /** Where it is read now. */
  url: string;
  /** Since when it has been read there; `null` when it did not move, or long ago. */
  moved_at: string | null;
  /** It gives its items new ids again and again, so they are told apart by title and date. */
  ids_change: boolean;
  /** Items that came at once and are held back. */
  flood: { since: string; items: number; calm_looks: number; released: boolean } | null;
}

/** `null` for a watch on something else. */
export function feedHealth({ record, state: { cursor } }: Watch, now: number): FeedHealth | null {
  if (cursor?.type !== "feed") return null;
  const { url, moved, renamed_looks = 0, flood } = cursor;
  return {
    url,
    moved_at: latestPast([moved?.at], now),
    ids_change: renamed_looks >= RENAMED_LOOKS,
    flood: flood
      ? {
          since: flood.at,
          items: hashesOf(flood.held).length,
          calm_looks: flood.calm_looks,
          released: flood.released || record.released_flood === flood.at,
        }
      : null,
  };
}

/** From so many looks with new ids on, ids do not tell a feed's items apart. */
export const RENAMED_LOOKS = 3;
