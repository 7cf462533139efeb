import { plantInMail, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "email_watch_inbox",
  docs: {
    does: "the messages that match now, and a watch for new ones",
    retried: "yes: the same arguments are the same watch",
  },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "upsert",
    reads: "outside",
    reach: "mail",
  },
  valid: [{}, { query: "from:ada", mailbox: "INBOX" }],
  invalid: [{ query: ["from:ada"] }],
  refused: [{ query: "" }, { mailbox: "two\nlines" }],
  calls: {
    "an inbox": {
      connection: "mail",
      args: { query: "is:unread" },
      result: { mailbox: "INBOX", messages: [], more: false },
    },
  },
  plant({ sandbox }, text) {
    plantInMail(sandbox, text);
    return {};
  },
};
