import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "email_reply",
  docs: {
    does: "an answer in a mail's thread, after reading that mail. It goes to its From only, unless `to` says otherwise, and quotes the mail for people who received it",
    retried: "as `email_send`",
  },
  promises: { credential: "required", effect: "write", idempotency: "none", reads: "own", reach: "mail" },
  valid: [
    { in_reply_to: "12", text: "Yes." },
    {
      in_reply_to: "<1@example.com>",
      to: ["ada@example.com"],
      cc: ["ada@example.com"],
      html: "<p>Yes.</p>",
      quote: false,
    },
  ],
  invalid: [{ text: "Yes." }, { in_reply_to: "12", to: "ada@example.com", text: "Yes." }],
  refused: [{ in_reply_to: "the last one", text: "Yes." }],
  calls: {
    "an answer": {
      connection: "mail",
      after: {
        tool: "email_send",
        connection: "mail",
        args: { to: ["ada@example.com"], subject: "Plan", text: "On Monday." },
      },
      args: (_places, { id }) => ({ in_reply_to: id, text: "Yes." }),
      result: { accepted: ["ada@example.com"], rejected: [] },
    },
  },
};
