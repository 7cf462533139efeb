import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { comparableUrl } from "./comparable-url.ts";
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
  /** Where `id` comes from: the entry's own id, its page, or what it says. */
  idFrom: "id" | "page" | "content";
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
  const pages = feed.entries.map((node) => pageLink(node, baseOf(node.attributes, base)));
  const shared = sharedPages(feed, pages, base);
  const entries = new Map<string, FeedEntry>();
  for (const [at, node] of feed.entries.entries()) {
    if (at % ENTRIES_A_TURN === ENTRIES_A_TURN - 1) await nextTurn();
    const page = pages[at] ?? null;
    const id = identity(node, page === null || shared.has(comparableUrl(page)) ? null : page);
    if (!entries.has(id.id))
      entries.set(id.id, { ...id, publishedAt: publishedAt(node, now), url: page, node });
  }
  return [...entries.values()].sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0));
}

/**
 * Pages that tell no entries apart: several entries without an id of their own lead there, or it is the
 * feed's own site.
 */
function sharedPages(
  { channel, entries }: ParsedFeed,
  pages: readonly (string | null)[],
  base: string,
): ReadonlySet<string> {
  const site = pageLink(channel, base);
  const shared = new Set(site === null ? [] : [comparableUrl(site)]);
  const once = new Map<string, FeedNode>();
  for (const [at, node] of entries.entries()) {
    const page = pages[at];
    if (!page || ownId(node) !== "") continue;
    const compared = comparableUrl(page);
    const before = once.get(compared);
    // The same entry may be repeated.
    if (before !== undefined && contentId(before) !== contentId(node)) shared.add(compared);
    once.set(compared, node);
  }
  return shared;
}

/**
 * RSS's guid, Atom's id, RDF's subject, else the page; without any of them a hash of what the entry says.
 */
function identity(node: FeedNode, page: string | null): Pick<FeedEntry, "id" | "idFrom"> {
  const own = ownId(node);
  if (own !== "") return { id: own.length > MAX_ID ? sha256(own) : own, idFrom: "id" };
  if (page !== null) return { id: page.length > MAX_ID ? sha256(page) : page, idFrom: "page" };
  return { id: contentId(node), idFrom: "content" };
}

function ownId(node: FeedNode): string {
  return firstText(node, "guid", "id") || (node.attributes["rdf:about"]?.trim() ?? "");
}

function contentId(node: FeedNode): string {
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
