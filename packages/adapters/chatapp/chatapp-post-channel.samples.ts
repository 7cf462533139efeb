import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "chatapp_post_channel",
  docs: { does: "a [message](providers/chatapp.md#text) in a channel or thread", retried: "no (*)" },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    reach: "provider",
  },
  valid: [
    { channel: "#general", text: "Hello" },
    { channel: "C024BE7LH", text: "**Hello**", thread_ts: "1770000000.000200", format: "markdown" },
    { thread_ts: "https://acme.slack.com/archives/C024BE7LH/p1770000000000200", text: "Hello" },
  ],
  invalid: [
    { channel: 7, text: "Hello" },
    { channel: "C024BE7LH", text: { mrkdwn: "Hello" } },
    { channel: "C024BE7LH", text: "Hello", format: "html" },
  ],
  refused: [
    { channel: "two words", text: "Hello" },
    { channel: "C024BE7LH", text: "Hello", thread_ts: "yesterday" },
  ],
  calls: {
    "a post in a channel": {
      connection: "chatapp",
      args: { channel: "C0GENERAL", text: sampleText },
      result: { channel: "C0GENERAL" },
    },
  },
};
