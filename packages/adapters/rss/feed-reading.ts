import * as z from "zod";

const feedItem = z.lazy(() =>
  z.object({
    id: z.string().describe("Its identity in this feed."),
    title: z.string(),
    url: z.string().nullable(),
    published_at: z.string().nullable().describe("UTC; null without a usable date."),
    summary: z.string().describe("Plain text, at most 2,000 characters."),
    author: z.string().optional(),
    categories: z.array(z.string()).optional(),
    enclosures: z
      .array(z.object({ url: z.string(), type: z.string().optional(), length: z.number().optional() }))
      .optional()
      .describe("Files such as podcast episodes; length in bytes."),
  }),
);

/** Result of reading a feed. */
export const feedOutput = z.object({
  feed: z.object({
    title: z.string(),
    url: z.string().describe("Its address; the new one if it has moved permanently."),
    site_url: z.string().nullable(),
    kind: z.enum(["rss", "atom", "rdf", "json"]),
    repaired: z
      .array(z.string())
      .optional()
      .describe("What was repaired in a malformed document, such as ampersand."),
  }),
  items: z.array(feedItem).describe("Newest first, items without a date last."),
  more: z.boolean().describe("There are more items than returned."),
});

export type FeedItem = z.output<typeof feedItem>;
export type FeedOutput = z.output<typeof feedOutput>;
