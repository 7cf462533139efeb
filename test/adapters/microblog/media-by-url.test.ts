import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { cutBody, json, type Reply, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mediaBytes, mediaSource } from "../../../packages/adapters/microblog/media-source.ts";
import { refused } from "../adapter-under-test.ts";
import { FILES, type MicroblogUnderTest, startMicroblogUnderTest } from "./microblog-under-test.ts";

let under: MicroblogUnderTest;

beforeEach(async () => {
  under = await startMicroblogUnderTest();
});

afterEach(() => under.close());

const postFile = (media_type = "image/png") =>
  under.post({ media: [{ url: `${under.mediaHost.url}/file?signed=yes`, media_type }] });

test("the file is fetched without the connection's token and posted", async () => {
  under.mediaHost.script("GET /file", { body: FILES.png });
  expect(await postFile()).toMatchObject({ ok: true, attempts: 1 });
  const [asked] = under.mediaHost.requests;
  expect(asked?.headers.authorization).toBeUndefined();
  expect(asked?.query.get("signed")).toBe("yes");
});

describe("refused at once, and nothing is sent to the microblog", () => {
  test.each<[what: string, reply: Reply, reason: string]>([
    ["404", text("", 404), "answered 404."],
    ["401, which says nothing of the connection", text("", 401), "answered 401."],
    [
      "a redirect",
      redirect("https://elsewhere.example/file"),
      "answered 302, a redirect; those are not followed.",
    ],
    [
      "another type than said",
      { body: FILES.gif },
      "its content is not image/png, as media_type says it is.",
    ],
    ["a page", text("<!doctype html>"), "its content is not image/png, as media_type says it is."],
    ["nothing", text(""), "its content is not image/png, as media_type says it is."],
    [
      "more than 5 MB",
      { body: Buffer.concat([FILES.png, Buffer.alloc(5 * 1024 * 1024)]) },
      "is larger than the 5 MB allowed for image/png.",
    ],
  ])("%s", async (_what, reply, reason) => {
    under.mediaHost.script("GET /file", reply);
    const result = refused(await postFile());
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(result.refusal_reason).toMatch(/^media\.0\.url: /);
    expect(result.refusal_reason.endsWith(reason)).toBe(true);
    expect(under.microblog.requests).toEqual([]);
  });
});

test("a name that leads within is refused by the argument's name", async () => {
  const send = () => Promise.reject(new AdapterValidationError("intern.example cannot be a destination."));
  const item = { url: "https://intern.example/a.png", media_type: "image/png" } as const;
  const source = mediaSource(item, "media.2", (url) => new URL(url));
  await expect(mediaBytes({ guarded: { send }, clock: under.clock }, source)).rejects.toMatchObject({
    code: "validation",
    message: "media.2.url: intern.example cannot be a destination.",
  });
});

describe("tried again", () => {
  test.each<[what: string, reply: Reply, waits: number[]]>([
    ["500", json({}, 500), [600]],
    ["429 that names a wait", text("", 429, { "retry-after": "3" }), [3000]],
    ["a file that breaks off", cutBody({ body: FILES.png }, { afterBytes: 9 }), [600]],
  ])("%s", async (_what, reply, waits) => {
    under.mediaHost.script("GET /file", reply, { body: FILES.png });
    expect(await postFile()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });
});
