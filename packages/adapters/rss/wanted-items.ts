import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedEntry } from "./feed-entries.ts";
import { describeEntry } from "./feed-item.ts";
import type { FeedItem } from "./feed-reading.ts";
import { createKeywordTest } from "./keyword-match.ts";

/** Criteria for a feed's items: containing one of the keywords, and not known to be older than `since`. */
export interface FeedFilter {
  keywords: readonly string[];
  /** Milliseconds since the epoch. */
  since: number;
}

export interface MatchingItem {
  entry: FeedEntry;
  item: FeedItem;
}

/**
 * Returns at most `most` matching entries, in order. `more` is true if there are further ones. Yields to
 * other work between items, because a feed may contain megabytes of markup.
 */
export async function selectItems(
  entries: readonly FeedEntry[],
  { keywords, since }: FeedFilter,
  most: number,
): Promise<{ wanted: MatchingItem[]; more: boolean }> {
  const matches = createKeywordTest(keywords);
  const wanted: MatchingItem[] = [];
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
