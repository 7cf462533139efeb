import { createHash } from "node:crypto";
import { comparableUrl } from "@plumbline/adapters/rss/comparable-url.ts";
import { comparableTitle, contentOf, type FeedEntry } from "@plumbline/adapters/rss/feed-entries.ts";

/** Nine bytes of SHA-256 in base64url: of 5,000 items two have the same once in 10^14 feeds. */
const HASH_BYTES = 9;
const HASH_LENGTH = 12;
/** Characters of an item's content that tell it from others of the same title. */
const CONTENT_READ = 2_000;

/** Marks by which a feed's item is recognized. */
export interface ItemMarks {
  /** Its own identity; of an address without scheme, `www.` and tracking parameters. */
  identity: string;
  /** Its page; null without one. It does not stand for an item by itself, as several may share it. */
  page: string | null;
  /**
   * Page, title and date together, which survive a change of all identities; null where one of them is
   * missing, as the rest would then mark many.
   */
  shown: string | null;
  /**
   * Title and date, or title and content without a date. It does not stand for an item by itself, as two may
   * have it; null where there is no title.
   */
  titled: string | null;
}

/** `pagesTell`: a page is the identity of an item that has no id of its own. */
export function itemMarks({ id, idFrom, url, publishedAt, node }: FeedEntry, pagesTell = true): ItemMarks {
  const title = comparableTitle(node);
  const shows = url !== null && publishedAt !== null && title !== "";
  // A date in RSS has whole seconds, that of the same item in Atom may have more.
  const date = Math.floor((publishedAt ?? 0) / 1000) * 1000;
  const content = publishedAt === null ? contentOf(node).slice(0, CONTENT_READ) : "";
  const titled = title === "" ? null : hashOf(["titled", title, date, content]);
  const page = url === null ? null : hashOf(["page", comparableUrl(url)]);
  const shown = shows ? hashOf(["shown", comparableUrl(url), title, date]) : null;
  const known = hashOf(["id", comparableUrl(id)]);
  const identity = (idFrom === "page" && !pagesTell) || (idFrom === "content" && date > 0) ? titled : known;
  return {
    identity: identity ?? known,
    page,
    shown,
    titled,
  };
}

/**
 * The items that a watch has looked at, as its cursor keeps them: hashes in a row, those listed last first.
 */
export class SeenItems {
  readonly #hashes: ReadonlySet<string>;

  constructor(seen: string) {
    this.#hashes = new Set(hashesOf(seen));
  }

  has(marks: ItemMarks): boolean {
    return this.hasIdentity(marks) || this.#has(marks.shown);
  }

  /** It was seen under this very identity. */
  hasIdentity({ identity }: ItemMarks): boolean {
    return this.#has(identity);
  }

  /** An item with the same title and date was seen. */
  hasTitled({ titled }: ItemMarks): boolean {
    return this.#has(titled);
  }

  /** An item with the same page was seen. */
  hasPage({ page }: ItemMarks): boolean {
    return this.#has(page);
  }

  /** Without the first `listed` hashes: the items that a feed had stopped to list. */
  gone(listed: number): SeenItems {
    return new SeenItems([...this.#hashes].slice(listed).join(""));
  }

  #has(hash: string | null): boolean {
    return hash !== null && this.#hashes.has(hash);
  }

  /**
   * These, and of the earlier ones those that were listed last, `mostGone` hashes of them. Answers how many
   * hashes are of these.
   */
  with(listed: readonly ItemMarks[], mostGone: number): { seen: string; marks: number } {
    const kept = new Set<string>();
    for (const { identity, page, shown, titled } of listed) {
      kept.add(identity);
      if (page !== null) kept.add(page);
      if (shown !== null) kept.add(shown);
      if (titled !== null) kept.add(titled);
    }
    const marks = kept.size;
    const most = marks + mostGone;
    for (const hash of this.#hashes) {
      if (kept.size >= most) break;
      kept.add(hash);
    }
    return { seen: [...kept].join(""), marks };
  }
}

/** The hashes in a row of them. */
export function hashesOf(row: string): string[] {
  const hashes: string[] = [];
  for (let at = 0; at < row.length; at += HASH_LENGTH) hashes.push(row.slice(at, at + HASH_LENGTH));
  return hashes;
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, HASH_BYTES)
    .toString("base64url");
}
