import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { normalizeText, normalizeUrl } from "./comparable-url.ts";
import { findPageLink, getBase } from "./feed-link.ts";
import { CONTENTS, DATES, TITLES } from "./feed-names.js";
import { type FeedNode, findText, type ParsedFeed } from "./parsed-feed.ts";

/** Maximum length of an identity. Longer ones are replaced with their hash. */
const MAX_ID = 512;
/** Number of entries after which the loop yields to other work. */
const ENTRIES_PER_TURN = 100;

/** One entry of a feed, with its identity. Its texts are as in the feed, not cleaned yet. */
export interface FeedEntry {
  /** Stays the same in every poll, and is unique within this feed. */
  id: string;
  /** Source of `id`: the entry's own ID, its page, or its content. */
  idFrom: "id" | "page" | "content";
  /** True if another entry has the same ID, so that the ID identifies neither. */
  idCollides?: true;
  /** True if another entry or the whole feed has the same page, so that the page identifies neither. */
  pageShared?: true;
  /** Milliseconds since the epoch, or `null` without a plausible date. */
  publishedAt: number | null;
  url: string | null;
  /** Base of its relative links. */
  base: string;
  node: FeedNode;
}

/**
 * Returns a feed's entries, newest first. Entries without a date come last, in the feed's order. If several
 * entries have the same identity, only the first is returned. `url` is the address of the feed.
 */
export async function listEntries(feed: ParsedFeed, url: string): Promise<FeedEntry[]> {
  const site = findPageLink(feed.channel, getBase(feed.channel.attributes, url));
  // Relative links in RSS are resolved against the site, those in Atom against the document (RFC 4287, 2).
  const base = feed.kind === "rss" ? (site ?? url) : url;
  const pages = feed.entries.map((node) => findPageLink(node, getBase(node.attributes, base)));
  const ids = findSharedIds(feed, pages);
  const getId = (node: FeedNode) => (ids.has(readOwnId(node)) ? "" : readOwnId(node));
  const shared = findSharedPages(feed, pages, { site, idOf: getId });
  const entries = new Map<string, FeedEntry>();
  for (const [at, node] of feed.entries.entries()) {
    if (at % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
    const page = pages[at] ?? null;
    const own = getId(node);
    const pageShared = page !== null && shared.has(normalizeUrl(page));
    const id = chooseIdentity(node, own, pageShared ? null : page);
    if (!entries.has(id.id))
      entries.set(id.id, {
        ...id,
        ...(own !== readOwnId(node) && { idCollides: true }),
        ...(pageShared && { pageShared }),
        publishedAt: node.publishedAt,
        url: page,
        base: getBase(node.attributes, base),
        node,
      });
  }
  return [...entries.values()].sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0));
}

/**
 * Returns IDs that do not identify an entry: entries with different titles share them, and with different
 * pages if both have one.
 */
function findSharedIds({ entries }: ParsedFeed, pages: readonly (string | null)[]): ReadonlySet<string> {
  const shared = new Set<string>();
  const once = new Map<string, { title: string; page: string | null }>();
  for (const [at, node] of entries.entries()) {
    const id = readOwnId(node);
    const page = pages[at] ?? null;
    const title = normalizeTitle(node);
    const before = once.get(id);
    const isOtherPage = !before?.page || !page || normalizeUrl(before.page) !== normalizeUrl(page);
    // The same entry may be repeated after an edit.
    if (before !== undefined && before.title !== title && isOtherPage) shared.add(id);
    if (id !== "") once.set(id, { title, page });
  }
  return shared;
}

/** Returns pages that do not identify an entry: several entries link there, or it is the feed's own site. */
function findSharedPages(
  { entries }: ParsedFeed,
  pages: readonly (string | null)[],
  { site, idOf }: { site: string | null; idOf: (node: FeedNode) => string },
): ReadonlySet<string> {
  const shared = new Set(site === null ? [] : [normalizeUrl(site)]);
  const once = new Map<string, FeedNode>();
  for (const [at, node] of entries.entries()) {
    const page = pages[at];
    if (!page) continue;
    const compared = normalizeUrl(page);
    const before = once.get(compared);
    // The same entry may be repeated. One with an ID may have been edited.
    const isOther = before !== undefined && (idOf(node) === "" || idOf(before) !== idOf(node));
    if (isOther && hashContent(before) !== hashContent(node)) shared.add(compared);
    once.set(compared, node);
  }
  return shared;
}

/**
 * Returns the identity of an entry: `own` (RSS's guid, Atom's ID, RDF's subject) if it is unique, otherwise
 * the page. Without either, returns a hash of the entry's content.
 */
function chooseIdentity(node: FeedNode, own: string, page: string | null): Pick<FeedEntry, "id" | "idFrom"> {
  if (own !== "") return { id: own.length > MAX_ID ? hashText(own) : own, idFrom: "id" };
  if (page !== null) return { id: page.length > MAX_ID ? hashText(page) : page, idFrom: "page" };
  return { id: hashContent(node), idFrom: "content" };
}

function readOwnId(node: FeedNode): string {
  return findText(node, "guid", "id") || (node.attributes["rdf:about"]?.trim() ?? "");
}

function hashContent(node: FeedNode): string {
  return hashText(JSON.stringify([getTitle(node), findText(node, ...DATES), getContent(node)]));
}

/** Returns the text of an entry: its description or summary, otherwise its whole content. */
export function getContent(node: FeedNode): string {
  return findText(node, ...CONTENTS);
}

/** Returns the title of an entry or a channel. */
export function getTitle(node: FeedNode): string {
  return findText(node, ...TITLES);
}

/** Returns a title in comparable form. */
export function normalizeTitle(node: FeedNode): string {
  return normalizeText(getTitle(node));
}

function hashText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
