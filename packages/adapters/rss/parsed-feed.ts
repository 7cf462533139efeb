/** One element of a feed: its text, with inner markup as text, and the attributes in use. */
export interface FeedElement {
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/** A channel or an entry: its attributes, and the children in use, by the names of feed-names.js. */
export interface FeedNode {
  attributes: Readonly<Record<string, string>>;
  children: Readonly<Record<string, readonly FeedElement[]>>;
}

export interface ParsedEntry extends FeedNode {
  /** Milliseconds since the epoch, or `null` without a plausible date. */
  publishedAt: number | null;
}

/**
 * A feed as parsed by feed-worker.js. Contents are truncated to 500,000 characters, other texts to 5,000.
 * `xml:base` is present and resolved if it differs from the document's address.
 */
export interface ParsedFeed {
  kind: "rss" | "atom" | "rdf" | "json";
  channel: FeedNode;
  entries: readonly ParsedEntry[];
  /** True if the document has more entries than the 5,000 that are read. */
  more: boolean;
  /** Repairs that were needed to parse the document, such as `ampersand`. */
  repaired: readonly string[];
}

/** Returns the text of the first non-empty child with one of these names, in order of preference, or "". */
export function findText(node: FeedNode, ...names: string[]): string {
  for (const name of names) {
    const found = node.children[name]?.find(({ text }) => text.trim() !== "");
    if (found) return found.text.trim();
  }
  return "";
}
