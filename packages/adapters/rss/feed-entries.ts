import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { comparableText, comparableUrl } from "./comparable-url.ts";
import { baseOf, pageLink } from "./feed-link.ts";
import { CONTENTS, DATES, TITLES } from "./feed-names.js";
import { type FeedNode, firstText, type ParsedFeed } from "./parsed-feed.ts";

/** Longer identities are replaced by their hash. */
const MAX_ID = 512;
/** After so many entries other work gets its turn. */
const ENTRIES_A_TURN = 100;

/** One entry of a feed with what it is known by; its texts are still as the feed wrote them. */
export interface FeedEntry {
  /** The same from one look to the next, and unique within this feed. */
  id: string;
  /** Where `id` comes from: the entry's own id, its page, or what it says. */
  idFrom: "id" | "page" | "content";
  /** Its own id is that of another entry, too, so that it tells nothing. */
  idCollides?: true;
  /** Its page is that of another entry, too, or of the whole feed, so that it tells nothing. */
  pageShared?: true;
  /** Milliseconds since the epoch; `null` without a date that can be true. */
  publishedAt: number | null;
  url: string | null;
  /** Base of its relative links. */
  base: string;
  node: FeedNode;
}

/**
 * A feed's entries, the newest first and those without a date behind them, else in the feed's order. What the
 * feed repeats (the same identity) counts once, as it stands first. `url` is where the feed came from.
 */
export async function feedEntries(feed: ParsedFeed, url: string): Promise<FeedEntry[]> {
  const site = pageLink(feed.channel, baseOf(feed.channel.attributes, url));
  // Links of RSS are relative to the site, those of Atom to the document (RFC 4287, 2).
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

/** Ids that tell nothing: entries share them whose titles differ, and their pages where both have one. */
function sharedIds({ entries }: ParsedFeed, pages: readonly (string | null)[]): ReadonlySet<string> {
  const shared = new Set<string>();
  const once = new Map<string, { title: string; page: string | null }>();
  for (const [at, node] of entries.entries()) {
    const id = ownId(node);
    const page = pages[at] ?? null;
    const title = comparableTitle(node);
    const before = once.get(id);
    const isOtherPage = !before?.page || !page || comparableUrl(before.page) !== comparableUrl(page);
    // The same entry may be repeated, with an edit.
    if (before !== undefined && before.title !== title && isOtherPage) shared.add(id);
    if (id !== "") once.set(id, { title, page });
  }
  return shared;
}

/** Pages that tell no entries apart: several entries lead there, or it is the feed's own site. */
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
    // The same entry may be repeated, one with an id with an edit.
    const isOther = before !== undefined && (idOf(node) === "" || idOf(before) !== idOf(node));
    if (isOther && contentId(before) !== contentId(node)) shared.add(compared);
    once.set(compared, node);
  }
  return shared;
}

/**
 * `own`: RSS's guid, Atom's id, RDF's subject, unless it tells nothing. Else the page; without any of them a
 * hash of what the entry says.
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

/** Returns the text of an entry: its description or summary, else its whole content. */
export function contentOf(node: FeedNode): string {
  return firstText(node, ...CONTENTS);
}

/** Returns the title of an entry or a channel. */
export function titleOf(node: FeedNode): string {
  return firstText(node, ...TITLES);
}

/** Returns a title as it is compared. */
export function comparableTitle(node: FeedNode): string {
  return comparableText(titleOf(node));
}

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
