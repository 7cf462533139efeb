import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

const png = {
  base64: Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64"),
  media_type: "image/png",
};

export const samples: ToolSamples = {
  tool: "social_post:microblog",
  docs: {
    does: "a post of at most 280 characters, counted as the provider counts, with up to four media",
    retried: "media yes, the post no (*)",
  },
  promises: { credential: "required", effect: "write", idempotency: "none", reads: "own", reach: "provider" },
  valid: [
    {
      text: "Hello",
      media: [
        { url: "https://example.com/a.png", media_type: "image/png" },
        { url: "https://example.com/a.png", media_type: "image/png", alt_text: "A dot." },
      ],
      reply_to: "1770000000000000001",
    },
    { text: "", media: [{ base64: "aGVsbG8=", media_type: "video/mp4" }] },
  ],
  invalid: [
    { text: "Hello", media: { url: "https://example.com/a.png", media_type: "image/png" } },
    { text: "Hello", media: [{ url: "https://example.com/a.png", media_type: "image/tiff" }] },
    { text: "Hello", media: Array(5).fill({ url: "https://example.com/a.png", media_type: "image/png" }) },
  ],
  refused: [
    { text: "t".repeat(281) },
    { text: "Hello", media: [{ media_type: "image/png" }] },
    { text: "Hello", reply_to: "the last one" },
  ],
  calls: {
    "a post": { connection: "microblog", args: { text: sampleText }, result: { text: sampleText } },
    "a post with two images": {
      connection: "microblog",
      args: { text: "Look", media: [{ ...png, alt_text: "A lion" }, png] },
      result: { text: "Look https://t.co/m000000003" },
    },
    "a signed post with an image": {
      connection: "signed",
      args: { text: "Look", media: [{ ...png, alt_text: "A lion" }] },
      result: { text: "Look https://t.co/m000000002" },
    },
    "a post with an image from elsewhere": {
      connection: "microblog",
      setUp: ({ webhook }) => webhook.script("GET", { body: Buffer.from(png.base64, "base64") }),
      args: ({ webhook }) => ({
        text: "Look",
        media: [{ url: `${webhook}/lion.png`, media_type: "image/png" }],
      }),
      result: { text: "Look https://t.co/m000000002" },
    },
  },
};
