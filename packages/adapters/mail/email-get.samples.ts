import { plantInMail, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "email_get",
  docs: {
    does: "one complete message: its text, the text of attached text, CSV, JSON and calendar files, and calendar events",
    retried: "–",
  },
  promises: { credential: "required", effect: "read", idempotency: "read", reads: "outside", reach: "mail" },
  valid: [{ id: "12" }, { id: "<1@example.com>", mailbox: "Archive" }],
  invalid: [{ id: 12.5 }],
  refused: [{ id: "the last one" }],
  calls: {
    "a mail": {
      connection: "mail",
      after: {
        tool: "email_send",
        connection: "mail",
        args: { to: ["ada@example.com"], subject: "Plan", text: "On Monday." },
      },
      args: (_places, { id }) => ({ id }),
      result: { subject: "Plan" },
    },
  },
  plant: ({ sandbox }, text) => ({ id: String(plantInMail(sandbox, text)) }),
};
