import { createHash } from "node:crypto";
import { normalizeUrl } from "@plumbline/adapters/rss/comparable-url.ts";
import { type FeedEntry, getContent, normalizeTitle } from "@plumbline/adapters/rss/feed-entries.ts";
import { FEED_KEYS, type FeedKey } from "../service/watch.ts";
import { listHashes } from "./hash-row.ts";

/** Nine bytes of SHA-256 in base64url. With 5,000 items, two share a hash in one of 10^14 feeds. */
const HASH_BYTES = 9;
/** Number of characters of an item's content that distinguish it from others with the same title. */
const CONTENT_READ = 2_000;
/** Maximum number of hashes that a watch stores. A cursor then takes 60 kB. */
export const MAX_HASHES = 5_000;
/** Number of hashes to store of items that a feed no longer lists, if there is room. */
export const GONE_KEPT = 600;
/** Number of items of which all keys are stored, in the longest feeds. */
const MIN_WHOLE = 100;
/** Number of keys of an item, including the title alone. */
const KEYS = 4;
/** Maximum number of items of which any key is stored. */
export const MAX_ITEMS = MAX_HASHES - (KEYS - 1) * MIN_WHOLE;

/** Hashes that identify a feed's item. Null if it has no such key, or shares it with other items. */
export interface ItemMarks extends Record<FeedKey, string | null> {
  /** Its title alone. Many feeds reuse titles, so this only counts if nothing else in a list is known. */
  name: string | null;
  /** Its whole ID, if `id` is its page without a fragment. */
  edition: string | null;
}

/** Keys that no longer distinguish a feed's items. */
export interface UntoldKeys {
  ids?: boolean | undefined;
  /** The pages of items without an ID. */
  pages?: boolean | undefined;
}

export function listMarks(entries: readonly FeedEntry[], untold: UntoldKeys, seen?: SeenItems): ItemMarks[] {
  const pages = entries.map(({ idFrom, url, pageShared }) =>
    url === null || pageShared || (untold.pages && (idFrom !== "id" || untold.ids))
      ? null
      : normalizeUrl(url),
  );
  const ids = entries.map(({ id, idFrom }) => (idFrom === "id" && !untold.ids ? normalizeUrl(id) : null));
  // `https://…/story#1` is another edition of that page, unless it is known itself or several are listed.
  const editions = ids.map((id, at) => (id?.replace(/#.*/s, "") === pages[at] ? (pages[at] ?? null) : null));
  const isOnce = onceIn(editions);
  const titles = entries.map(({ node }) => normalizeTitle(node));
  const titled = entries.map((entry, at) => hashTitle(entry, titles[at] ?? ""));
  const isTitledOnce = onceIn(titled);
  return entries.map((_entry, at) => {
    const [edition = null, page = null, title = ""] = [editions[at], pages[at], titles[at]];
    const whole = hashId(ids[at]);
    const isEdition = edition !== null && isOnce(edition) && !seen?.has(whole);
    const key = titled[at] ?? "";
    const tells = (whole === null && page === null) || isTitledOnce(key);
    return {
      id: isEdition ? hashId(edition) : whole,
      page: hashId(page),
      title: tells ? key : null,
      name: title === "" ? null : hashOf(["name", title]),
      edition: isEdition ? whole : null,
    };
  });
}

function hashId(id: string | null | undefined): string | null {
  return id ? hashOf(["id", id]) : null;
}

/** Hashes title and date. If one of them is missing, also hashes the content. */
function hashTitle({ id, idFrom, publishedAt, node }: FeedEntry, title: string): string {
  if (title === "" && idFrom === "content") return hashOf(["id", id]);
  // RSS dates have whole seconds, while the same item's date in Atom may have a fraction.
  const date = Math.floor((publishedAt ?? 0) / 1000) * 1000;
  const content = publishedAt === null || title === "" ? getContent(node).slice(0, CONTENT_READ) : "";
  return hashOf(["titled", title, date, content]);
}

function onceIn(values: readonly (string | null)[]): (value: string) => boolean {
  const times = new Map<string | null, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return (value) => times.get(value) === 1;
}

/** Returns an item's mark, given the key that distinguishes its feed's items. */
export function markOf(marks: ItemMarks, key: FeedKey): string {
  return marks[key] ?? marks.id ?? marks.page ?? marks.title ?? "";
}

/** The items that a watch has seen, as stored in its cursor: hashes, most recently listed first. */
export class SeenItems {
  readonly #hashes: ReadonlySet<string>;

  constructor(seen: string) {
    this.#hashes = new Set(listHashes(seen));
  }

  has(hash: string | null): boolean {
    return hash !== null && this.#hashes.has(hash);
  }

  /** Returns the hash stored after an ID's: the page of the item that had this ID, or else its title. */
  findHashAfter(id: string): string | undefined {
    const hashes = [...this.#hashes];
    return this.#hashes.has(id) ? hashes[hashes.indexOf(id) + 1] : undefined;
  }

  /** Returns the items after the first `listed` hashes: those that a feed no longer lists. */
  listGone(listed: number): SeenItems {
    return new SeenItems([...this.#hashes].slice(listed).join(""));
  }

  /**
   * Returns these items and, of the earlier ones, the `mostGone` most recently listed hashes. `marks` is the
   * number of hashes of these items. `tail` has one hash for each item whose keys do not all fit.
   */
  with(
    listed: readonly ItemMarks[],
    { identity, tail, mostGone }: { identity: FeedKey; tail: string | undefined; mostGone: number },
  ): { seen: string; marks: number; tail: string | undefined } {
    const whole = countWholeItems(listed.length);
    const kept = new Set<string>();
    for (const marks of listed.slice(0, whole))
      for (const key of ["edition", ...FEED_KEYS, "name"] as const)
        if (marks[key] !== null) kept.add(marks[key]);
    const marks = kept.size;
    const further = new Set(listed.slice(whole).map((each) => markOf(each, identity)));
    const mostFurther = Math.min(further.size + GONE_KEPT / 2, MAX_HASHES - KEYS * whole);
    if (further.size > 0) fill(further, listHashes(tail ?? ""), mostFurther);
    fill(kept, this.#hashes, Math.min(marks + mostGone, MAX_HASHES - further.size));
    return { seen: [...kept].join(""), marks, tail: further.size > 0 ? [...further].join("") : undefined };
  }
}

/** Returns the number of items in a list of which all keys are stored. */
export function countWholeItems(listed: number): number {
  const room = MAX_HASHES - GONE_KEPT - listed;
  return Math.min(listed, Math.max(MIN_WHOLE, Math.floor(room / (KEYS - 1))));
}

/** Adds hashes to a set until it has `most`, and removes those above. */
function fill(set: Set<string>, hashes: Iterable<string>, most: number): void {
  for (const hash of hashes) {
    if (set.size >= most) break;
    set.add(hash);
  }
  for (const hash of [...set].slice(most)) set.delete(hash);
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, HASH_BYTES)
    .toString("base64url");
}
