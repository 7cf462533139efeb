import * as z from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { feedReading } from "./feed-reading.ts";
import type { Destination } from "./fetch-feed.ts";

const DATE = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** `rss_subscribe`: what is in a feed now. `destination` is the guard's word on a URL (egress/destination.ts). */
export function rssSubscribe(destination: Destination): Tool {
  return defineTool({
    name: "rss_subscribe",
    description:
      "Reads an RSS or Atom feed once: at most 100 items, the newest first. It does not keep watching yet. Not for web pages.",
    input: z.object({
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
        .describe("Only items from 2026-03-10 (or a time with offset) on, and undated ones."),
    }),
    output: feedReading,
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "caller_chosen", argument: "url" },
    async run({ url, keywords = [], since }, context) {
      const feedUrl = destination(url);
      const { readFeed } = await import("./read-feed.ts");
      return readFeed(
        feedUrl,
        { keywords, since: since ? Date.parse(since) : -Infinity },
        context,
        destination,
      );
    },
  });
}
