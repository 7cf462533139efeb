import { plantInFeed, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "rss_subscribe",
  docs: {
    does: "the current items of a feed, by keywords and since a time, and a watch for new ones",
    retried: "yes: the same arguments are the same watch",
  },
  promises: {
    credential: "none",
    effect: "write",
    idempotency: "upsert",
    additive: true,
    reads: "outside",
    reach: "caller_chosen",
  },
  valid: [
    { url: "https://feeds.example/rss", keywords: ["plan"], since: "2026-03-10" },
    { url: "https://feeds.example/rss", since: "2026-03-10T09:00:00Z" },
  ],
  invalid: [
    { url: "https://feeds.example/rss", keywords: "plan" },
    { url: "https://feeds.example/rss", keywords: Array(21).fill("plan") },
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
