import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { describeEntry } from "@plumbline/adapters/rss/feed-item.ts";
import { keywordMatch } from "@plumbline/adapters/rss/keyword-match.ts";
import type { FeedListing, FeedUnchanged } from "@plumbline/adapters/rss/list-feed.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { FeedCursor } from "../service/watch.ts";
import { type Finding, type Look, MOST_FINDINGS } from "./look.ts";
import { type ItemMarks, itemMarks, SeenItems } from "./seen-items.ts";

/** Validators that stand for the same list are not worth a write at every look; so often they are. */
const REFRESH_MS = 3_600_000;

/**
 * Finds the items of a feed that are new to one watch, oldest first. An item is looked at once, whether it is
 * wanted or not, whatever the feed does with its date and position. Items over the bound stay unknown and are
 * fetched again at the next look.
 */
export async function lookAtFeed(
  answer: FeedListing | FeedUnchanged,
  { keywords }: { keywords: readonly string[] },
  cursor: FeedCursor,
  now: number,
): Promise<Look> {
  if ("unchanged" in answer) {
    const moved = answer.url !== cursor.url;
    return { findings: [], cursor: moved ? { ...cursor, url: answer.url } : null, gap: null };
  }
  const seen = new SeenItems(cursor.seen);
  const marked = answer.entries.map((entry) => ({ entry, marks: itemMarks(entry) }));
  const fresh = marked.filter(({ marks }) => !seen.has(marks)).toReversed();
  const { findings, rest } = await wanted(fresh, keywords);
  const overflowed = cursor.listed > 0 && marked.length > 0 && fresh.length === marked.length;
  const { etag, lastModified, digest } = rest.size === 0 ? answer.version : {};
  const next: FeedCursor = {
    type: "feed",
    url: answer.feed.url,
    etag,
    last_modified: lastModified,
    digest,
    seen: seen.with(marked.filter(({ entry }) => !rest.has(entry)).map(({ marks }) => marks)),
    listed: marked.length,
    read_at: timestamp(now),
  };
  const changed = fresh.length > 0 || next.url !== cursor.url || isRefreshed(next, cursor);
  return { findings, cursor: changed ? next : null, gap: overflowed ? "feed_overflowed" : null };
}

/**
 * The cursor of a watch that begins now: all that is listed counts as seen, but for what it is to find at its
 * next look.
 */
export function firstFeedCursor(
  { feed, entries, version }: FeedListing,
  now: number,
  toFind: ReadonlySet<FeedEntry> = new Set(),
): FeedCursor {
  const { etag, lastModified, digest } = toFind.size === 0 ? version : {};
  return {
    type: "feed",
    url: feed.url,
    etag,
    last_modified: lastModified,
    digest,
    seen: new SeenItems("").with(entries.filter((entry) => !toFind.has(entry)).map(itemMarks)),
    listed: entries.length,
    read_at: timestamp(now),
  };
}

/** The identity of an item's event. */
export function feedFinding(entry: FeedEntry, item: unknown): Finding {
  return { identity: entry.id, content: { type: "feed.item", item } };
}

/**
 * The wanted ones among new entries, and those that were not looked at. Other work gets its turn between any
 * two.
 */
async function wanted(fresh: readonly { entry: FeedEntry; marks: ItemMarks }[], keywords: readonly string[]) {
  const matches = keywordMatch(keywords);
  const findings: Finding[] = [];
  const rest = new Set<FeedEntry>();
  for (const { entry } of fresh) {
    if (findings.length === MOST_FINDINGS) {
      rest.add(entry);
      continue;
    }
    const { item, text } = describeEntry(entry);
    if (matches(text)) findings.push(feedFinding(entry, item));
    await nextTurn();
  }
  return { findings, rest };
}

function isRefreshed(next: FeedCursor, old: FeedCursor): boolean {
  const other =
    next.etag !== old.etag || next.last_modified !== old.last_modified || next.digest !== old.digest;
  return other && Date.parse(next.read_at) - Date.parse(old.read_at) >= REFRESH_MS;
}
