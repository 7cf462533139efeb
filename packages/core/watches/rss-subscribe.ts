import * as z from "zod";
import { feedReading } from "../adapters/rss/feed-reading.ts";
import type { Destination } from "../adapters/rss/fetch-feed.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { deliverToArgument, receiverUrl } from "./deliver-to-argument.ts";
import { intervalArgument } from "./interval-argument.ts";
import { MOST_FINDINGS } from "./look.ts";
import { feedFinding, firstFeedCursor } from "./look-at-feed.ts";
import type { Watches } from "./watches.ts";

const DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const MOST_ITEMS = 100;

export const rssSubscribeInput = z.object({
  url: z.string().min(1).max(4_096).describe("The feed's own URL."),
  keywords: z
    .array(z.string().trim().min(1).max(100))
    .min(1)
    .max(20)
    .optional()
    .describe("Only items with one of these in title or summary."),
  since: z
    .string()
    .refine((text) => DATE.safeParse(text).success, {
      error: "must be a date such as 2026-03-10 or a date-time with offset such as 2026-03-10T09:00:00Z",
    })
    .optional()
    .describe(
      "Only items from 2026-03-10 (or a time with offset) on, and undated ones; those of now are events, too.",
    ),
  interval_minutes: intervalArgument(15),
  deliver_to: deliverToArgument,
});

/** `rss_subscribe`: what is in a feed now, and a watch on what comes. `destination` is the guard's word on a URL (egress/destination.ts). */
export function rssSubscribe(destination: Destination, watches: Watches): Tool {
  return defineTool({
    name: "rss_subscribe",
    description:
      "Subscribes to an RSS or Atom feed: gives at most 100 items of now, the newest first, and a watch that finds new ones. Not for web pages.",
    input: rssSubscribeInput,
    output: feedReading.extend({ watch_id: z.string() }),
    credential: { use: "none" },
    effect: "write",
    idempotency: "key",
    reach: { to: "caller_chosen", argument: "url" },
    async run({ url, keywords = [], since, interval_minutes: interval, deliver_to }, context) {
      const feedUrl = destination(url);
      const deliverTo = receiverUrl(deliver_to, destination);
      const [{ listFeed }, { wantedItems }] = await Promise.all([
        import("../adapters/rss/list-feed.ts"),
        import("../adapters/rss/wanted-items.ts"),
      ]);
      const listing = await listFeed(feedUrl, context, destination);
      if ("unchanged" in listing) throw new Error("A feed that was asked for whole came as unchanged.");
      const filter = { keywords, since: since === undefined ? -Infinity : Date.parse(since) };
      const { wanted, more } = await wantedItems(listing.entries, filter, MOST_ITEMS);
      const toFind = since === undefined ? [] : wanted.toReversed();
      const now = context.clock.now();
      const cursorBefore = (left: typeof toFind) =>
        firstFeedCursor(listing, now, new Set(left.map(({ entry }) => entry)));
      const id = context.idempotencyKey;
      await watches.begin(context.tenantId, {
        id,
        source: { type: "feed", url: feedUrl.href, keywords },
        interval,
        deliverTo,
        cursor: cursorBefore(toFind),
        found: {
          findings: toFind.slice(0, MOST_FINDINGS).map(({ entry, item }) => feedFinding(entry, item)),
          cursor: cursorBefore(toFind.slice(MOST_FINDINGS)),
        },
      });
      const items = wanted.map(({ item }) => item);
      return { watch_id: id, feed: listing.feed, items, more: more || listing.more };
    },
  });
}
