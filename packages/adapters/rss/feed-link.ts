import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { FeedItem } from "./feed-reading.ts";
import type { FeedElement, FeedNode } from "./parsed-feed.ts";

/** Maximum length of an address. Browsers do not follow longer ones. */
const MAX_URL = 4_096;

/**
 * Returns the page of a channel or an entry as an absolute http or https URL, or `null`. Resolves relative
 * links against `base`.
 */
export function findPageLink(node: FeedNode, base: string): string | null {
  const { link = [], guid = [], id = [] } = node.children;
  const candidates = [
    ...link.filter(({ attributes }) => attributes.href === undefined),
    ...link.filter(isAlternate).sort((a, b) => Number(isPage(b)) - Number(isPage(a))),
  ];
  for (const { text, attributes } of candidates) {
    const page = parseHttpUrl(attributes.href ?? text, getBase(attributes, base));
    if (page !== null) return page;
  }
  const permanent = [...guid.filter(({ attributes }) => attributes.isPermaLink !== "false"), ...id];
  const self = link.filter(({ attributes }) => attributes.rel === "self");
  return (
    permanent.map(({ text }) => parseHttpUrl(text)).find((page) => page !== null) ??
    self.map(({ attributes }) => parseHttpUrl(attributes.href ?? "", getBase(attributes, base)))[0] ??
    null
  );
}

/** A file attached to an entry. Its length is the one that the feed states. */
type Enclosure = NonNullable<FeedItem["enclosures"]>[number];

const MAX_ENCLOSURES = 10;
const MAX_TYPE = 100;

/** Returns RSS's enclosures, Atom's enclosure links and Media RSS's contents, without duplicate addresses. */
export function findEnclosures({ children }: FeedNode, base: string): Enclosure[] {
  const { enclosure = [], link = [], "media:content": media = [] } = children;
  const found = new Map<string, Enclosure>();
  for (const { attributes } of [...enclosure, ...link.filter(isEnclosure), ...media]) {
    const url = parseHttpUrl(attributes.url ?? attributes.href ?? "", getBase(attributes, base));
    if (url === null || found.has(url) || found.size === MAX_ENCLOSURES) continue;
    const { type = "", length = "" } = attributes;
    found.set(url, {
      url,
      ...(type === "" ? {} : { type: type.slice(0, MAX_TYPE) }),
      ...(/^[1-9]\d{0,14}$/.test(length) ? { length: Number(length) } : {}),
    });
  }
  return [...found.values()];
}

/** Returns the address in an element's `xml:base`, or `base`. */
export function getBase(attributes: FeedNode["attributes"], base: string): string {
  return attributes["xml:base"] ?? base;
}

function isEnclosure({ attributes }: FeedElement): boolean {
  return attributes.rel === "enclosure";
}

/**
 * Returns whether a link is Atom's link to the entry itself, the default without `rel` (RFC 4287, 4.2.7.2).
 * Other links lead to enclosures, replies or the feed.
 */
function isAlternate({ attributes }: FeedElement): boolean {
  return attributes.href !== undefined && (attributes.rel ?? "alternate") === "alternate";
}

function isPage({ attributes }: FeedElement): boolean {
  return attributes.type === undefined || attributes.type.includes("html");
}

function parseHttpUrl(written: string, base?: string): string | null {
  const url = resolveUrl(written, base);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

function resolveUrl(written: string, base?: string): URL | undefined {
  const text = written.trim();
  const url = text === "" || text.length > MAX_URL ? undefined : parseUrl(text, base);
  return url === undefined || url.href.length > MAX_URL ? undefined : url;
}
