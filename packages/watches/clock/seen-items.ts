import { createHash } from "node:crypto";
import type { FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";
import { firstText } from "@plumbline/adapters/rss/parsed-feed.ts";

/** Nine bytes of SHA-256 in base64url: of 5,000 items two have the same once in 10^14 feeds. */
const HASH_BYTES = 9;
const HASH_LENGTH = 12;
/** Number of items remembered after the feed stopped listing them, because such items may come back. */
const MOST_GONE = 200;

/**
 * Marks by which a feed's item is recognized: its own identity, and its visible content, which survives a
 * change of all identities.
 */
export interface ItemMarks {
  identity: string;
  /** Of page, title and date together; null where one of them is missing, as it would then mark many. */
  shown: string | null;
}

export function itemMarks({ id, url, publishedAt, node }: FeedEntry): ItemMarks {
  const title = firstText(node, "title", "dc:title");
  const shows = url !== null && publishedAt !== null && title !== "";
  // A date in RSS has whole seconds, that of the same item in Atom may have more.
  const date = Math.floor((publishedAt ?? 0) / 1000) * 1000;
  return {
    identity: hashOf(["id", id]),
    shown: shows ? hashOf(["shown", url, title, date]) : null,
  };
}

/**
 * The items that a watch has looked at, as its cursor keeps them: hashes in a row, those listed last first.
 */
export class SeenItems {
  readonly #hashes: ReadonlySet<string>;

  constructor(seen: string) {
    const hashes: string[] = [];
    for (let at = 0; at < seen.length; at += HASH_LENGTH) hashes.push(seen.slice(at, at + HASH_LENGTH));
    this.#hashes = new Set(hashes);
  }

  has({ identity, shown }: ItemMarks): boolean {
    return this.#hashes.has(identity) || (shown !== null && this.#hashes.has(shown));
  }

  /** These, and of the earlier ones those that were listed last. */
  with(listed: readonly ItemMarks[]): string {
    const kept = new Set<string>();
    for (const { identity, shown } of listed) {
      kept.add(identity);
      if (shown !== null) kept.add(shown);
    }
    const most = kept.size + MOST_GONE;
    for (const hash of this.#hashes) {
      if (kept.size >= most) break;
      kept.add(hash);
    }
    return [...kept].join("");
  }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, HASH_BYTES)
    .toString("base64url");
}
