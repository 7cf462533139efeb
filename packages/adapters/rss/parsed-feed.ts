/**
 * One element of a feed: its text, with markup that stood in it written out, and those of its attributes that
 * are read.
 */
export interface FeedElement {
  text: string;
  attributes: Readonly<Record<string, string>>;
}

/**
 * A channel or an entry: its own attributes, and those of its children that are read, by their names as
 * written.
 */
export interface FeedNode {
  attributes: Readonly<Record<string, string>>;
  children: Readonly<Record<string, readonly FeedElement[]>>;
}

/**
 * A feed as its XML says it: what feed-worker.js answers. Contents are cut to 50,000 characters, other texts
 * to 5,000.
 */
export interface ParsedFeed {
  kind: "rss" | "atom" | "rdf";
  channel: FeedNode;
  entries: readonly FeedNode[];
  /** It had more entries than are read (5,000). */
  more: boolean;
}

/** The text of the first child of these names that has any, the names in order of preference; else empty. */
export function firstText(node: FeedNode, ...names: string[]): string {
  for (const name of names) {
    const found = node.children[name]?.find(({ text }) => text.trim() !== "");
    if (found) return found.text.trim();
  }
  return "";
}
