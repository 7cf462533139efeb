import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "chatapp_dm",
  docs: {
    does: "a [message](providers/chatapp.md#text) to a person; an e-mail address or a name is looked up first",
    retried: "looking up and opening yes, the post no (*)",
  },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    reach: "provider",
  },
  valid: [
    { to: "U024BE7LH", text: "Hello" },
    {
      to: "ada@example.com",
      text: "*Hello* <@U024BE7LH>",
      allow_mentions: true,
      credential_id: "2f1e9f5c-6d3b-4c8a-9d1e-0a4b7c6d5e4f",
      timeout_seconds: 5,
    },
  ],
  invalid: [
    { to: ["U024BE7LH"], text: "Hello" },
    { to: "ada@example.com", text: "Hello", allow_mentions: "yes" },
    { to: "ada@example.com", text: "Hello", credential_id: "mine" },
  ],
  refused: [{ to: "ada@example.com", text: "" }],
  calls: {
    "a message by e-mail": {
      connection: "chatapp",
      args: { to: "ada@example.com", text: sampleText },
      result: { channel: "D00000001" },
    },
  },
};
