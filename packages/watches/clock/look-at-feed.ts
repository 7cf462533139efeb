import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { describeEntry } from "@plumbline/adapters/rss/feed-item.ts";
import { createKeywordTest } from "@plumbline/adapters/rss/keyword-match.ts";
import type { FeedListing, FeedUnchanged } from "@plumbline/adapters/rss/list-feed.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { FeedCursor } from "../service/watch.ts";
import { SILENT_CHANGES } from "../service/watch-health.ts";
import { holdFlood, isFlood, MAX_NEW_ITEMS, updateFlood } from "./feed-flood.ts";
import { chooseFirstIdentity, type LearnedIdentity, type Listed, recognizeItems } from "./feed-identity.ts";
import { type Finding, type Look, MAX_FINDINGS } from "./look.ts";
import { GONE_KEPT, MAX_HASHES, SeenItems } from "./seen-items.ts";

/** Minimum interval between writes of changed validators if the list is unchanged. */
const REFRESH_MS = 3_600_000;

/** A watch's criteria for a poll, and how the feed was requested. */
export interface FeedLook {
  keywords: readonly string[];
  /** The flood that a user released. */
  releasedFlood?: string | undefined;
  /** True if the feed was requested without validators. */
  whole?: boolean;
  /** The URL that was requested. */
  asked?: string;
}

/**
 * Returns the items of a feed that are new to a watch, oldest first. Each item is examined once, whether or
 * not it is wanted, and whatever the feed does with its date, position, URL or ID. Items above the limit stay
 * unknown, and the next poll fetches them again.
 */
export async function lookAtFeed(
  answer: FeedListing | FeedUnchanged,
  look: FeedLook,
  cursor: FeedCursor,
  now: number,
): Promise<Look> {
  const url = "unchanged" in answer ? answer.url : answer.feed.url;
  const place = advancePlace(url, look.asked ?? cursor.url, cursor, now);
  const read = look.whole ? { ...cursor, ...place, whole_at: timestamp(now) } : { ...cursor, ...place };
  if ("unchanged" in answer) {
    const changed = look.whole === true || hasMoved(read, cursor);
    return { findings: [], cursor: changed ? read : null, gap: null };
  }
  const { listed, gap: learnedGap, ...learned } = recognizeItems(answer.entries, cursor);
  const fresh = listed.filter(({ isNew }) => isNew).toReversed();
  const { flood, candidates, unheard } = holdFlood(fresh, cursor.flood, look.releasedFlood);
  const { findings, wanted, rest } = await selectItems(candidates, look.keywords, learned);
  const flooded = isFlood(wanted, flood);
  const listable = new Set(candidates);
  const unknown = new Set(flooded ? fresh : [...rest, ...fresh.filter((item) => !listable.has(item))]);
  const known = listed.filter((item) => !unknown.has(item)).map(({ marks }) => marks);
  const { etag, lastModified, digest } = unknown.size === 0 ? answer.version : {};
  const before = new SeenItems(cursor.seen);
  const gone_kept = countGoneKept(listed, before, cursor);
  const keep = { identity: learned.identity, tail: cursor.tail, mostGone: gone_kept };
  const { seen, tail, marks: listed_marks } = before.with(known, keep);
  const next: FeedCursor = {
    ...read,
    etag,
    last_modified: lastModified,
    digest,
    seen,
    tail,
    listed: listed.length,
    read_at: timestamp(now),
    listed_marks,
    gone_kept,
    ...learned,
    repaired: answer.feed.repaired,
    flood: updateFlood(flood, { flooded, fresh, unknown, now }),
  };
  next.silent_changes = countSilentChanges(next, cursor, fresh.length);
  const overflows = unheard.length === listed.length && cursor.listed > 0 && listed.length > 0;
  const floods = flooded && cursor.flood === undefined;
  const gap = floods ? "flood_held" : (learnedGap ?? (overflows ? "feed_overflowed" : null));
  const changed = fresh.length > 0 || gap !== null || look.whole === true || isWorthAWrite(next, cursor);
  return { findings: flooded ? [] : findings, cursor: changed ? next : null, gap };
}

/**
 * Returns true if a poll without new items changed the cursor significantly. New validators of the same list
 * can wait.
 */
function isWorthAWrite(next: FeedCursor, old: FeedCursor): boolean {
  return (
    old.flood !== undefined ||
    next.identity !== old.identity ||
    next.gone_kept !== (old.gone_kept ?? GONE_KEPT) ||
    next.repaired?.join() !== old.repaired?.join() ||
    hasMoved(next, old) ||
    isRefreshed(next, old)
  );
}

function hasMoved(next: FeedCursor, old: FeedCursor): boolean {
  return next.url !== old.url || next.moved?.at !== old.moved?.at;
}

/**
 * Creates the cursor of a new watch. All listed items count as seen, except those that the next poll should
 * report.
 */
export function createFirstCursor(
  { feed, entries, version }: FeedListing,
  { now, asked, unseen = new Set() }: { now: number; asked: string; unseen?: ReadonlySet<FeedEntry> },
): FeedCursor {
  const { etag, lastModified, digest } = unseen.size === 0 ? version : {};
  const { marks: all, ...learned } = chooseFirstIdentity(entries);
  const known = all.filter((_marks, at) => !unseen.has(entries[at] as FeedEntry));
  const keep = { identity: learned.identity, tail: undefined, mostGone: GONE_KEPT };
  const { seen, tail, marks } = new SeenItems("").with(known, keep);
  return {
    type: "feed",
    url: feed.url,
    etag,
    last_modified: lastModified,
    digest,
    seen,
    tail,
    listed: entries.length,
    read_at: timestamp(now),
    whole_at: timestamp(now),
    listed_marks: marks,
    ...learned,
    repaired: feed.repaired,
    moved: feed.url === asked ? undefined : { from: asked, at: timestamp(now) },
  };
}

/** Creates the event of an item, with its identity. */
export function feedFinding(entry: FeedEntry, item: unknown, identity = entry.id): Finding {
  return { identity, content: { type: "feed.item", item } };
}

/**
 * Returns the URL to request from now on. A feed with a permanent redirect is read at its new URL. The old
 * one is remembered, and used again once it responds itself.
 */
function advancePlace(
  url: string,
  asked: string,
  { url: before, moved }: FeedCursor,
  now: number,
): Pick<FeedCursor, "url" | "moved"> {
  if (url === asked) return { url, moved: asked === before ? moved : undefined };
  return { url, moved: asked === moved?.from ? moved : { from: asked, at: timestamp(now) } };
}

/** Counts consecutive polls in which a feed had changed but had no new items. */
function countSilentChanges(next: FeedCursor, old: FeedCursor, fresh: number): number {
  if (fresh > 0) return 0;
  const changes = (old.silent_changes ?? 0) + (isRefreshed(next, old) ? 1 : 0);
  return Math.min(changes, SILENT_CHANGES);
}

/**
 * Returns how many hashes to store of items that are no longer listed. More are stored for a feed that lists
 * such items again.
 */
function countGoneKept(listed: readonly Listed[], seen: SeenItems, cursor: FeedCursor): number {
  const kept = cursor.gone_kept ?? GONE_KEPT;
  if (cursor.listed_marks === undefined || cursor.tail || kept >= MAX_HASHES) return kept;
  const gone = seen.listGone(cursor.listed_marks);
  const isBack = listed.some(({ mark }) => gone.has(mark));
  return isBack ? Math.min(MAX_HASHES, 2 * kept) : kept;
}

/**
 * Selects the wanted ones of the new items: at most fifty as findings, later ones as `rest`, and their
 * number, counted up to the limit of a flood. Yields to other work between items.
 */
async function selectItems(
  items: readonly Listed[],
  keywords: readonly string[],
  { identity }: LearnedIdentity,
) {
  const matches = createKeywordTest(keywords);
  const findings: Finding[] = [];
  const rest: Listed[] = [];
  let wanted = 0;
  for (const item of items) {
    if (wanted > MAX_NEW_ITEMS) {
      rest.push(item);
      continue;
    }
    const { entry, mark } = item;
    const { item: described, text } = describeEntry(entry);
    const isWanted = matches(text);
    if (isWanted) wanted += 1;
    const isItsOwn = identity === "id" || entry.idFrom === identity;
    if (wanted > MAX_FINDINGS) rest.push(item);
    else if (isWanted) findings.push(feedFinding(entry, described, isItsOwn ? entry.id : mark));
    await nextTurn();
  }
  return { findings, wanted, rest };
}

function isRefreshed(next: FeedCursor, old: FeedCursor): boolean {
  const other =
    next.etag !== old.etag || next.last_modified !== old.last_modified || next.digest !== old.digest;
  return other && Math.abs(Date.parse(next.read_at) - Date.parse(old.read_at)) >= REFRESH_MS;
}
