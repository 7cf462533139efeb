import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { FeedElement, FeedNode } from "./parsed-feed.ts";

/** Longest address that is accepted; nobody could follow a longer one. */
const MAX_URL = 4_096;

/**
 * Returns the page of a channel or an entry: an absolute http or https URL, else `null`. Relative links are
 * resolved against `base`.
 */
export function pageLink(node: FeedNode, base: string): string | null {
  const { link = [], "atom:link": atomLink = [], guid = [] } = node.children;
  const candidates = [
    ...link.filter(isAlternate).sort((a, b) => Number(isPage(b)) - Number(isPage(a))),
    ...link.filter(({ attributes }) => attributes.href === undefined),
    ...atomLink.filter(isAlternate),
  ];
  for (const { text, attributes } of candidates) {
    const page = httpUrl(attributes.href ?? text, baseOf(attributes, base));
    if (page !== null) return page;
  }
  const permanent = guid.find(({ attributes }) => attributes.isPermaLink !== "false");
  return permanent === undefined ? null : httpUrl(permanent.text);
}

/** `base` as the element's own `xml:base` changes it. */
export function baseOf(attributes: FeedNode["attributes"], base: string): string {
  return resolved(attributes["xml:base"] ?? "", base)?.href ?? base;
}

/**
 * Atom's link to the entry itself; without `rel` it is one (RFC 4287, 4.2.7.2). Others lead to enclosures,
 * replies, the feed.
 */
function isAlternate({ attributes }: FeedElement): boolean {
  return attributes.href !== undefined && (attributes.rel ?? "alternate") === "alternate";
}

function isPage({ attributes }: FeedElement): boolean {
  return attributes.type === undefined || attributes.type.includes("html");
}

function httpUrl(written: string, base?: string): string | null {
  const url = resolved(written, base);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

function resolved(written: string, base?: string): URL | undefined {
  const text = written.trim();
  const url = text === "" || text.length > MAX_URL ? undefined : parseUrl(text, base);
  return url === undefined || url.href.length > MAX_URL ? undefined : url;
}
