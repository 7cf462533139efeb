import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { networkRefusal, networkThrottled } from "@plumbline/sandbox/network/failures.ts";
import { json, type Message, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { problemsWithoutEachField, UNKNOWN_ONCE, UNREADABLE_THRICE } from "../without-each-field.ts";
import { type NetworkUnderTest, startNetworkUnderTest } from "./network-under-test.ts";

let under: NetworkUnderTest;

beforeEach(async () => {
  under = await startNetworkUnderTest();
});

afterEach(() => under.close());

const SHARE = "urn:li:share:7000000000000000000";
const LOOK_FIRST = "It may have taken effect: check at the provider before repeating it.";

describe("posted at once", () => {
  test("a text", async () => {
    expect(await under.post()).toEqual({
      ok: true,
      tool: "social_post:network",
      credential: expect.objectContaining({ id: expect.any(String) }),
      result: { id: SHARE, url: `https://www.linkedin.com/feed/update/${SHARE}` },
      attempts: 1,
      elapsed_ms: 0,
    });
    expect(under.network.feed.posts).toHaveLength(1);
    expect(under.callLines().at(-1)).toMatchObject({
      provider_status: 201,
      provider_request_id: "sandbox-1",
    });
  });

  test.each<[what: string, reply: Message, id: string]>([
    ["header and no body", { status: 201, headers: { "X-RestLi-Id": SHARE } }, SHARE],
    [
      "header before body",
      json({ id: "urn:li:activity:1" }, 201, { "x-restli-id": "urn:li:ugcPost:2" }),
      "urn:li:ugcPost:2",
    ],
    [
      "header with encoded colons",
      text("", 201, { "x-restli-id": "urn%3Ali%3Ashare%3A3" }),
      "urn:li:share:3",
    ],
    ["body alone", json({ id: "urn:li:share:4" }, 201), "urn:li:share:4"],
    ["empty header", json({ id: "urn:li:share:5" }, 201, { "x-restli-id": "" }), "urn:li:share:5"],
  ])("the id from: %s", async (_what, reply, id) => {
    under.network.script("", reply);
    expect(await under.post()).toMatchObject({
      ok: true,
      result: { id, url: `https://www.linkedin.com/feed/update/${id}` },
    });
  });
});

test("the day's quota is not waited for, not even seconds before midnight UTC", async () => {
  await under.close();
  under = await startNetworkUnderTest({ clock: new ManualClock("2026-01-01T23:59:55Z") });
  under.network.script("", networkThrottled());
  expect(refused(await under.post())).toMatchObject({
    error_code: "rate_limit",
    retry_after_seconds: 5,
    attempts: 1,
  });
  expect(under.clock.waits).toEqual([]);
});

describe("not repeated, for it may have happened", () => {
  test.each<[what: string, reply: Reply]>([
    ["200 that speaks of a throttle", networkRefusal(200, "Throttled", { serviceErrorCode: 101 })],
    ["201 with an id that is none", json({ id: 7 }, 201, { "x-restli-id": "7" })],
  ])("%s", async (_what, reply) => {
    under.network.script("", afterHandling(reply));
    expect(refused(await under.post())).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      next_step: LOOK_FIRST,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
    expect(under.network.feed.posts).toHaveLength(1);
  });
});

describe("optional fields", () => {
  const post = (more: { headers: boolean; fields: Record<string, "required"> }) =>
    problemsWithoutEachField({
      server: under.network,
      call: () => under.post(),
      output: under.tools.get("social_post:network")?.output,
      answer: async (request, handle) => {
        const reply = await handle(request);
        return "fault" in reply || more.headers ? reply : { ...reply, headers: {} };
      },
      answers: { "POST /v2/ugcPosts": { fields: more.fields, failure: UNKNOWN_ONCE } },
    });

  /** The id is in the header first, and the body may be empty. */
  test("a post that is named in the header", async () => {
    expect(await post({ headers: true, fields: {} })).toEqual([]);
  });

  test("a post that is named in the body alone", async () => {
    expect(await post({ headers: false, fields: { id: "required" } })).toEqual([]);
  });

  test("the test of a token", async () => {
    const problems = await problemsWithoutEachField({
      server: under.network,
      call: () => under.testCredential(under.credentialId),
      output: undefined,
      answers: {
        // `sub` is the author that posts are made as.
        "GET /v2/userinfo": { fields: { sub: "required", name: ["account"] }, failure: UNREADABLE_THRICE },
      },
    });
    expect(problems).toEqual([]);
  });

  test("a duplicate is known by its code though another input error cannot be read", async () => {
    const errorDetails = { inputErrors: [null, { code: "DUPLICATE_POST" }] };
    under.network.script("", json({ errorDetails }, 422));
    expect(await under.post()).toMatchObject({
      error_code: "validation",
      next_step: expect.stringContaining("Change"),
    });
  });
});
