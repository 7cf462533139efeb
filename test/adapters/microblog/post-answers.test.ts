import {
  microblogErrorCode,
  microblogRateLimited,
  microblogUnavailable,
} from "@plumbline/sandbox/microblog/failures.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_ONCE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { FILES, startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForEach(startMicroblogUnderTest);

const NOW = Date.parse("2026-01-01T00:00:00Z") / 1000;
const FIRST_ID = "1850000000000000001";

describe("a post that is taken", () => {
  test("answers with its id, its page and its text as shown", async () => {
    expect(await under.post({ text: "Naïve café 👩‍🚀 中文 https://example.com/a/long/path" })).toEqual({
      ok: true,
      tool: "social_post:microblog",
      credential: expect.objectContaining({ id: expect.any(String) }),
      result: {
        id: FIRST_ID,
        url: `https://x.com/i/status/${FIRST_ID}`,
        text: "Naïve café 👩‍🚀 中文 https://t.co/0000000001",
      },
      attempts: 1,
      elapsed_ms: 0,
    });
    expect(under.microblog.requests[0]?.json()).toEqual({
      text: "Naïve café 👩‍🚀 中文 https://example.com/a/long/path",
    });
    expect(under.callLines()).toMatchObject([{ provider_request_id: "sandbox-1", provider_status: 201 }]);
  });

  test("may be a reply", async () => {
    await under.post();
    succeeded(await under.post({ text: "Indeed", reply_to: FIRST_ID }));
    expect(under.microblog.timeline.posts[1]).toMatchObject({ text: "Indeed", replyTo: FIRST_ID });
  });

  test("with errors beside it is a success that tells them", async () => {
    const errors = [
      { title: "Not Found Error", detail: "A place could not be found." },
      { message: "So-so" },
    ];
    under.microblog.script("", json({ data: { id: "7", text: "Hello" }, errors }, 201));
    expect(succeeded(await under.post()).result).toEqual({
      id: "7",
      url: "https://x.com/i/status/7",
      text: "Hello",
      warnings: ["A place could not be found.", "So-so"],
    });
  });
});

describe("tried again until it is taken", () => {
  test.each<[what: string, reply: Reply, waits: number[]]>([
    [
      "503 with the reset of a limit that is not used up",
      json({}, 503, { "x-rate-limit-remaining": "3", "x-rate-limit-reset": String(NOW + 900) }),
      [600],
    ],
    ["over capacity (130) under 503", microblogErrorCode(503, 130, "Over capacity"), [600]],
    ["internal error (131) under 400", microblogErrorCode(400, 131, "Internal error"), [600]],
    ["429 until the window's reset", microblogRateLimited(NOW + 50), [50_000]],
    ["429 with a reset gone by", microblogRateLimited(NOW - 5), [600]],
    [
      "429 that names the window though it has room",
      text("", 429, { "x-rate-limit-remaining": "5", "x-rate-limit-reset": String(NOW + 60) }),
      [60_000],
    ],
    ["420", text("Enhance Your Calm", 420), [600]],
    ["rate limit (88) under 403", microblogErrorCode(403, 88, "Rate limit exceeded"), [600]],
  ])("%s", async (_what, reply, waits) => {
    under.microblog.script("POST /2/tweets", reply);
    expect(await under.post()).toMatchObject({ ok: true, attempts: 2, result: { id: FIRST_ID } });
    expect(under.clock.waits).toEqual(waits);
    expect(under.asked()).toEqual(["POST /2/tweets", "POST /2/tweets"]);
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });
});

describe("not repeated, for it may have happened", () => {
  test.each<[what: string, reply: Reply]>([
    ["200 with errors alone", json({ errors: [{ title: "Forbidden", detail: "No." }] })],
  ])("%s", async (_what, reply) => {
    under.microblog.script("", afterHandling(reply));
    expect(refused(await under.post())).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });
});

describe("a duplicate refusal after an attempt that was answered with an error", () => {
  test.each<[what: string, reply: Reply]>([
    ["503", microblogUnavailable(503)],
    ["500", text("", 500)],
    ["internal error (131) under 400", microblogErrorCode(400, 131, "Internal error")],
  ])("of the provider's own (%s) proves that the post is there", async (_what, reply) => {
    under.microblog.script("", afterHandling(reply));
    expect(await under.post()).toMatchObject({
      ok: true,
      attempts: 2,
      result: { id: null, url: null, already_posted: true },
    });
    expect(under.callLines()[0]).not.toHaveProperty("possible_duplicate");
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });

  test("by which nothing can have been posted proves nothing", async () => {
    await under.post();
    under.microblog.script("", microblogRateLimited(NOW + 5));
    expect(refused(await under.post())).toMatchObject({ error_code: "validation", attempts: 2 });
  });
});

describe("optional fields", () => {
  const output = () => under.tools.get("social_post:microblog")?.output;

  const gif = { base64: FILES.gif.toString("base64"), media_type: "image/gif", alt_text: "A lion" };

  /** "2xx without `data.id` = ambiguous failure". */
  const POSTED: AnswerRules = {
    fields: { "data.id": "required", "data.text": ["text"], errors: ["warnings"] },
    failure: UNKNOWN_ONCE,
  };

  /** "no processing_info = ready". */
  const PROGRESS: AnswerRules = { fields: { "": "required" }, failure: UNREADABLE_THRICE };

  /** A check that cannot be read is made again. */
  const CHECK: AnswerRules = { fields: {} };

  /** A step of an upload by its command, and how often it was asked before. */
  function stepNames() {
    let checks = 0;
    return ({ method, path, query, text }: RecordedRequest) => {
      const command = query.get("command") ?? /(?:command=|"command"\r\n\r\n)([A-Z]+)/.exec(text)?.[1] ?? "";
      if (command === "INIT" || path.endsWith("/initialize")) checks = 0;
      const step = command === "STATUS" ? `STATUS ${++checks}` : command;
      return `${method} ${path.replace(/\d{5,}/, "{id}")} ${step}`.trim();
    };
  }

  test("a post, with what the provider has to say beside", async () => {
    const errors = [{ detail: "So-so", title: "Partial", type: "about:blank" }, { message: "Also" }];
    const problems = await problemsWithoutEachField({
      server: under.microblog,
      call: () => under.post(),
      output: output(),
      answer: () => json({ data: { id: "7", text: "Hello", edit_history_tweet_ids: ["7"] }, errors }, 201),
      answers: { "POST /2/tweets": POSTED },
    });
    expect(problems).toEqual([]);
  });

  test("media through the newer upload", async () => {
    const problems = await problemsWithoutEachField({
      server: under.microblog,
      call: () => under.post({ media: [gif] }),
      output: output(),
      nameOf: stepNames(),
      answers: {
        // The id that the other steps and the post name.
        "POST /2/media/upload/initialize": { fields: { "data.id": "required" }, failure: UNREADABLE_THRICE },
        "POST /2/media/upload/{id}/append": { fields: {} },
        "POST /2/media/upload/{id}/finalize": PROGRESS,
        "GET /2/media/upload STATUS 1": CHECK,
        "GET /2/media/upload STATUS 2": CHECK,
        "POST /2/media/metadata": { fields: {} },
        "POST /2/tweets": "left whole",
      },
    });
    expect(problems).toEqual([]);
  });

  test("media through the older upload", async () => {
    const credential_id = await under.connectOAuth1();
    const problems = await problemsWithoutEachField({
      server: under.microblog,
      call: () => under.post({ media: [gif], credential_id }),
      output: output(),
      nameOf: stepNames(),
      answers: {
        // "Use `media_id_string` (the numeric id overflows JS)".
        "POST /1.1/media/upload.json INIT": {
          fields: { media_id_string: "required" },
          failure: UNREADABLE_THRICE,
        },
        "POST /1.1/media/upload.json FINALIZE": PROGRESS,
        "GET /1.1/media/upload.json STATUS 1": CHECK,
        "GET /1.1/media/upload.json STATUS 2": CHECK,
        "POST /2/tweets": "left whole",
      },
    });
    expect(problems).toEqual([]);
  });

  test.each([
    ["no state and an error", { error: { message: "Odd codec" } }, "could not process it: Odd codec."],
    ["a failure without a reason", { state: "failed", error: { message: 7 } }, "could not process it."],
  ])("processing that says %s has failed", async (_what, processing_info, reason) => {
    const finalize = ({ path }: { path: string }) => path.endsWith("/finalize");
    under.microblog.script(finalize, json({ data: { processing_info } }));
    expect(refused(await under.post({ media: [gif] }))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining(reason),
    });
  });

  test("the test of a token", async () => {
    const problems = await problemsWithoutEachField({
      server: under.microblog,
      call: () => under.testCredential(under.credentialId),
      output: undefined,
      answers: {
        "GET /2/users/me": {
          fields: {
            "": "required",
            data: "required",
            "data.username": ["account"],
            "data.id": ["account_id"],
          },
          failure: UNREADABLE_THRICE,
        },
      },
    });
    expect(problems).toEqual([]);
  });

  test.each([
    [403, { errors: [null, { code: "187" }] }, "authentication"],
    [403, { detail: "duplicate content" }, "validation"],
  ])("a %i that says %j is classed by its status", async (status, body, error_code) => {
    under.microblog.scriptAlways("", json(body, status));
    expect(await under.post()).toMatchObject({ ok: false, error_code });
  });
});
