import { startNetwork } from "@plumbline/sandbox/network/network.ts";
import {
  sampleExpiredNetworkToken,
  sampleMemberUrn,
  sampleNetworkToken,
  sampleOrganizationUrn,
  samplePostingNetworkToken,
  sampleReadingNetworkToken,
} from "@plumbline/sandbox/network/sample-feed.ts";
import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";

const network = startedForEach(startNetwork);

interface Share {
  text?: unknown;
  category?: string;
  media?: unknown;
}

const share = (
  { text = "Hello", category = "NONE", media }: Share = {},
  more: Record<string, unknown> = {},
) => ({
  author: sampleMemberUrn,
  lifecycleState: "PUBLISHED",
  specificContent: {
    "com.linkedin.ugc.ShareContent": { shareCommentary: { text }, shareMediaCategory: category, media },
  },
  visibility: { "com.linkedin.ugc.MemberNetworkVisibility": "PUBLIC" },
  ...more,
});

async function send(
  body: unknown,
  { token = sampleNetworkToken, version = "2.0.0", method = "POST", path = "/v2/ugcPosts" } = {},
) {
  const response = await fetch(`${network.url}${path}`, {
    method,
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
      "x-restli-protocol-version": version,
    },
    ...(method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("a post has its URN in header and body", async () => {
  const answer = await send(share());
  expect(answer).toMatchObject({ status: 201, body: { id: "urn:li:share:7000000000000000000" } });
  expect(answer.headers.get("x-restli-id")).toBe("urn:li:share:7000000000000000000");
  expect(answer.headers.get("x-li-uuid")).toBe("sandbox-1");
});

test("the same text by the same author is a duplicate, by another it is not", async () => {
  await send(share());
  expect(await send(share())).toMatchObject({
    status: 422,
    body: { message: "Content is a duplicate of urn:li:share:7000000000000000000", status: 422 },
  });
  expect(await send(share({}, { author: sampleOrganizationUrn }))).toMatchObject({ status: 201 });
});

test.each<[what: string, body: unknown]>([
  ["no JSON", "author"],
  ["no author", share({}, { author: undefined })],
  ["a draft", share({}, { lifecycleState: "DRAFT" })],
  ["no text", share({ text: 7 })],
  ["3,001 characters", share({ text: "x".repeat(3_001) })],
  ["an unknown kind of media", share({ category: "POEM" })],
  ["an article without one", share({ category: "ARTICLE" })],
  ["no audience", share({}, { visibility: {} })],
])("%s is refused", async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400 });
  expect(network.feed.posts).toEqual([]);
});

test("the protocol version is required", async () => {
  expect(await send(share(), { version: "1.0.0" })).toMatchObject({ status: 400 });
});

test.each([
  ["none", "", 401, "EMPTY_ACCESS_TOKEN"],
  ["nobody's", "unknown", 401, "INVALID_ACCESS_TOKEN"],
  ["an expired one", sampleExpiredNetworkToken, 401, "EXPIRED_ACCESS_TOKEN"],
  ["one that may not post", sampleReadingNetworkToken, 403, 100],
])("token: %s", async (_what, token, status, code) => {
  const body = typeof code === "string" ? { code } : { serviceErrorCode: code };
  expect(await send(share(), { token })).toMatchObject({ status, body });
});

test("nobody posts for somebody else", async () => {
  for (const author of ["urn:li:person:eve", "urn:li:organization:1"]) {
    expect(await send(share({}, { author }))).toMatchObject({
      status: 403,
      body: {
        serviceErrorCode: 100,
        message: "Not enough permissions to access: ugcPosts.CREATE.NO_VERSION",
      },
    });
  }
});

test("who the token belongs to, where it may tell", async () => {
  const asked = { method: "GET", path: "/v2/userinfo" };
  expect(await send("", asked)).toMatchObject({
    status: 200,
    body: { sub: "ada-0815", name: "Ada Lovelace" },
  });
  expect(await send("", { ...asked, token: samplePostingNetworkToken })).toMatchObject({ status: 403 });
});

test("an unknown path", async () => {
  expect(await send("", { method: "GET", path: "/v2/me" })).toMatchObject({ status: 404 });
});
