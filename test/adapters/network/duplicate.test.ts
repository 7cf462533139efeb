import { networkRefusal, networkThrottled, networkUnavailable } from "@plumbline/sandbox/network/failures.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type NetworkUnderTest, startNetworkUnderTest } from "./network-under-test.ts";

let under: NetworkUnderTest;

beforeEach(async () => {
  under = await startNetworkUnderTest();
});

afterEach(() => under.close());

const SHARE = "urn:li:share:7000000000000000000";
const REFUSED = {
  ok: false,
  error_code: "validation",
  refusal_reason: `The professional network (LinkedIn) has this post already: ${SHARE}, https://www.linkedin.com/feed/update/${SHARE}`,
  next_step: "Change the text to post it once more.",
};

test("a text that was posted by an earlier call is refused, and the post named", async () => {
  await under.post();
  expect(await under.post()).toMatchObject({ ...REFUSED, attempts: 1 });
  expect(await under.post({ text: "Hello again" })).toMatchObject({ ok: true });
  expect(under.network.feed.posts).toHaveLength(2);
});

test.each<[what: string, reply: Message, reason: string]>([
  [
    "by its code",
    networkRefusal(400, "urn:li:ugcPost:7 is the same", { code: "DUPLICATE_POST" }),
    "The professional network (LinkedIn) has this post already: urn:li:ugcPost:7, https://www.linkedin.com/feed/update/urn:li:ugcPost:7",
  ],
  [
    "by the code of its input error",
    networkRefusal(400, "urn:li:share:7 is the same", {
      errorDetails: { inputErrors: [{ description: "Seen before", input: {}, code: "DUPLICATE_POST" }] },
    }),
    "The professional network (LinkedIn) has this post already: urn:li:share:7, https://www.linkedin.com/feed/update/urn:li:share:7",
  ],
  [
    "that names no post",
    networkRefusal(422, "Duplicate content"),
    "The professional network (LinkedIn) has this post already.",
  ],
])("a duplicate %s", async (_what, reply, refusal_reason) => {
  under.network.script("", reply);
  expect(refused(await under.post())).toMatchObject({ error_code: "validation", refusal_reason });
});

describe("a duplicate of an earlier try of the same call is the post", () => {
  test.each<[what: string, replies: ScriptedReply[]]>([
    ["500", [afterHandling(json({}, 500))]],
    ["a gateway's page", [afterHandling(networkUnavailable())]],
    ["500, then 500", [afterHandling(json({}, 500)), json({}, 500)]],
    ["500, then a limit", [afterHandling(json({}, 500)), networkThrottled("MEMBER", { "retry-after": "1" })]],
  ])("%s", async (_what, replies) => {
    under.network.script("", ...replies);
    expect(await under.post()).toMatchObject({
      ok: true,
      result: {
        id: SHARE,
        url: `https://www.linkedin.com/feed/update/${SHARE}`,
        already_posted: true,
      },
      attempts: replies.length + 1,
    });
    expect(under.network.feed.posts).toHaveLength(1);
  });
});

describe("tries that cannot have posted prove nothing", () => {
  test("a limit: nothing was posted", async () => {
    await under.post();
    under.network.script("", networkThrottled("MEMBER", { "retry-after": "1" }));
    expect(await under.post()).toMatchObject({ ...REFUSED, attempts: 2 });
    expect(under.network.feed.posts).toHaveLength(1);
  });

  test("an answered failure of one call proves nothing for the next", async () => {
    under.network.scriptAlways("", afterHandling(networkUnavailable()));
    expect(refused(await under.post())).toMatchObject({ error_code: "transient", attempts: 3 });
    under.network.clear();
    expect(await under.post()).toMatchObject(REFUSED);
    expect(under.network.feed.posts).toHaveLength(1);
  });

  test("a duplicate that names no post stays a refusal", async () => {
    under.network.script("", networkUnavailable(), networkRefusal(422, "Duplicate content"));
    expect(refused(await under.post())).toMatchObject({ error_code: "validation", attempts: 2 });
  });

  test("a post that is taken after a failure is no duplicate", async () => {
    under.network.script("", networkUnavailable());
    const result = await under.post();
    expect(result).toMatchObject({ ok: true, result: { id: SHARE }, attempts: 2 });
    expect(result).not.toHaveProperty("result.already_posted");
  });
});
