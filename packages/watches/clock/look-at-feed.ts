import { setImmediate as nextTurn } from "node:timers/promises";
import { comparableUrl } from "@plumbline/adapters/rss/comparable-url.ts";
import type { FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { describeEntry } from "@plumbline/adapters/rss/feed-item.ts";
import { keywordMatch } from "@plumbline/adapters/rss/keyword-match.ts";
import type { FeedListing, FeedUnchanged } from "@plumbline/adapters/rss/list-feed.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { FeedCursor } from "../service/watch.ts";
import { RENAMED_LOOKS } from "../service/watch-health.ts";
import { floodAfter, holdFlood, isFlood, MOST_AT_ONCE } from "./feed-flood.ts";
import { type Finding, type Look, MOST_FINDINGS } from "./look.ts";
import { type ItemMarks, itemMarks, SeenItems } from "./seen-items.ts";

/** Validators that stand for the same list are not worth a write at every look; so often they are. */
const REFRESH_MS = 3_600_000;
/** Hashes of 200 items that a feed no longer lists; a feed that brings such items back has more kept. */
const GONE_KEPT = 600;
const MOST_GONE_KEPT = 9_000;

/** An item that a look lists, and what it is known by. */
interface Listed {
  entry: FeedEntry;
  marks: ItemMarks;
  /** Its id is that of an earlier item, and nothing else of it is. */
  collides: boolean;
}

/** One watch's wishes for a look, and how the feed was asked. */
export interface FeedLook {
  keywords: readonly string[];
  /** The flood that a person released. */
  releasedFlood?: string | undefined;
  /** The feed was asked without validators. */
  whole?: boolean;
  /** The address that was asked. */
  asked?: string;
}

/**
 * Finds the items of a feed that are new to one watch, oldest first. An item is looked at once, whether it is
 * wanted or not, whatever the feed does with its date, position, address or id. Items over the bound stay
 * unknown and are fetched again at the next look.
 */
export async function lookAtFeed(
  answer: FeedListing | FeedUnchanged,
  look: FeedLook,
  cursor: FeedCursor,
  now: number,
): Promise<Look> {
  const url = "unchanged" in answer ? answer.url : answer.feed.url;
  const place = placeAfter(url, look.asked ?? cursor.url, cursor, now);
  const read = look.whole ? { ...cursor, ...place, whole_at: timestamp(now) } : { ...cursor, ...place };
  if ("unchanged" in answer) {
    const changed = look.whole === true || hasMoved(read, cursor);
    return { findings: [], cursor: changed ? read : null, gap: null };
  }
  const { listed, fresh, renamed, pages_shared, ids_collide } = freshItems(answer.entries, cursor);
  const { flood, candidates, unheard } = holdFlood(fresh, cursor.flood, look.releasedFlood);
  const { findings, wanted, rest } = await wantedItems(candidates, look.keywords, pages_shared);
  const flooded = isFlood(wanted, flood);
  const listable = new Set(candidates);
  const unknown = new Set(flooded ? fresh : [...rest, ...fresh.filter((item) => !listable.has(item))]);
  const known = listed.filter((item) => !unknown.has(item)).map(({ marks }) => marks);
  const { etag, lastModified, digest } = unknown.size === 0 ? answer.version : {};
  const before = new SeenItems(cursor.seen);
  const gone_kept = goneKept(listed, before, cursor);
  const { seen, marks: listed_marks } = before.with(known, gone_kept);
  const renamed_looks = (cursor.renamed_looks ?? 0) + (renamed ? 1 : 0);
  const next: FeedCursor = {
    ...read,
    etag,
    last_modified: lastModified,
    digest,
    seen,
    listed: listed.length,
    read_at: timestamp(now),
    listed_marks,
    gone_kept,
    pages_shared,
    pages_marked: true,
    ids_collide,
    renamed_looks: Math.min(renamed_looks, RENAMED_LOOKS),
    repaired: answer.feed.repaired,
    flood: floodAfter(flood, { flooded, fresh, unknown, now }),
  };
  const gap = gapOf(cursor, next, { flooded, overflowed: unheard.length === listed.length });
  const changed = fresh.length > 0 || gap !== null || look.whole === true || isWorthAWrite(next, cursor);
  return { findings: flooded ? [] : findings, cursor: changed ? next : null, gap };
}

/** Returns why something may have been missed, or is held back. */
function gapOf(
  before: FeedCursor,
  next: FeedCursor,
  { flooded, overflowed }: { flooded: boolean; overflowed: boolean },
): Look["gap"] {
  if (flooded && before.flood === undefined) return "flood_held";
  if (overflowed && before.listed > 0 && next.listed > 0) return "feed_overflowed";
  if (next.ids_collide && !before.ids_collide) return "ids_collide";
  const became = next.renamed_looks === RENAMED_LOOKS && before.renamed_looks !== RENAMED_LOOKS;
  return became ? "ids_change" : null;
}

/** True when a look learnt something though it found nothing. Validators of the same list can wait. */
function isWorthAWrite(next: FeedCursor, old: FeedCursor): boolean {
  return (
    old.flood !== undefined ||
    next.renamed_looks !== (old.renamed_looks ?? 0) ||
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
 * The cursor of a watch that begins now: all that is listed counts as seen, but for what it is to find at its
 * next look.
 */
export function firstFeedCursor(
  { feed, entries, version }: FeedListing,
  { now, asked, toFind = new Set() }: { now: number; asked: string; toFind?: ReadonlySet<FeedEntry> },
): FeedCursor {
  const { etag, lastModified, digest } = toFind.size === 0 ? version : {};
  const pages_shared = sharesPages(entries);
  const marksOf = (entry: FeedEntry) => itemMarks(entry, !pages_shared);
  const known = entries.filter((entry) => !toFind.has(entry)).map(marksOf);
  const { seen, marks } = new SeenItems("").with(known, GONE_KEPT);
  return {
    type: "feed",
    url: feed.url,
    etag,
    last_modified: lastModified,
    digest,
    seen,
    listed: entries.length,
    read_at: timestamp(now),
    whole_at: timestamp(now),
    listed_marks: marks,
    pages_shared,
    pages_marked: true,
    ids_collide: entries.some(({ idCollides }) => idCollides) || undefined,
    repaired: feed.repaired,
    moved: feed.url === asked ? undefined : { from: asked, at: timestamp(now) },
  };
}

/** The identity of an item's event. */
export function feedFinding(entry: FeedEntry, item: unknown, identity = entry.id): Finding {
  return { identity, content: { type: "feed.item", item } };
}

/**
 * Where the feed is read from now on. A feed that redirects for good is read at its new address; the old one
 * is remembered, and is its address again once it answers by itself.
 */
function placeAfter(
  url: string,
  asked: string,
  { url: before, moved }: FeedCursor,
  now: number,
): Pick<FeedCursor, "url" | "moved"> {
  if (url === asked) return { url, moved: asked === before ? moved : undefined };
  return { url, moved: asked === moved?.from ? moved : { from: asked, at: timestamp(now) } };
}

/**
 * The items that are new to a watch, the oldest first. Where most of a list has new ids, and was there before
 * by title and date, those items are the same; in a feed that does so again and again, each such item is.
 */
function freshItems(entries: readonly FeedEntry[], cursor: FeedCursor) {
  const seen = new SeenItems(cursor.seen);
  const pages_shared = cursor.pages_shared === true || sharesPages(entries);
  const items = entries.map((entry) => ({ entry, marks: itemMarks(entry, !pages_shared) }));
  const { hasCollided, isEdited } = comparing(items, { seen, cursor, pages_shared });
  const listed = items.map((item): Listed => ({ ...item, collides: hasCollided(item.marks) }));
  const ids_collide =
    cursor.ids_collide || listed.some(({ entry, collides }) => collides || entry.idCollides) || undefined;
  const once = new Set<string>();
  const unseen = listed.filter((item) => {
    const { marks, collides } = item;
    const again = once.has(marks.identity);
    once.add(marks.identity);
    return collides || (!again && !seen.has(marks) && !isEdited(item));
  });
  const isRenamed = ({ marks }: Listed) =>
    !seen.hasIdentity(marks) && (seen.has(marks) || seen.hasTitled(marks));
  const renamed = 2 * listed.filter(isRenamed).length >= Math.max(1, listed.length);
  const byTitle = renamed || cursor.renamed_looks === RENAMED_LOOKS;
  const fresh = unseen.filter(({ marks }) => !byTitle || !seen.hasTitled(marks)).toReversed();
  return { listed, fresh, renamed, pages_shared, ids_collide };
}

/**
 * Compares new items with known ones where ids cannot be trusted. An item collides whose id is known, though
 * its page, title and date are new; where that holds for most of a list, pages and titles have changed, and
 * not the items. An item is an edited one whose page was seen, and whose new id is another edition of that
 * page: `https://…/story#1`.
 */
function comparing(
  items: readonly Pick<Listed, "marks">[],
  { seen, cursor, pages_shared }: { seen: SeenItems; cursor: FeedCursor; pages_shared: boolean },
) {
  const pages = items.flatMap(({ marks }) => marks.page ?? []);
  const pagesTell = cursor.pages_marked === true && !pages_shared && new Set(pages).size === pages.length;
  const isOther = (marks: ItemMarks) =>
    seen.hasIdentity(marks) &&
    ![marks.page, marks.titled, marks.shown].includes(null) &&
    !seen.hasPage(marks) &&
    !seen.hasTitled(marks);
  const others = pagesTell ? items.filter(({ marks }) => isOther(marks)).length : 0;
  const mayCollide = others > 0 && (cursor.ids_collide === true || 2 * others < items.length);
  return {
    hasCollided: (marks: ItemMarks) => mayCollide && isOther(marks),
    isEdited: ({ entry, marks }: Listed) => pagesTell && isEdition(entry) && seen.hasPage(marks),
  };
}

/** The entry's own id is the address of its page, but for what follows a `#`. */
function isEdition({ id, idFrom, url }: FeedEntry): boolean {
  const withoutFragment = (address: string) => comparableUrl(address).replace(/#.*/s, "");
  return idFrom === "id" && url !== null && withoutFragment(id) === withoutFragment(url);
}

/** Items without an id of their own lead to one page. */
function sharesPages(entries: readonly FeedEntry[]): boolean {
  return entries.some(({ idFrom, url }) => idFrom === "content" && url !== null);
}

/** More for a feed that lists items again which it had stopped to list. */
function goneKept(listed: readonly Listed[], seen: SeenItems, cursor: FeedCursor): number {
  const kept = cursor.gone_kept ?? GONE_KEPT;
  if (cursor.listed_marks === undefined || kept >= MOST_GONE_KEPT) return kept;
  const gone = seen.gone(cursor.listed_marks);
  const isBack = listed.some(({ marks }) => gone.hasIdentity(marks));
  return isBack ? Math.min(MOST_GONE_KEPT, 2 * kept) : kept;
}

/**
 * The wanted ones among new items: at most fifty as findings, those behind them as `rest`, and how many are
 * wanted, counted until it is a flood. Other work gets its turn between any two.
 */
async function wantedItems(items: readonly Listed[], keywords: readonly string[], pagesShared: boolean) {
  const matches = keywordMatch(keywords);
  const findings: Finding[] = [];
  const rest: Listed[] = [];
  let wanted = 0;
  for (const item of items) {
    if (wanted > MOST_AT_ONCE) {
      rest.push(item);
      continue;
    }
    const { entry, marks, collides } = item;
    const { item: described, text } = describeEntry(entry);
    const isWanted = matches(text);
    if (isWanted) wanted += 1;
    const own = entry.idFrom === "page" && pagesShared ? marks.identity : entry.id;
    const identity = collides ? (marks.shown ?? own) : own;
    if (wanted > MOST_FINDINGS) rest.push(item);
    else if (isWanted) findings.push(feedFinding(entry, described, identity));
    await nextTurn();
  }
  return { findings, wanted, rest };
}

function isRefreshed(next: FeedCursor, old: FeedCursor): boolean {
  const other =
    next.etag !== old.etag || next.last_modified !== old.last_modified || next.digest !== old.digest;
  return other && Math.abs(Date.parse(next.read_at) - Date.parse(old.read_at)) >= REFRESH_MS;
}
