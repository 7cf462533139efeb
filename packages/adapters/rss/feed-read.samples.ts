import { plantInFeed, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "feed_read",
  docs: { does: "the current items of a feed, without a watch", retried: "–" },
  promises: {
    credential: "none",
    effect: "read",
    idempotency: "read",
    reads: "outside",
    reach: "caller_chosen",
  },
  valid: [{ url: "https://feeds.example/rss", keywords: ["plan"], since: "2026-03-10", limit: 5 }],
  invalid: [
    { url: "https://feeds.example/rss", keywords: "plan" },
    { url: "https://feeds.example/rss", limit: 101 },
  ],
  refused: [
    { url: "https://feeds.example/rss", keywords: [] },
    { url: "https://feeds.example/rss", since: "last week" },
  ],
  calls: {
    "a feed": {
      args: ({ feed }) => ({ url: feed }),
      result: { feed: { title: "Harbour Observatory", kind: "rss" } },
    },
  },
  plant: plantInFeed,
};
