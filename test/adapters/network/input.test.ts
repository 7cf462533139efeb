import { networkRefusal, networkThrottled, networkUnavailable } from "@plumbline/sandbox/network/failures.ts";
import { sampleNetworkToken, sampleOrganizationUrn } from "@plumbline/sandbox/network/sample-feed.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CredentialSeals } from "../../../packages/core/credentials/credential-seals.ts";
import { refused } from "../adapter-under-test.ts";
import { type NetworkUnderTest, startNetworkUnderTest } from "./network-under-test.ts";

let under: NetworkUnderTest;

beforeEach(async () => {
  under = await startNetworkUnderTest();
});

afterEach(() => under.close());

describe("refused before any network", () => {
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["no text", { text: "" }, "text: must contain more than whitespace"],
    ["blanks", { text: " \n\t\u00a0" }, "text: must contain more than whitespace"],
    ["3,001 characters", { text: "x".repeat(3_001) }, "text: must have at most 3000 characters"],
    ["3,001 wide characters", { text: "🎉".repeat(3_001) }, "text: must have at most 3000 characters"],
    ["a link that is a path", { link: { url: "/notes" } }, "link.url: must be an http or https URL"],
    ["a link to a file", { link: { url: "file:///etc/passwd" } }, "link.url: must be an http or https URL"],
    [
      "a link that is code",
      { link: { url: "javascript:alert(1)" } },
      "link.url: must be an http or https URL",
    ],
  ])("%s", async (_what, args, reason) => {
    const result = refused(await under.post(args));
    expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
    expect(result.refusal_reason).toContain(reason);
    expect(under.network.requests).toEqual([]);
  });

  test.each([undefined, "ada", "urn:li:member:12", "urn:li:person:a b"])(
    "a stored author that is %s",
    async (urn) => {
      await under.close();
      // As an earlier version sealed it, which did not look at the metadata.
      const { seal } = CredentialSeals.prototype;
      const sealing = vi.spyOn(CredentialSeals.prototype, "seal").mockImplementation(function (
        this: CredentialSeals,
        record,
        tokens,
      ) {
        return seal.call(this, { ...record, metadata: { urn } }, tokens);
      });
      under = await startNetworkUnderTest();
      sealing.mockRestore();
      const credential_id = under.credentialId;
      const results = [await under.post({ credential_id })];
      // A test of a connection without an author finds out whose it is: connection.test.ts.
      if (urn !== undefined) results.push(await under.testCredential(credential_id));
      for (const result of results) {
        expect(refused(result)).toMatchObject({
          error_code: "validation",
          refusal_reason: expect.stringMatching(
            urn === undefined ? /has no metadata\.urn\.$/ : /metadata\.urn must be an author URN such as/,
          ),
        });
      }
      expect(under.network.requests).toEqual([]);
    },
  );
});

test("what is sent", async () => {
  const text = "Grüße 🎉 漢字 <b>&amp;</b> #tag\n\n@all";
  expect(await under.post({ text })).toMatchObject({ ok: true });
  const [request] = under.network.requests;
  expect(request).toMatchObject({ method: "POST", path: "/v2/ugcPosts" });
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${sampleNetworkToken}`,
    "content-type": "application/json",
    "x-restli-protocol-version": "2.0.0",
  });
  expect(request?.json()).toEqual({
    author: "urn:li:person:ada-0815",
    lifecycleState: "PUBLISHED",
    specificContent: {
      "com.linkedin.ugc.ShareContent": { shareCommentary: { text }, shareMediaCategory: "NONE" },
    },
    visibility: { "com.linkedin.ugc.MemberNetworkVisibility": "PUBLIC" },
  });
});

test("a link is an article, for connections alone", async () => {
  const url = "https://example.com/notes?a=1#b";
  const link = { url, title: "Notes", description: "On the engine" };
  expect(await under.post({ link, visibility: "CONNECTIONS" })).toMatchObject({ ok: true });
  expect(under.network.feed.posts).toMatchObject([
    {
      visibility: "CONNECTIONS",
      content: {
        specificContent: {
          "com.linkedin.ugc.ShareContent": {
            shareMediaCategory: "ARTICLE",
            media: [
              {
                status: "READY",
                originalUrl: url,
                title: { text: "Notes" },
                description: { text: "On the engine" },
              },
            ],
          },
        },
      },
    },
  ]);
});

test.each(["x", "🎉"])("3,000 times %s are posted whole", async (character) => {
  expect(await under.post({ text: character.repeat(3_000) })).toMatchObject({ ok: true });
  expect([...(under.network.feed.posts[0]?.text ?? "")]).toHaveLength(3_000);
});

test("an organization posts in its own name", async () => {
  const credential_id = await under.connectNetwork(sampleNetworkToken, sampleOrganizationUrn);
  expect(await under.post({ credential_id })).toMatchObject({ ok: true });
  expect(under.network.feed.posts).toMatchObject([{ author: sampleOrganizationUrn }]);
});

test("the name a model provider takes leads to the same tool", async () => {
  expect(await under.call("social_post__network", { text: "Hello" })).toMatchObject({
    ok: true,
    tool: "social_post:network",
  });
});

describe("duplicate", () => {
  const SHARE = "urn:li:share:7000000000000000000";

  const REFUSED = {
    ok: false,
    error_code: "validation",
    refusal_reason: `The professional network (LinkedIn) already has this post: ${SHARE}, https://www.linkedin.com/feed/update/${SHARE}`,
    next_step: "Change the text to post it again.",
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
      "The professional network (LinkedIn) already has this post: urn:li:ugcPost:7, https://www.linkedin.com/feed/update/urn:li:ugcPost:7",
    ],
    [
      "by the code of its input error",
      networkRefusal(400, "urn:li:share:7 is the same", {
        errorDetails: { inputErrors: [{ description: "Seen before", input: {}, code: "DUPLICATE_POST" }] },
      }),
      "The professional network (LinkedIn) already has this post: urn:li:share:7, https://www.linkedin.com/feed/update/urn:li:share:7",
    ],
    [
      "that names no post",
      networkRefusal(422, "Duplicate content"),
      "The professional network (LinkedIn) already has this post.",
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
      [
        "500, then a limit",
        [afterHandling(json({}, 500)), networkThrottled("MEMBER", { "retry-after": "1" })],
      ],
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
});
