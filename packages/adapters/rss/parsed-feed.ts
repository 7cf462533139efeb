/** One element of a feed: its text, with inner markup as text, and the attributes that are read. */
export interface FeedElement {
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/**
 * A channel or an entry: its own attributes and the children that are read, by the names of feed-names.js.
 */
export interface FeedNode {
  attributes: Readonly<Record<string, string>>;
  children: Readonly<Record<string, readonly FeedElement[]>>;
}

export interface ParsedEntry extends FeedNode {
  /** Milliseconds since the epoch, or `null` without a plausible date. */
  publishedAt: number | null;
}

/**
 * A feed as in its document, parsed by feed-worker.js. Contents are truncated to 500,000 characters, other
 * texts to 5,000. `xml:base` is present and resolved if it differs from the document's own address.
 */
export interface ParsedFeed {
  kind: "rss" | "atom" | "rdf" | "json";
  channel: FeedNode;
  entries: readonly ParsedEntry[];
  /** True if it had more entries than are read (5,000). */
  more: boolean;
  /** Repairs made in order to parse it, such as `ampersand`. */
  repaired: readonly string[];
}

/**
 * Returns the text of the first non-empty child with one of these names, in order of preference, or an empty
 * text.
 */
export function firstText(node: FeedNode, ...names: string[]): string {
  for (const name of names) {
    const found = node.children[name]?.find(({ text }) => text.trim() !== "");
    if (found) return found.text.trim();
  }
  return "";
}
