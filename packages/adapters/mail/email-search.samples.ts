import { plantInMail, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "email_search",
  docs: {
    does: "messages of a mailbox by the [filter language](mail-filter.md); nothing is marked as read",
    retried: "–",
  },
  promises: { credential: "required", effect: "read", idempotency: "read", reads: "outside", reach: "mail" },
  valid: [
    { query: 'is:unread -from:ada subject:"two words" newer_than:24h after:2026-01-31 larger:5M' },
    { query: "plan", mailbox: "Archive", limit: 5, include_body: true },
  ],
  invalid: [
    { query: "plan", limit: 101 },
    { query: "plan", include_body: "yes" },
  ],
  refused: [{ query: "" }],
  calls: {
    "unread mail": {
      connection: "mail",
      args: { query: "is:unread" },
      result: { mailbox: "INBOX", messages: [], more: false },
    },
  },
  plant: ({ sandbox }, text) => {
    plantInMail(sandbox, text);
    return { query: "newer_than:9y", include_body: true };
  },
};
