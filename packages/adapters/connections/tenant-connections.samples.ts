import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "connections_list",
  docs: { does: "the tenant's connections that a call may use", retried: "–" },
  promises: { credential: "none", effect: "read", idempotency: "read", reads: "own", reach: "nowhere" },
  valid: [{}, { kind: "crm", query: "team", cursor: "3f2b8a52-6c1e-4d0a-9b7e-2f4c6d8e0a1b" }],
  invalid: [{ kind: "slackish" }, { query: 7 }, { cursor: "2" }],
  refused: [{ query: "" }],
  calls: {
    "all of them": { args: { kind: "crm" }, result: { connections: [{ kind: "crm", status: "active" }] } },
  },
};
