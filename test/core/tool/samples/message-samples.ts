import type { ArgumentSamples } from "./argument-samples.ts";

const credential_id = "2f1e9f5c-6d3b-4c8a-9d1e-0a4b7c6d5e4f";
const channel = "C024BE7LH";
const email = "ada@example.com";
const image = { url: "https://example.com/a.png", media_type: "image/png" };
const mail = { to: [email], subject: "Hello", text: "Hello." };

/** Of the tools that send or publish something. */
export const MESSAGE_SAMPLES: Readonly<Record<string, ArgumentSamples>> = {
  chatapp_dm: {
    valid: [
      { to: "U024BE7LH", text: "Hello" },
      { to: email, text: "*Hello* <@U024BE7LH>", allow_mentions: true, credential_id, timeout_seconds: 5 },
    ],
    wrong: [
      { to: ["U024BE7LH"], text: "Hello" },
      { to: email, text: "Hello", allow_mentions: "yes" },
      { to: email, text: "Hello", credential_id: "mine" },
    ],
    unsaid: [{ to: email, text: "" }],
  },
  chatapp_post_channel: {
    valid: [
      { channel: "#general", text: "Hello" },
      { channel, text: "**Hello**", thread_ts: "1770000000.000200", format: "markdown" },
      { thread_ts: "https://acme.slack.com/archives/C024BE7LH/p1770000000000200", text: "Hello" },
    ],
    wrong: [
      { channel: 7, text: "Hello" },
      { channel, text: { mrkdwn: "Hello" } },
      { channel, text: "Hello", format: "html" },
    ],
    unsaid: [
      { channel: "two words", text: "Hello" },
      { channel, text: "Hello", thread_ts: "yesterday" },
    ],
  },
  "social_post:microblog": {
    valid: [
      { text: "Hello", media: [image, { ...image, alt_text: "A dot." }], reply_to: "1770000000000000001" },
      { text: "", media: [{ base64: "aGVsbG8=", media_type: "video/mp4" }] },
    ],
    wrong: [
      { text: "Hello", media: image },
      { text: "Hello", media: [{ ...image, media_type: "image/tiff" }] },
      { text: "Hello", media: Array(5).fill(image) },
    ],
    unsaid: [
      { text: "t".repeat(281) },
      { text: "Hello", media: [{ media_type: "image/png" }] },
      { text: "Hello", reply_to: "the last one" },
    ],
  },
  "social_post:network": {
    valid: [
      { text: "Hello", visibility: "CONNECTIONS" },
      { text: "Hello", link: { url: "https://example.com/a", title: "A", description: "About a." } },
    ],
    wrong: [
      { text: "Hello", visibility: "EVERYBODY" },
      { text: "Hello", link: "https://example.com/a" },
      { text: "Hello", link: { title: "A" } },
    ],
    unsaid: [{ text: " " }, { text: "t".repeat(3_001) }],
  },
  email_send: {
    valid: [
      mail,
      { ...mail, cc: ["Ada <ada@example.com>"], bcc: [email], html: "<p>Hello.</p>", reply_to: email },
      {
        ...mail,
        attachments: [{ filename: "a.txt", content_base64: "aGVsbG8=", content_type: "text/plain" }],
        in_reply_to: "<1@example.com>",
      },
    ],
    wrong: [
      { ...mail, to: email },
      { ...mail, attachments: [{ filename: "a.txt" }] },
    ],
    unsaid: [
      { ...mail, to: [] },
      { ...mail, subject: "two\nlines" },
      { ...mail, in_reply_to: "the last one" },
    ],
  },
  email_reply: {
    valid: [
      { in_reply_to: "12", text: "Yes." },
      { in_reply_to: "<1@example.com>", to: [email], cc: [email], html: "<p>Yes.</p>", quote: false },
    ],
    wrong: [{ text: "Yes." }, { in_reply_to: "12", to: email, text: "Yes." }],
    unsaid: [{ in_reply_to: "the last one", text: "Yes." }],
  },
};
