import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { feedDate } from "./feed-date.ts";
import { baseOf, pageLink } from "./feed-link.ts";
import { type FeedNode, firstText, type ParsedFeed } from "./parsed-feed.ts";

/** Longer identities are replaced by their hash. */
const MAX_ID = 512;
/** After so many entries other work gets its turn. */
const ENTRIES_A_TURN = 100;
const DATE_NAMES = ["pubDate", "published", "issued", "dc:date", "updated", "modified"];

/** One entry of a feed with what it is known by; its texts are still as the feed wrote them. */
export interface FeedEntry {
  /** The same from one look to the next, and unique within this feed. */
  id: string;
  /** Milliseconds since the epoch; `null` without a date that can be true. */
  publishedAt: number | null;
  url: string | null;
  node: FeedNode;
}

/**
 * A feed's entries, the newest first and those without a date behind them, else in the feed's order. What the
 * feed repeats (the same identity) counts once, as it stands first. `url` is where the feed came from, `now`
 * in milliseconds.
 */
export async function feedEntries(feed: ParsedFeed, url: string, now: number): Promise<FeedEntry[]> {
  const base = baseOf(feed.channel.attributes, url);
  const entries = new Map<string, FeedEntry>();
  for (const [at, node] of feed.entries.entries()) {
    if (at % ENTRIES_A_TURN === ENTRIES_A_TURN - 1) await nextTurn();
    const entry = feedEntry(node, base, now);
    if (!entries.has(entry.id)) entries.set(entry.id, entry);
  }
  return [...entries.values()].sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0));
}

function feedEntry(node: FeedNode, base: string, now: number): FeedEntry {
  const url = pageLink(node, baseOf(node.attributes, base));
  return { id: identity(node, url), publishedAt: publishedAt(node, now), url, node };
}

/** RSS's guid, Atom's id, RDF's subject, else the page; without any of them a hash of what the entry says. */
function identity(node: FeedNode, url: string | null): string {
  const own = firstText(node, "guid", "id") || node.attributes["rdf:about"]?.trim() || url;
  if (own) return own.length > MAX_ID ? sha256(own) : own;
  const title = firstText(node, "title", "dc:title");
  return sha256(JSON.stringify([title, firstText(node, ...DATE_NAMES), contentOf(node)]));
}

function publishedAt(node: FeedNode, now: number): number | null {
  for (const name of DATE_NAMES) {
    const at = feedDate(firstText(node, name), now);
    if (at !== null) return at;
  }
  return null;
}

/** Returns the text of an entry: its summary, else its whole content. */
export function contentOf(node: FeedNode): string {
  return firstText(node, "summary", "description", "content:encoded", "content", "itunes:summary");
}

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
