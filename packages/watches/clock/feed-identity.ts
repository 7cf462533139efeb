import type { FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { FEED_KEYS, type FeedCursor, type FeedKey, type WatchGap } from "../service/watch.ts";
import {
  countWholeItems,
  type ItemMarks,
  listMarks,
  MAX_ITEMS,
  markOf,
  SeenItems,
  type UntoldKeys,
} from "./seen-items.ts";

/** An item that a poll listed, and the marks that identify it. */
export interface Listed {
  entry: FeedEntry;
  marks: ItemMarks;
  /** The mark that is used. */
  mark: string;
  isNew: boolean;
}

/** The part of a cursor that states which keys distinguish a feed's items. */
export type LearnedIdentity = Pick<
  FeedCursor,
  "identity" | "ids_collide" | "ids_change" | "pages_shared" | "newest_at"
>;

/** Chooses the key for a watch's first list, and returns the marks of that list. */
export function chooseFirstIdentity(
  entries: readonly FeedEntry[],
): LearnedIdentity & { identity: FeedKey; marks: ItemMarks[] } {
  const untold = findSharedKeys(entries, {});
  const marks = listMarks(entries, untold);
  return { ...learnIdentity(untold, entries, {}), identity: chooseUsualKey(marks), marks };
}

/**
 * Determines which items of a list are new. An item is known if most of its keys (ID, page, title with date)
 * are known. If they disagree, the key that has so far distinguished the feed's items decides. Another key is
 * chosen when that one no longer works: when several items share it, or most known items have changed it.
 */
export function recognizeItems(
  entries: readonly FeedEntry[],
  cursor: FeedCursor,
): LearnedIdentity & { identity: FeedKey; listed: Listed[]; gap: WatchGap["reason"] | null } {
  const seen = new SeenItems(cursor.seen);
  const tail = new SeenItems(cursor.tail ?? "");
  /** Returns true for the items that are judged by all their keys. */
  const isHead = (_each: unknown, at: number) => !cursor.tail || at < countWholeItems(cursor.listed);
  const untold = findSharedKeys(entries, cursor);
  let marks = listMarks(entries, untold, seen);
  const { newest_at = Number.POSITIVE_INFINITY } = cursor;
  const later = entries.map(({ publishedAt }) => publishedAt !== null && publishedAt > newest_at);
  const isOld = (at: number) => entries[at]?.publishedAt !== null && !later[at];
  const reused = findReusedKeys(marks.filter(isHead), { later, isOld, seen });
  if (reused.ids || reused.pages) {
    untold.ids ||= reused.ids;
    untold.pages ||= reused.pages;
    marks = listMarks(entries, untold, seen);
  }
  const before = cursor.identity ?? chooseUsualKey(marks);
  const identity = chooseKey(marks.filter(isHead), { seen, before, isOld });
  // Some marks of earlier versions differ from those of this version.
  const isKnown = (each: ItemMarks) =>
    isItemKnown(seen, each, identity) ||
    tail.has(markOf(each, identity)) ||
    (cursor.identity === undefined && seen.has(each.title));
  const isFresh = marks.map((each) => !isKnown(each));
  // In a long feed, only the newest items are known by another key, and in the longest, the oldest are known
  // by none. Items after the last known one are older than it.
  const isPartlyKnown = cursor.tail && (identity !== before || cursor.listed > MAX_ITEMS);
  if (isPartlyKnown && isFresh.includes(false)) isFresh.fill(false, isFresh.lastIndexOf(false));
  const isMoved = cursor.ids_change ? () => false : findMovedItems(marks.filter(isHead), isFresh, seen);
  const once = new Set<string>();
  const listed = entries.map((entry, at): Listed => {
    const each = marks[at] as ItemMarks;
    const mark = markOf(each, identity);
    const isNew = isFresh[at] === true && !once.has(mark) && !isMoved(each);
    once.add(mark);
    return { entry, marks: each, mark, isNew };
  });
  const collides = (untold.ids === true && !cursor.ids_collide) || reused.pages === true;
  const changes = (identity !== before && cursor.identity !== undefined) || marks.some(isMoved);
  const change = changes && !collides && entries.length > 0;
  return {
    ...learnIdentity(untold, entries, cursor),
    identity,
    ids_change: cursor.ids_change || change || undefined,
    listed,
    gap: collides ? "ids_collide" : change ? "ids_change" : null,
  };
}

function findSharedKeys(entries: readonly FeedEntry[], before: Partial<FeedCursor>): UntoldKeys {
  return {
    ids: before.ids_collide || entries.some(({ idCollides }) => idCollides) || undefined,
    pages:
      before.pages_shared ||
      entries.some(({ idFrom, pageShared }) => pageShared && idFrom !== "id") ||
      undefined,
  };
}

function learnIdentity(
  { ids, pages }: UntoldKeys,
  entries: readonly FeedEntry[],
  { newest_at }: Partial<FeedCursor>,
): LearnedIdentity {
  const newest = Math.max(newest_at ?? 0, ...entries.map(({ publishedAt }) => publishedAt ?? 0));
  return { ids_collide: ids, pages_shared: pages, newest_at: newest };
}

/** Returns the first key that most items have. */
function chooseUsualKey(marks: readonly ItemMarks[]): FeedKey {
  return FEED_KEYS.find((key) => isMost(marks, (each) => each[key] !== null)) ?? "title";
}

function isItemKnown(seen: SeenItems, marks: ItemMarks, identity: FeedKey): boolean {
  const present = FEED_KEYS.filter((key) => marks[key] !== null);
  const known = present.filter((key) => seen.has(marks[key]));
  if (known.length === 0) return false;
  return 2 * known.length > present.length || seen.has(markOf(marks, identity));
}

/**
 * Returns the keys that new items share with earlier ones. Nothing else about such items is known. They are
 * also a minority of the list, or dated after everything listed before, or have the ID of an item that is now
 * listed with another one. Otherwise, pages and titles were edited. An item that is listed alone may have
 * both the ID and the page of the previous one.
 */
function findReusedKeys(
  marks: readonly ItemMarks[],
  { later, isOld, seen }: Pick<KeyChoice, "seen" | "isOld"> & { later: readonly boolean[] },
): UntoldKeys {
  const isRetitled = ({ title, name }: ItemMarks) => title !== null && !seen.has(title) && !seen.has(name);
  const [only] = marks;
  if (only && marks.length === 1) {
    const hasNewPage = only.page !== null && !seen.has(only.page);
    const isOther = isRetitled(only) && !isOld(0) && (later[0] || hasNewPage);
    return isOther ? { ids: seen.has(only.id) || undefined, pages: seen.has(only.page) || undefined } : {};
  }
  const isReused = (each: ItemMarks) =>
    seen.has(each.id) && isRetitled(each) && (each.page === each.id || !seen.has(each.page));
  const reused = [...marks.keys()].filter((at) => isReused(marks[at] as ItemMarks));
  const withPages = reused.filter((at) => marks[at]?.page !== null);
  const isMinority = withPages.length > 0 && 2 * withPages.length < marks.length;
  const shown = new Set(marks.flatMap(({ page, title }) => [page ?? [], title ?? []].flat()));
  const isElsewhere = (at: number) => shown.has(seen.findHashAfter(marks[at]?.id ?? "") ?? "");
  return { ids: isMinority || reused.some((at) => later[at] || isElsewhere(at)) || undefined };
}

interface KeyChoice {
  seen: SeenItems;
  before: FeedKey;
  /** Returns true if the item is not dated after everything listed before. */
  isOld(at: number): boolean;
}

/**
 * Chooses the key that distinguishes the items from now on. The page is chosen only if several items show
 * that it differs between items. It is given up once the IDs of most items stay and one item has another ID,
 * title or date on a known page.
 */
function chooseKey(marks: readonly ItemMarks[], { seen, before, isOld }: KeyChoice): FeedKey {
  const isSeen = (key: FeedKey) => (each: ItemMarks) => seen.has(each[key]);
  const isAlone = marks.length === 1;
  const isOther = ({ id, page, title }: ItemMarks) =>
    id !== null && !seen.has(id) && !seen.has(title) && seen.has(page);
  if (before === "page" && marks.some(isOther) && (isAlone || isMost(marks, isSeen("id")))) return "id";
  const isReplaced = !isAlone && !marks.some(isSeen(before));
  const isSeenElse = (each: ItemMarks, at: number) => {
    const isSeenThere = (["id", "page"] as const).some((key) => key !== before && seen.has(each[key]));
    if (before === "title") return isSeenThere;
    return seen.has(each.title) || (isReplaced && isSeenThere && (seen.has(each.name) || isOld(at)));
  };
  const isChanged = (each: ItemMarks, at: number) =>
    each[before] !== null && !seen.has(each[before]) && isSeenElse(each, at);
  const isMissing = marks.length > 0 && !isMost(marks, (each) => each[before] !== null);
  if (!isMissing && (marks.length === 0 || !isMost(marks, isChanged))) return before;
  if (isAlone && !isMissing) return "title";
  return (
    FEED_KEYS.find((key) => key !== before && isMost(marks, isSeen(key))) ??
    FEED_KEYS.find((key) => key !== before && isMost(marks, (each) => each[key] !== null)) ??
    "title"
  );
}

/**
 * Finds the items of a list whose IDs, pages and dates have all changed together, so that only their titles
 * identify them. Applied once per watch, because a feed may also reuse earlier titles for new items.
 */
function findMovedItems(
  marks: readonly ItemMarks[],
  isFresh: readonly boolean[],
  seen: SeenItems,
): (marks: ItemMarks) => boolean {
  const names = marks.filter(({ name }, at) => isFresh[at] && seen.has(name)).map(({ name }) => name);
  const tell = names.length > 1 && new Set(names).size === names.length;
  const moved = new Set(tell && 2 * names.length >= marks.length ? names : []);
  return ({ name }) => moved.has(name);
}

function isMost(marks: readonly ItemMarks[], test: (marks: ItemMarks, at: number) => boolean): boolean {
  return 2 * marks.filter(test).length >= Math.max(1, marks.length);
}
