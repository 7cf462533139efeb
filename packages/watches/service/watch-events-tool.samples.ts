import { plantInFeed, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

/** Counts the feeds watched: a feed that is watched already would not be read again. */
let watched = 0;

export const samples: ToolSamples = {
  tool: "watch_events",
  docs: { does: "the events of a watch; without an ID, the list of watches", retried: "–" },
  promises: { credential: "none", effect: "read", idempotency: "read", reads: "outside", reach: "nowhere" },
  valid: [{}, { watch_id: "01234567-89ab-cdef-0123-456789abcdef", after: "MTI", limit: 5 }],
  invalid: [{ limit: 0 }, { watch_id: 7 }],
  refused: [{ watch_id: "" }],
  calls: { "the watches": { args: {}, result: { watches: [], more: false } } },
  async plant(planting, text) {
    watched += 1;
    const { url } = plantInFeed(planting, text);
    const since = "2026-01-01";
    const { watch_id } = await planting.call("rss_subscribe", {
      url: `${url}?watched=${watched}`,
      since,
    });
    return { watch_id };
  },
};
