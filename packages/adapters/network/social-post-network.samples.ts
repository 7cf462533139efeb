import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "social_post:network",
  docs: { does: "a post by a person or organization, optionally with a link", retried: "no (*)" },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    reach: "provider",
  },
  valid: [
    { text: "Hello", visibility: "CONNECTIONS" },
    { text: "Hello", link: { url: "https://example.com/a", title: "A", description: "About a." } },
  ],
  invalid: [
    { text: "Hello", visibility: "EVERYBODY" },
    { text: "Hello", link: "https://example.com/a" },
    { text: "Hello", link: { title: "A" } },
  ],
  refused: [{ text: " " }, { text: "t".repeat(3001) }],
  calls: {
    "a post with a link": {
      connection: "network",
      args: { text: sampleText, link: { url: "https://example.com/a?b=c", title: "T" } },
      result: { id: "urn:li:share:7000000000000000000" },
    },
  },
};
