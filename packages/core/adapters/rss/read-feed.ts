import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "../../clock/clock.ts";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import type { ActionContext } from "../../tool/tool.ts";
import { decodeXml } from "./charset.ts";
import { type FeedEntry, feedEntries } from "./feed-entries.ts";
import { describeEntry, feedTitle } from "./feed-item.ts";
import { baseOf, pageLink } from "./feed-link.ts";
import { type FeedDocument, FeedParser } from "./feed-parser.ts";
import type { FeedItem, FeedReading } from "./feed-reading.ts";
import { type Destination, fetchFeed } from "./fetch-feed.ts";
import { keywordMatch } from "./keyword-match.ts";
import { feedOfPage, isPage, PAGE_BYTES } from "./page-feed.ts";
import { firstText, type ParsedFeed } from "./parsed-feed.ts";

const MAX_ITEMS = 100;

/** The process's threads for feeds; none runs before the first feed. */
const parser = new FeedParser({ clock: systemClock });

/** Which of a feed's items are wanted: those that contain one of the keywords, and none that is known to be older than `since`. */
export interface FeedFilter {
  keywords: readonly string[];
  /** Milliseconds since the epoch. */
  since: number;
}

/** Fetches a feed and gives what is in it now. Throws the four adapter errors. */
export async function readFeed(
  url: URL,
  filter: FeedFilter,
  context: Pick<ActionContext, "tenantId" | "http" | "clock">,
  destination: Destination,
): Promise<FeedReading> {
  const {
    body = Buffer.alloc(0),
    contentType,
    url: from,
    movedTo = url,
  } = await fetchFeed(url, context, destination);
  const parsed = await parse(context.tenantId, { body, contentType }, from);
  const entries = await feedEntries(parsed, from.href, context.clock.now());
  const { items, more } = await wantedItems(entries, filter);
  const { channel, kind } = parsed;
  return {
    feed: {
      title: feedTitle(firstText(channel, "title", "dc:title")),
      url: movedTo.href,
      site_url: pageLink(channel, baseOf(channel.attributes, from.href)),
      kind,
    },
    items,
    more: more || parsed.more,
  };
}

async function parse(tenantId: string, document: FeedDocument, from: URL): Promise<ParsedFeed> {
  try {
    return await parser.parse(tenantId, document);
  } catch (error) {
    const beginning = decodeXml(document.body.subarray(0, PAGE_BYTES), document.contentType);
    if (!(error instanceof AdapterValidationError) || !isPage(beginning)) throw error;
    const feed = feedOfPage(beginning, from);
    throw new AdapterValidationError("This URL leads to a web page, not to a feed.", {
      nextStep: feed
        ? `Use the feed that the page names: ${feed}`
        : "Look up the address of the feed on that page.",
    });
  }
}

/** Other work gets its turn between any two items: the texts of a feed may be megabytes of markup. */
async function wantedItems(
  entries: readonly FeedEntry[],
  { keywords, since }: FeedFilter,
): Promise<{ items: FeedItem[]; more: boolean }> {
  const matches = keywordMatch(keywords);
  const items: FeedItem[] = [];
  for (const entry of entries) {
    if (entry.publishedAt !== null && entry.publishedAt < since) continue;
    const { item, text } = describeEntry(entry);
    if (matches(text)) {
      if (items.length === MAX_ITEMS) return { items, more: true };
      items.push(item);
    }
    await nextTurn();
  }
  return { items, more: false };
}
