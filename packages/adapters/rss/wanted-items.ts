import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedEntry } from "./feed-entries.ts";
import { describeEntry } from "./feed-item.ts";
import type { FeedItem } from "./feed-reading.ts";
import { keywordMatch } from "./keyword-match.ts";

/**
 * Which of a feed's items are wanted: those that contain one of the keywords, and none that is known to be
 * older than `since`.
 */
export interface FeedFilter {
  keywords: readonly string[];
  /** Milliseconds since the epoch. */
  since: number;
}

export interface WantedItem {
  entry: FeedEntry;
  item: FeedItem;
}

/**
 * The entries that are wanted, in their order and `most` at most; `more` when there are further ones. Other
 * work gets its turn between any two items: the texts of a feed may be megabytes of markup.
 */
export async function wantedItems(
  entries: readonly FeedEntry[],
  { keywords, since }: FeedFilter,
  most: number,
): Promise<{ wanted: WantedItem[]; more: boolean }> {
  const matches = keywordMatch(keywords);
  const wanted: WantedItem[] = [];
  for (const entry of entries) {
    if (entry.publishedAt !== null && entry.publishedAt < since) continue;
    const { item, text } = describeEntry(entry);
    if (matches(text)) {
      if (wanted.length === most) return { wanted, more: true };
      wanted.push({ entry, item });
    }
    await nextTurn();
  }
  return { wanted, more: false };
}
