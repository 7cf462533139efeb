import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  microblogProblem,
  microblogUnavailable,
  microblogUploadError,
} from "@plumbline/sandbox/microblog/failures.ts";
import {
  hangBeforeHeaders,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { FILES, startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForEach(startMicroblogUnderTest);

const png = { base64: FILES.png.toString("base64"), media_type: "image/png" };
const video = { base64: FILES.mp4.toString("base64"), media_type: "video/mp4" };
const INITIALIZE = "POST /2/media/upload/initialize";
const POST = "POST /2/tweets";

const uploaded = () => [...under.microblog.timeline.media.values()];

describe("with an OAuth 2 token, through the newer upload", () => {
  test("four images, one described, are uploaded and posted in order", async () => {
    const jpeg = { base64: FILES.jpeg.toString("base64"), media_type: "image/jpeg" };
    const webp = { base64: FILES.webp.toString("base64"), media_type: "image/webp" };
    const media = [{ ...png, alt_text: "Ein Löwe 🦁" }, jpeg, webp, png];
    expect(await under.post({ media })).toMatchObject({ ok: true, attempts: 1 });
    expect(uploaded()).toMatchObject([
      { type: "image/png", category: "tweet_image", totalBytes: FILES.png.length, altText: "Ein Löwe 🦁" },
      { type: "image/jpeg", category: "tweet_image" },
      { type: "image/webp", category: "tweet_image" },
      { type: "image/png", category: "tweet_image" },
    ]);
    expect(Buffer.concat(uploaded()[0]!.segments)).toEqual(FILES.png);
    expect(under.microblog.timeline.posts).toMatchObject([{ mediaIds: uploaded().map(({ id }) => id) }]);
  });

  test("a text may be empty beside media, and is left out", async () => {
    succeeded(await under.post({ text: " ", media: [png] }));
    expect(under.microblog.requests.at(-1)?.json()).toEqual({ media: { media_ids: [uploaded()[0]?.id] } });
  });

  test("a file of several segments comes whole", async () => {
    const file = Buffer.concat([FILES.png, Buffer.alloc(2.5 * 1024 * 1024, "\r\n--plumbline-\0ÿ")]);
    under.mediaHost.script("GET /big.png", { body: file });
    succeeded(
      await under.post({ media: [{ url: `${under.mediaHost.url}/big.png`, media_type: "image/png" }] }),
    );
    expect(uploaded()[0]?.segments.map(({ length }) => length)).toEqual([
      1_048_576,
      1_048_576,
      file.length - 2_097_152,
    ]);
    expect(Buffer.concat(uploaded()[0]!.segments).equals(file)).toBe(true);
  });

  test("a video is posted when it is processed, after the waits the provider named", async () => {
    expect(await under.post({ media: [video] })).toMatchObject({ ok: true, attempts: 1, elapsed_ms: 3000 });
    expect(under.clock.waits).toEqual([1000, 2000]);
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });
});

describe("media in a state that carries an error end at once with its words", () => {
  const STATUS = ({ method, query }: { method: string; query: URLSearchParams }) =>
    method === "GET" && query.get("command") === "STATUS";
  const invalid = { name: "InvalidMedia", message: "Unsupported video format" };
  test.each<[what: string, body: unknown, error_code: string, reason: string]>([
    [
      "failed",
      { data: { processing_info: { state: "failed", error: invalid } } },
      "validation",
      "media.0: the microblog (X) could not process it: Unsupported video format.",
    ],
    [
      "on its way, with an error",
      { data: { processing_info: { state: "in_progress", check_after_secs: 10, error: invalid } } },
      "validation",
      "media.0: the microblog (X) could not process it: Unsupported video format.",
    ],
    [
      "done, with an error",
      { data: { processing_info: { state: "succeeded", error: invalid } } },
      "validation",
      "media.0: the microblog (X) could not process it: Unsupported video format.",
    ],
    [
      "an error that has a name alone",
      { data: { processing_info: { state: "failed", error: { code: 3, name: "InternalError" } } } },
      "validation",
      "media.0: the microblog (X) could not process it: InternalError.",
    ],
    [
      "errors beside the state",
      {
        data: { processing_info: { state: "pending", check_after_secs: 10 } },
        errors: [{ title: "Invalid", detail: "The media is broken.", type: "about:blank" }],
      },
      "validation",
      "The microblog (X) refused the call: The media is broken.",
    ],
    [
      "an error and no state",
      { error: "media type unrecognized." },
      "validation",
      "The microblog (X) refused the call: media type unrecognized.",
    ],
    [
      "a rate limit under 200",
      { errors: [{ code: 88, message: "Rate limit exceeded" }] },
      "rate_limit",
      "The microblog (X) refused the call: Rate limit exceeded",
    ],
  ])("%s", async (_what, body, error_code, refusal_reason) => {
    under.microblog.scriptAlways(STATUS, json(body));
    const result = refused(await under.post({ media: [video] }));
    expect(result).toMatchObject({ error_code, refusal_reason });
    expect(result.attempts).toBe(error_code === "rate_limit" ? 3 : 1);
    expect(under.microblog.timeline.posts).toEqual([]);
  });
});

test("with OAuth 1.0a, through the older upload: every request is signed well", async () => {
  const media = [
    { base64: FILES.gif.toString("base64"), media_type: "image/gif", alt_text: "It's (a) cat!*" },
  ];
  const credential_id = await under.connectOAuth1();
  expect(await under.post({ credential_id, media })).toMatchObject({ ok: true, attempts: 1 });
  expect(under.asked()).toEqual([
    "POST /1.1/media/upload.json",
    "POST /1.1/media/upload.json",
    "POST /1.1/media/upload.json",
    "GET /1.1/media/upload.json",
    "GET /1.1/media/upload.json",
    "POST /1.1/media/metadata/create.json",
    POST,
  ]);
  expect(uploaded()).toMatchObject([{ category: "tweet_gif", altText: "It's (a) cat!*", finalized: true }]);
  expect(under.clock.waits).toEqual([1000, 2000]);
});

describe("with OAuth 1.0a, where the older upload is closed", () => {
  const OLDER = "POST /1.1/media/upload.json";
  const NEWER = [INITIALIZE, expect.stringMatching(/append$/), expect.stringMatching(/finalize$/)];

  test.each([403, 404, 410])(
    "(%i): the newer one takes all media, and the older is asked once",
    async (status) => {
      under.microblog.scriptAlways(OLDER, text("", status));
      const credential_id = await under.connectOAuth1();
      const media = [{ ...png, alt_text: "A lion" }, png, png, png];
      expect(await under.post({ credential_id, media })).toMatchObject({ ok: true, attempts: 1 });
      expect(under.asked()).toEqual([
        OLDER,
        ...NEWER,
        "POST /2/media/metadata",
        ...NEWER,
        ...NEWER,
        ...NEWER,
        POST,
      ]);
      expect(uploaded()).toHaveLength(4);
      expect(uploaded()[0]).toMatchObject({ altText: "A lion", finalized: true });
      expect(under.microblog.timeline.posts).toMatchObject([{ mediaIds: uploaded().map(({ id }) => id) }]);
    },
  );

  test("it is not asked again by a later attempt, and the file is fetched once", async () => {
    under.microblog.scriptAlways(OLDER, text("", 410));
    under.microblog.script(POST, microblogUnavailable(503));
    under.mediaHost.scriptAlways("GET /file", { body: FILES.png });
    const credential_id = await under.connectOAuth1();
    const media = [{ url: `${under.mediaHost.url}/file`, media_type: "image/png" }];
    expect(await under.post({ credential_id, media })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.asked()).toEqual([OLDER, ...NEWER, POST, POST]);
    expect(under.mediaHost.requests).toHaveLength(1);
  });

  test("a step that closes later begins anew with the newer one", async () => {
    under.microblog.script("POST /1.1/media/metadata/create.json", text("", 410));
    const credential_id = await under.connectOAuth1();
    expect(await under.post({ credential_id, media: [{ ...png, alt_text: "A lion" }] })).toMatchObject({
      ok: true,
      attempts: 1,
    });
    expect(under.microblog.timeline.posts).toMatchObject([{ mediaIds: [uploaded()[1]?.id] }]);
  });

  test("a file that is not found is no upload that is closed", async () => {
    under.mediaHost.script("GET /file", text("", 404));
    const credential_id = await under.connectOAuth1();
    const media = [{ url: `${under.mediaHost.url}/file`, media_type: "image/png" }];
    expect(refused(await under.post({ credential_id, media })).refusal_reason).toContain(
      "responded with 404.",
    );
    expect(under.asked()).toEqual([]);
  });

  test("and the newer one refuses: that refusal is passed on, with what to do", async () => {
    under.microblog.script(OLDER, text("", 410));
    under.microblog.script(INITIALIZE, microblogProblem(403, "Forbidden", "Forbidden"));
    const credential_id = await under.connectOAuth1();
    expect(refused(await under.post({ credential_id, media: [png] }))).toMatchObject({
      error_code: "authentication",
      next_step: advisedWith(
        "Give the app permission to read and write in the provider's console, then reconnect the account.",
      ),
    });
    expect(under.asked()).toEqual([OLDER, INITIALIZE]);
  });

  test("a preview shows the older one", async () => {
    const credential_id = await under.connectOAuth1();
    const shown = await under.service.dispatcher.preview(under.caller, "social_post:microblog", {
      credential_id,
      text: "Hello",
      media: [png],
    });
    expect(JSON.stringify(shown)).toContain("/1.1/media/upload.json");
    expect(JSON.stringify(shown)).not.toContain("/2/media/upload");
  });
});

describe("a later attempt takes up where the last one stopped", () => {
  test("what is uploaded is not uploaded again when the post is repeated", async () => {
    under.microblog.script(POST, microblogUnavailable(503));
    expect(await under.post({ media: [png, png] })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.asked().filter((request) => request === INITIALIZE)).toHaveLength(2);
    expect(under.asked().filter((request) => request === POST)).toHaveLength(2);
  });

  test("an upload whose answer was lost is begun anew, and the post made once", async () => {
    under.microblog.script(INITIALIZE, resetAfterReading());
    expect(await under.post({ media: [png] })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });

  test("a check that fails does not send the file again", async () => {
    under.microblog.script("GET /2/media/upload", microblogUnavailable(502));
    expect(await under.post({ media: [video] })).toMatchObject({ ok: true, attempts: 2 });
    expect(uploaded()).toHaveLength(1);
  });

  test("an upload that is never answered is tried again", async () => {
    under.microblog.script(INITIALIZE, hangBeforeHeaders());
    const answer = under.post({ media: [png] });
    await under.microblog.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expect(await answer).toMatchObject({ ok: true, attempts: 2 });
  });
});

describe("an upload that comes to nothing", () => {
  test.each([
    ["a page", { body: "<p>", status: 200 }],
    ["no id", json({ data: {} })],
    ["an id that is none", json({ data: { id: "../7" } })],
  ])("answered with %s: tried again, then given up, and nothing posted", async (_what, reply) => {
    under.microblog.scriptAlways(INITIALIZE, reply);
    const result = refused(await under.post({ media: [png] }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.microblog.timeline.posts).toEqual([]);
  });

  test("refused by the provider", async () => {
    under.microblog.script(INITIALIZE, microblogUploadError("media type unrecognized."));
    expect(refused(await under.post({ media: [png] }))).toMatchObject({
      error_code: "validation",
      refusal_reason: "The microblog (X) refused the call: media type unrecognized.",
      attempts: 1,
    });
  });

  test.each<[what: string, form: "oauth1" | "bearer", reply: Reply, refusal: Partial<DispatchFailure>]>([
    [
      "a token without the scope",
      "bearer",
      microblogProblem(403, "Forbidden", "Forbidden"),
      {
        error_code: "authentication",
        next_step: advisedWith("Reconnect the microblog account (X) with the scope media.write."),
      },
    ],
    [
      "another refusal of the older upload",
      "oauth1",
      microblogUploadError("media type unrecognized."),
      { error_code: "validation" },
    ],
  ])("because of %s: it says what to do", async (_what, form, reply, refusal) => {
    under.microblog.script("", reply);
    const credential_id = form === "oauth1" ? await under.connectOAuth1() : under.credentialId;
    expect(refused(await under.post({ credential_id, media: [png] }))).toMatchObject(refusal);
    expect(under.asked()).toHaveLength(1);
  });

  test("because the provider cannot process it", async () => {
    const processing_info = {
      state: "failed",
      error: { code: 1, name: "InvalidMedia", message: "Unsupported" },
    };
    under.microblog.script("GET /2/media/upload", json({ data: { processing_info } }));
    expect(refused(await under.post({ media: [video] }))).toMatchObject({
      error_code: "validation",
      refusal_reason: "media.0: the microblog (X) could not process it: Unsupported.",
    });
    expect(under.microblog.timeline.posts).toEqual([]);
  });

  test("because it is not processed in time", async () => {
    const processing_info = { state: "in_progress", check_after_secs: 45 };
    under.microblog.scriptAlways("GET /2/media/upload", json({ data: { processing_info } }));
    const result = refused(
      await under.post({ media: [video] }, { deadline: Deadline.in(100_000, under.clock) }),
    );
    expect(result).toMatchObject({
      error_code: "transient",
      refusal_reason: "media.0: the microblog (X) did not finish processing it before the call's deadline.",
      attempts: 1,
    });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([1000, 45_000, 45_000]);
  });

  test("because its caller went away while it was processed", async () => {
    const controller = new AbortController();
    const wait = under.clock.wait.bind(under.clock);
    under.clock.wait = (ms, signal) => {
      controller.abort();
      return wait(ms, signal);
    };
    expect(refused(await under.post({ media: [video] }, { signal: controller.signal }))).toMatchObject({
      error_code: "transient",
      refusal_reason: "The call was cancelled while the microblog (X) was processing its media.",
      attempts: 1,
    });
    expect(under.microblog.timeline.posts).toEqual([]);
  });
});
