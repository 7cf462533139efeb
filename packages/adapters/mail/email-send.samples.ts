import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "email_send",
  docs: {
    does: "a message with attachments; refused recipients are listed",
    retried: "yes before the message was handed over, never after",
  },
  promises: { credential: "required", effect: "write", idempotency: "none", reads: "own", reach: "mail" },
  valid: [
    { to: ["ada@example.com"], subject: "Hello", text: "Hello." },
    {
      to: ["ada@example.com"],
      subject: "Hello",
      text: "Hello.",
      cc: ["Ada <ada@example.com>"],
      bcc: ["ada@example.com"],
      html: "<p>Hello.</p>",
      reply_to: "ada@example.com",
    },
    {
      to: ["ada@example.com"],
      subject: "Hello",
      text: "Hello.",
      attachments: [{ filename: "a.txt", content_base64: "aGVsbG8=", content_type: "text/plain" }],
      in_reply_to: "<1@example.com>",
    },
  ],
  invalid: [
    { to: "ada@example.com", subject: "Hello", text: "Hello." },
    { to: ["ada@example.com"], subject: "Hello", text: "Hello.", attachments: [{ filename: "a.txt" }] },
  ],
  refused: [
    { to: [], subject: "Hello", text: "Hello." },
    { to: ["ada@example.com"], subject: "two\nlines", text: "Hello." },
    { to: ["ada@example.com"], subject: "Hello", text: "Hello.", in_reply_to: "the last one" },
  ],
  calls: {
    "a mail": {
      connection: "mail",
      args: { to: ["ada@example.com"], subject: "Hello", text: sampleText },
      result: { accepted: ["ada@example.com"], rejected: [] },
    },
  },
};
