import { createHash } from "node:crypto";
import { comparableUrl } from "@plumbline/adapters/rss/comparable-url.ts";
import { comparableTitle, contentOf, type FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { FEED_KEYS, type FeedKey } from "../service/watch.ts";
import { hashesOf } from "./hash-row.ts";

/** Nine bytes of SHA-256 in base64url: of 5,000 items two have the same once in 10^14 feeds. */
const HASH_BYTES = 9;
/** Characters of an item's content that tell it from others of the same title. */
const CONTENT_READ = 2_000;

/** Hashes by which a feed's item is recognized; null where it has none, or one that other items have, too. */
export interface ItemMarks extends Record<FeedKey, string | null> {
  /** Its title alone. Many feeds use one again, so it counts only where nothing else is known of a list. */
  name: string | null;
}

/** Keys that tell the items of a feed apart no more. */
export interface UntoldKeys {
  ids?: boolean | undefined;
  /** The pages of items that have no id. */
  pages?: boolean | undefined;
}

/** The marks of all items of a list. */
export function listMarks(entries: readonly FeedEntry[], untold: UntoldKeys): ItemMarks[] {
  const pages = entries.map(({ idFrom, url, pageShared }) =>
    url === null || pageShared || (untold.pages && idFrom !== "id") ? null : comparableUrl(url),
  );
  const ids = entries.map(({ id, idFrom }) => (idFrom === "id" && !untold.ids ? comparableUrl(id) : null));
  // `https://…/story#1` is another edition of that page, unless several of them are listed.
  const editions = ids.map((id, at) => (id?.replace(/#.*/s, "") === pages[at] ? (pages[at] ?? null) : null));
  const isOnce = onceIn(editions);
  const titles = entries.map(({ node }) => comparableTitle(node));
  const titled = entries.map((entry, at) => titleKey(entry, titles[at] ?? ""));
  const isTitledOnce = onceIn(titled);
  return entries.map((_entry, at) => {
    const [edition = null, page = null, title = ""] = [editions[at], pages[at], titles[at]];
    const id = (edition !== null && isOnce(edition) ? edition : ids[at]) ?? null;
    const key = titled[at] ?? "";
    const tells = (id === null && page === null) || isTitledOnce(key);
    return {
      id: id === null ? null : hashOf(["id", id]),
      page: page === null ? null : hashOf(["id", page]),
      title: tells ? key : null,
      name: title === "" ? null : hashOf(["name", title]),
    };
  });
}

/** Title and date; without one of them what the item says. */
function titleKey({ id, idFrom, publishedAt, node }: FeedEntry, title: string): string {
  if (title === "" && idFrom === "content") return hashOf(["id", id]);
  // A date in RSS has whole seconds, that of the same item in Atom may have more.
  const date = Math.floor((publishedAt ?? 0) / 1000) * 1000;
  const content = publishedAt === null || title === "" ? contentOf(node).slice(0, CONTENT_READ) : "";
  return hashOf(["titled", title, date, content]);
}

function onceIn(values: readonly (string | null)[]): (value: string) => boolean {
  const times = new Map<string | null, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return (value) => times.get(value) === 1;
}

/** The mark that an item goes by where a key tells the items of its feed apart. */
export function markOf(marks: ItemMarks, key: FeedKey): string {
  return marks[key] ?? marks.id ?? marks.page ?? marks.title ?? "";
}

/**
 * The items that a watch has looked at, as its cursor keeps them: hashes in a row, those listed last first.
 */
export class SeenItems {
  readonly #hashes: ReadonlySet<string>;

  constructor(seen: string) {
    this.#hashes = new Set(hashesOf(seen));
  }

  has(hash: string | null): boolean {
    return hash !== null && this.#hashes.has(hash);
  }

  /** Without the first `listed` hashes: the items that a feed had stopped to list. */
  gone(listed: number): SeenItems {
    return new SeenItems([...this.#hashes].slice(listed).join(""));
  }

  /**
   * These, and of the earlier ones those that were listed last, `mostGone` hashes of them. Answers how many
   * hashes are of these.
   */
  with(listed: readonly ItemMarks[], mostGone: number): { seen: string; marks: number } {
    const kept = new Set<string>();
    for (const marks of listed)
      for (const hash of [...FEED_KEYS.map((key) => marks[key]), marks.name])
        if (hash !== null) kept.add(hash);
    const marks = kept.size;
    const most = marks + mostGone;
    for (const hash of this.#hashes) {
      if (kept.size >= most) break;
      kept.add(hash);
    }
    return { seen: [...kept].join(""), marks };
  }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, HASH_BYTES)
    .toString("base64url");
}
