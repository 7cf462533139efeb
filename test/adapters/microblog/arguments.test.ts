import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { FILES, startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForFile(startMicroblogUnderTest);

const base64 = FILES.png.toString("base64");
const png = { base64, media_type: "image/png" };
const gif = { base64: FILES.gif.toString("base64"), media_type: "image/gif" };
const TOGETHER = "media: must be 1 to 4 images, or 1 GIF, or 1 video";

test.each<[what: string, args: Record<string, unknown>, reason: string]>([
  ["an empty text", { text: "" }, "text: must contain more than whitespace, unless there is media."],
  ["white space", { text: " \n\u3000" }, "text: must contain more than whitespace, unless there is media."],
  [
    "a text that is too long",
    { text: "a".repeat(281) },
    "text: must have a weight of at most 280, but has 281, which is 1 too many (a URL counts 23, an emoji or a wide character 2)",
  ],
  ["a wide text that is too long", { text: "語".repeat(150) }, "has 300, which is 20 too many"],
  ["URLs that are too many", { text: "http://a.co ".repeat(12) }, "has 288, which is 8 too many"],
  ["a byte-order mark", { text: "a\ufeffb" }, "text: must not contain the characters U+FEFF"],
  [
    "a text without end",
    { text: ".".repeat(100_000) },
    "text: must have a weight of at most 280, but has 100000 characters",
  ],
  [
    "a reply to no id",
    { reply_to: "https://example.com/a/status/1" },
    "reply_to: must be a post's id, which is 1 to 19 digits, or its link, such as https://x.com/name/status/123",
  ],
  ["a reply to an id that is too long", { reply_to: "1".repeat(20) }, "reply_to: must be a post's id"],
  ["a GIF beside an image", { media: [png, gif] }, TOGETHER],
  ["two GIFs", { media: [gif, gif] }, TOGETHER],
  [
    "neither URL nor file",
    { media: [{ media_type: "image/png" }] },
    "media.0: must have either url or base64",
  ],
  [
    "both",
    { media: [{ ...png, url: "https://example.com/a.png" }] },
    "media.0: must have either url or base64",
  ],
  [
    "base64 that is none",
    { media: [{ ...png, base64: "iVBO*" }] },
    "media.0.base64: must be base64 with its padding",
  ],
  [
    "base64 without padding",
    { media: [{ ...png, base64: "iVBORw0KGgo" }] },
    "media.0.base64: must be base64",
  ],
  [
    "base64 of another type",
    { media: [png, { ...gif, media_type: "image/png" }] },
    "media.1.base64: its content is not image/png",
  ],
  [
    "a video's alternative text",
    { media: [{ ...png, media_type: "video/mp4", alt_text: "A" }] },
    "media.0: may not have alt_text",
  ],
  [
    "a URL of a file",
    { media: [{ url: "file:///etc/passwd", media_type: "image/png" }] },
    "media.0.url must be an absolute http or https URL",
  ],
  [
    "a URL within",
    { media: [png, { url: "http://169.254.169.254/", media_type: "image/png" }] },
    "media.1.url must have a public host",
  ],
])("%s is refused before anything is sent, and named", async (_what, args, reason) => {
  const sentBefore = under.microblog.requests.length;
  const result = refused(await under.post(args));
  expect(result.error_code).toBe("validation");
  expect(result.refusal_reason).toContain(reason);
  expect(under.microblog.requests).toHaveLength(sentBefore);
});

test("an image of 600 kB in base64 is read at once", async () => {
  const file = Buffer.concat([FILES.png, Buffer.alloc(600_000, 7)]);
  expect(await under.post({ media: [{ ...png, base64: file.toString("base64") }] })).toMatchObject({
    ok: true,
  });
  expect([...under.microblog.timeline.media.values()][0]?.totalBytes).toBe(file.length);
});
