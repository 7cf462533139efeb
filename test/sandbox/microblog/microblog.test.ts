import { startMicroblog } from "@plumbline/sandbox/microblog/microblog.ts";
import {
  sampleMicroblogToken,
  sampleOAuth1,
  sampleReadToken,
} from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const microblog = startedForEach(startMicroblog);

/** Sends JSON, or with a string whatever it is. */
async function call(path: string, body?: unknown, authorization = `Bearer ${sampleMicroblogToken}`) {
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(`${microblog.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: statusCode, headers, body: text === "" ? undefined : JSON.parse(text) };
}

describe("a post", () => {
  it("is shown with short links, and numbered beyond what a number holds", async () => {
    const { status, headers, body } = await call("/2/tweets", { text: "See https://example.com/a now" });
    expect([status, headers["x-transaction-id"]]).toEqual([201, "sandbox-1"]);
    expect(body).toEqual({
      data: {
        id: "1850000000000000001",
        text: "See https://t.co/0000000001 now",
        edit_history_tweet_ids: ["1850000000000000001"],
      },
    });
  });

  it.each([
    [{}, 400, "One of text or media must be set."],
    ["no json", 400, "One of text or media must be set."],
    [{ text: 7 }, 400, "[$.text: string expected]"],
    [{ text: "a", txet: "b" }, 400, "[$.txet: is not defined in the schema]"],
    [{ text: "a", media: { media_ids: ["7"] } }, 400, "Your media IDs are invalid."],
    [{ text: "a", reply: { in_reply_to_tweet_id: 7 } }, 400, "[$.reply.in_reply_to_tweet_id: id expected]"],
    [
      { text: "a", reply: { in_reply_to_tweet_id: "7" } },
      404,
      "Could not find tweet with in_reply_to_tweet_id: [7].",
    ],
    [{ text: "a".repeat(281) }, 403, "You are not permitted to perform this action."],
  ])("of %j is refused with %i: %s", async (draft, status, said) => {
    const answer = await call("/2/tweets", draft);
    expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(status);
    expect([answer.body.detail, answer.body.errors?.[0]?.message]).toContain(said);
    expect(microblog.timeline.posts).toEqual([]);
  });
});

describe("who may not", () => {
  it.each([
    ["", 401],
    ["Bearer nobody", 401],
    ['OAuth oauth_token="%"', 401],
    [`Bearer ${sampleReadToken}`, 403],
    [
      `OAuth oauth_consumer_key="${sampleOAuth1.consumer_key}", oauth_token="${sampleOAuth1.access_token}"`,
      401,
    ],
  ])("%s: %i", async (authorization, status) => {
    expect(await call("/2/tweets", { text: "a" }, authorization)).toMatchObject({
      status,
      body: { type: "about:blank" },
    });
  });

  it("upload to v1.1 with an OAuth 2 token", async () => {
    expect(await call("/1.1/media/upload.json", "command=INIT")).toMatchObject({
      status: 403,
      body: { errors: [{ code: 220 }] },
    });
    expect(await call("/1.1/media/upload.json", "command=INIT", "")).toMatchObject({
      status: 401,
      body: { errors: [{ code: 32 }] },
    });
  });
});

describe("an upload", () => {
  const begin = (fields: Record<string, unknown>) =>
    call("/2/media/upload/initialize", {
      media_type: "video/mp4",
      media_category: "tweet_video",
      total_bytes: 4,
      ...fields,
    });

  it.each([
    [{ media_type: "text/plain" }, "media type unrecognized."],
    [{ media_category: "banner" }, "media category unrecognized."],
    [{ total_bytes: 0 }, "total_bytes must be a positive integer."],
    [{ media_category: "tweet_image", total_bytes: 6_000_000 }, "File size exceeds 5242880 bytes."],
  ])("of %j is refused: %s", async (fields, message) => {
    expect(await begin(fields)).toMatchObject({ status: 400, body: { errors: [{ message }] } });
  });

  it("is not ended before it is whole, nor posted before it is processed", async () => {
    const { id } = (await begin({})).body.data;
    const unready = await call("/2/tweets", { media: { media_ids: [id] } });
    expect(unready.status).toBe(400);
    expect((await call(`/2/media/upload/${id}/finalize`, "")).body.errors[0].message).toBe(
      "Segments do not add up to provided total file size.",
    );
    microblog.timeline.media.get(id)?.segments.push(Buffer.from("ftyp"));
    const finalized = await call(`/2/media/upload/${id}/finalize`, "");
    expect(finalized.body.data.processing_info).toEqual({ state: "pending", check_after_secs: 1 });
    const states = [];
    for (let check = 0; check < 2; check++)
      states.push(
        (await call(`/2/media/upload?command=STATUS&media_id=${id}`)).body.data.processing_info.state,
      );
    expect(states).toEqual(["in_progress", "succeeded"]);
    expect((await call("/2/tweets", { media: { media_ids: [id] } })).status).toBe(201);
  });

  it("that is not there is not found", async () => {
    expect((await call("/2/media/upload?command=STATUS&media_id=7")).status).toBe(404);
    expect((await call("/2/media/metadata", { id: "7" })).status).toBe(404);
  });
});
