/**
 * One element of a feed: its text, with markup that stood in it written out, and those of its attributes that
 * are read.
 */
export interface FeedElement {
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/**
 * A channel or an entry: its own attributes, and those of its children that are read, by the names of
 * feed-names.js.
 */
export interface FeedNode {
  attributes: Readonly<Record<string, string>>;
  children: Readonly<Record<string, readonly FeedElement[]>>;
}

export interface ParsedEntry extends FeedNode {
  /** Milliseconds since the epoch; `null` without a date that can be true. */
  publishedAt: number | null;
}

/**
 * A feed as its document says it: what feed-worker.js answers. Contents are cut to 500,000 characters, other
 * texts to 5,000. `xml:base` is there, resolved, where it differs from the document's own address.
 */
export interface ParsedFeed {
  kind: "rss" | "atom" | "rdf" | "json";
  channel: FeedNode;
  entries: readonly ParsedEntry[];
  /** It had more entries than are read (5,000). */
  more: boolean;
  /** Repairs that were made to read it, such as `ampersand`. */
  repaired: readonly string[];
}

/** The text of the first child of these names that has any, the names in order of preference; else empty. */
export function firstText(node: FeedNode, ...names: string[]): string {
  for (const name of names) {
    const found = node.children[name]?.find(({ text }) => text.trim() !== "");
    if (found) return found.text.trim();
  }
  return "";
}
