import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { comparableText, comparableUrl } from "./comparable-url.ts";
import { baseOf, pageLink } from "./feed-link.ts";
import { CONTENTS, DATES, TITLES } from "./feed-names.js";
import { type FeedNode, firstText, type ParsedFeed } from "./parsed-feed.ts";

/** Maximum length of an identity. Longer ones are replaced with their hash. */
const MAX_ID = 512;
/** Number of entries after which other work gets its turn. */
const ENTRIES_A_TURN = 100;

/** One entry of a feed with its identity. Its texts are still as written in the feed. */
export interface FeedEntry {
  /** The same in every poll, and unique within this feed. */
  id: string;
  /** Origin of `id`: the entry's own ID, its page, or its content. */
  idFrom: "id" | "page" | "content";
  /** True if another entry has the same ID, which then identifies nothing. */
  idCollides?: true;
  /** True if another entry or the whole feed has the same page, which then identifies nothing. */
  pageShared?: true;
  /** Milliseconds since the epoch, or `null` without a plausible date. */
  publishedAt: number | null;
  url: string | null;
  /** Base of its relative links. */
  base: string;
  node: FeedNode;
}

/**
 * Returns a feed's entries, newest first. Entries without a date come last, in the feed's order. Of entries
 * with the same identity, only the first counts. `url` is the address of the feed.
 */
export async function feedEntries(feed: ParsedFeed, url: string): Promise<FeedEntry[]> {
  const site = pageLink(feed.channel, baseOf(feed.channel.attributes, url));
  // Links in RSS are relative to the site, those in Atom to the document (RFC 4287, 2).
  const base = feed.kind === "rss" ? (site ?? url) : url;
  const pages = feed.entries.map((node) => pageLink(node, baseOf(node.attributes, base)));
  const ids = sharedIds(feed, pages);
  const idOf = (node: FeedNode) => (ids.has(ownId(node)) ? "" : ownId(node));
  const shared = sharedPages(feed, pages, { site, idOf });
  const entries = new Map<string, FeedEntry>();
  for (const [at, node] of feed.entries.entries()) {
    if (at % ENTRIES_A_TURN === ENTRIES_A_TURN - 1) await nextTurn();
    const page = pages[at] ?? null;
    const own = idOf(node);
    const pageShared = page !== null && shared.has(comparableUrl(page));
    const id = identity(node, own, pageShared ? null : page);
    if (!entries.has(id.id))
      entries.set(id.id, {
        ...id,
        ...(own !== ownId(node) && { idCollides: true }),
        ...(pageShared && { pageShared }),
        publishedAt: node.publishedAt,
        url: page,
        base: baseOf(node.attributes, base),
        node,
      });
  }
  return [...entries.values()].sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0));
}

/**
 * Returns IDs that identify nothing: entries with different titles, and different pages if both have one,
 * share them.
 */
function sharedIds({ entries }: ParsedFeed, pages: readonly (string | null)[]): ReadonlySet<string> {
  const shared = new Set<string>();
  const once = new Map<string, { title: string; page: string | null }>();
  for (const [at, node] of entries.entries()) {
    const id = ownId(node);
    const page = pages[at] ?? null;
    const title = comparableTitle(node);
    const before = once.get(id);
    const isOtherPage = !before?.page || !page || comparableUrl(before.page) !== comparableUrl(page);
    // The same entry may be repeated after an edit.
    if (before !== undefined && before.title !== title && isOtherPage) shared.add(id);
    if (id !== "") once.set(id, { title, page });
  }
  return shared;
}

/** Returns pages that identify no entry: several entries link there, or it is the feed's own site. */
function sharedPages(
  { entries }: ParsedFeed,
  pages: readonly (string | null)[],
  { site, idOf }: { site: string | null; idOf: (node: FeedNode) => string },
): ReadonlySet<string> {
  const shared = new Set(site === null ? [] : [comparableUrl(site)]);
  const once = new Map<string, FeedNode>();
  for (const [at, node] of entries.entries()) {
    const page = pages[at];
    if (!page) continue;
    const compared = comparableUrl(page);
    const before = once.get(compared);
    // The same entry may be repeated; one with an ID may have been edited.
    const isOther = before !== undefined && (idOf(node) === "" || idOf(before) !== idOf(node));
    if (isOther && contentId(before) !== contentId(node)) shared.add(compared);
    once.set(compared, node);
  }
  return shared;
}

/**
 * Returns the identity of an entry: `own` (RSS's guid, Atom's ID, RDF's subject), unless it identifies
 * nothing. Otherwise returns the page or, without both, a hash of the entry's content.
 */
function identity(node: FeedNode, own: string, page: string | null): Pick<FeedEntry, "id" | "idFrom"> {
  if (own !== "") return { id: own.length > MAX_ID ? sha256(own) : own, idFrom: "id" };
  if (page !== null) return { id: page.length > MAX_ID ? sha256(page) : page, idFrom: "page" };
  return { id: contentId(node), idFrom: "content" };
}

function ownId(node: FeedNode): string {
  return firstText(node, "guid", "id") || (node.attributes["rdf:about"]?.trim() ?? "");
}

function contentId(node: FeedNode): string {
  return sha256(JSON.stringify([titleOf(node), firstText(node, ...DATES), contentOf(node)]));
}

/** Returns the text of an entry: its description or summary, or otherwise its whole content. */
export function contentOf(node: FeedNode): string {
  return firstText(node, ...CONTENTS);
}

/** Returns the title of an entry or a channel. */
export function titleOf(node: FeedNode): string {
  return firstText(node, ...TITLES);
}

/** Returns a title in comparable form. */
export function comparableTitle(node: FeedNode): string {
  return comparableText(titleOf(node));
}

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
