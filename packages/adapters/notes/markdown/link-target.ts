import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
/** Longest URL the provider takes (Notion API reference, "Request limits"). */
const MAX_URL = 2_000;

/** The address as a link may carry it; `undefined` when it is relative, too long, or of a protocol that is no link in a note. */
export function linkTarget(href: string): string | undefined {
  const url = parsedUrl(href);
  if (url === undefined) return undefined;
  return PROTOCOLS.has(url.protocol) && url.href.length <= MAX_URL ? url.href : undefined;
}
