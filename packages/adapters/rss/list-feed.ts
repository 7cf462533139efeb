import { createHash } from "node:crypto";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { Parser } from "htmlparser2";
import { decodeXml } from "./charset.ts";
import { type FeedEntry, getTitle, listEntries } from "./feed-entries.ts";
import { formatFeedTitle } from "./feed-item.ts";
import { findPageLink, getBase } from "./feed-link.ts";
import { type FeedDocument, FeedParser } from "./feed-parser.ts";
import type { FeedOutput } from "./feed-reading.ts";
import { type FeedValidators, fetchFeed, type ParseDestination } from "./fetch-feed.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

/** Parser threads of this process. They are started with the first feed. */
const parser = new FeedParser({ clock: systemClock });

/** The complete content of a feed. */
export interface FeedListing {
  feed: FeedOutput["feed"];
  /** Newest first. Entries without a date are last. */
  entries: readonly FeedEntry[];
  version: FeedVersion;
  /** True if the feed has more entries than are read. */
  more: boolean;
}

/**
 * Identifies a feed's version: the validators from its host, and a digest of its bytes, because many hosts
 * send no validators.
 */
export interface FeedVersion extends FeedValidators {
  /** SHA-256 in base64url. */
  digest?: string | undefined;
}

/** Result for an unchanged feed. `url` is its address, or the new one if it has moved permanently. */
export interface FeedUnchanged {
  unchanged: true;
  url: string;
}

export interface ListFeedOptions {
  known?: FeedVersion;
  /**
   * Waits to be parsed, however many feeds are already waiting. For callers that limit how many feeds they
   * read at once.
   */
  patient?: boolean;
}

/** Fetches a feed. Returns its content, or that it has not changed. Throws AdapterError. */
export async function listFeed(
  url: URL,
  context: Pick<ActionContext, "tenantId" | "http" | "clock">,
  destination: ParseDestination,
  { known = {}, patient = false }: ListFeedOptions = {},
): Promise<FeedListing | FeedUnchanged> {
  const answer = await fetchFeed(url, context, destination, known);
  const { body, contentType, url: from, base = from.href, movedTo = url } = answer;
  const digest = body && createHash("sha256").update(body).digest("base64url");
  if (body === undefined || digest === known.digest) return { unchanged: true, url: movedTo.href };
  const parsed = await parse(context.tenantId, { body, contentType, base }, from, patient);
  const { channel, kind, more, repaired } = parsed;
  return {
    feed: {
      title: formatFeedTitle(getTitle(channel)),
      url: movedTo.href,
      site_url: findPageLink(channel, getBase(channel.attributes, base)),
      kind,
      ...(repaired.length === 0 ? {} : { repaired: [...repaired] }),
    },
    entries: await listEntries(parsed, base),
    version: { ...answer.validators, digest },
    more,
  };
}

async function parse(
  tenantId: string,
  document: FeedDocument,
  from: URL,
  patient: boolean,
): Promise<ParsedFeed> {
  try {
    return await parser.parse(tenantId, document, { patient });
  } catch (error) {
    const beginning = decodeXml(document.body.subarray(0, PAGE_BYTES), document.contentType);
    if (!(error instanceof AdapterValidationError) || !isPage(beginning)) throw error;
    const feed = findFeedLink(beginning, from);
    throw new AdapterValidationError("This URL leads to a web page, not to a feed.", {
      nextStep: feed
        ? `Use the feed that the page links to: ${feed}`
        : "Look up the address of the feed on that page.",
    });
  }
}

/** Number of bytes in which to detect a web page and the feed that it links to. */
const PAGE_BYTES = 200_000;

/**
 * Maximum nesting of tags to parse. A page's head is flat, and the parser's work per tag grows with depth.
 */
const MAX_DEPTH = 50;
const FEED_TYPES = /^application\/(rss|atom)\+xml/i;

/** Returns whether a text is a web page. */
export function isPage(text: string): boolean {
  return /<(!doctype\s+html|html)\b/i.test(text.slice(0, 1_024));
}

/** Returns the address of the first feed that a web page links to, if it is an http or https URL. */
export function findFeedLink(html: string, pageUrl: URL): string | undefined {
  let found: string | undefined;
  let depth = 0;
  const parser = new Parser({
    onclosetag() {
      depth -= 1;
    },
    onopentag(name, { rel, type, href }) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      if (name !== "link" || href === undefined || !rel?.toLowerCase().split(/\s+/).includes("alternate"))
        return;
      const url = FEED_TYPES.test(type ?? "") ? parseUrl(href, pageUrl.href) : undefined;
      if (url?.protocol === "https:" || url?.protocol === "http:") found ??= url.href;
    },
  });
  parser.end(html);
  return found;
}
