import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "watch_stop",
  docs: { does: "ends a watch and erases its events", retried: "yes: the second time it is not found" },
  promises: {
    credential: "none",
    effect: "write",
    idempotency: "upsert",
    reads: "nothing",
    reach: "nowhere",
  },
  valid: [{ watch_id: "01234567-89ab-cdef-0123-456789abcdef" }],
  invalid: [{}, { watch_id: ["01234567-89ab-cdef-0123-456789abcdef"] }],
  refused: [{ watch_id: " " }],
  calls: {
    "a watch": {
      after: { tool: "rss_subscribe", args: ({ feed }) => ({ url: feed }) },
      args: (_places, { watch_id }) => ({ watch_id }),
      result: { stopped: true },
    },
  },
};
