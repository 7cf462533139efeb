import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  networkForbidden,
  networkRefusal,
  networkThrottled,
  networkUnauthorized,
  networkUnavailable,
} from "@plumbline/sandbox/network/failures.ts";
import {
  sampleExpiredNetworkToken,
  sampleNetworkToken,
  sampleOrganizationUrn,
  samplePostingNetworkToken,
  sampleReadingNetworkToken,
} from "@plumbline/sandbox/network/sample-feed.ts";
import {
  htmlPage,
  json,
  type Message,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startNetworkUnderTest } from "./network-under-test.ts";

const under = startedForEach(startNetworkUnderTest);

test("tells the member, and posts nothing", async () => {
  expect(await under.testCredential(under.credentialId)).toMatchObject({
    ok: true,
    result: { account: "Ada Lovelace" },
    attempts: 1,
  });
  expect(under.network.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v2/userinfo"]);
});

test.each([undefined, null, ""])("a member whose name is %j is shown by URN", async (name) => {
  under.network.script("", json({ sub: "ada-0815", name }));
  expect(await under.testCredential(under.credentialId)).toMatchObject({
    result: { account: "urn:li:person:ada-0815" },
  });
});

test("whoever posts for an organization is not compared with it", async () => {
  const id = await under.connectNetwork(sampleNetworkToken, sampleOrganizationUrn);
  expect(await under.testCredential(id)).toMatchObject({ ok: true, result: { account: "Ada Lovelace" } });
});

test("a token that may not read the profile is a good token without a name", async () => {
  const id = await under.connectNetwork(samplePostingNetworkToken);
  expect(await under.testCredential(id)).toMatchObject({ ok: true, result: {} });
});

test("a token of another member is refused, with both names", async () => {
  const id = await under.connectNetwork(sampleNetworkToken, "urn:li:person:eve");
  expect(refused(await under.testCredential(id))).toMatchObject({
    error_code: "validation",
    refusal_reason:
      "The token belongs to urn:li:person:ada-0815, but the connection's metadata.urn is urn:li:person:eve.",
    next_step: "Set metadata.urn to urn:li:person:ada-0815, or store the token of the other member.",
  });
});

test.each([
  ["nobody's token", "network-unknown-token", "Invalid access token"],
  ["an expired token", sampleExpiredNetworkToken, "The token used in the request has expired"],
])("%s", async (_what, token, reason) => {
  const result = refused(await under.testCredential(await under.connectNetwork(token)));
  expect(result).toMatchObject({
    error_code: "authentication",
    refusal_reason: `The professional network (LinkedIn) responded with 401: ${reason}`,
    next_step: expect.stringMatching(/^Reconnect "/),
    attempts: 1,
  });
});

test("a revoked token under 403 is no good token", async () => {
  under.network.script("", networkRefusal(403, "Revoked", { code: "REVOKED_ACCESS_TOKEN" }));
  expect(refused(await under.testCredential(under.credentialId))).toMatchObject({
    error_code: "authentication",
  });
});

test("is a read: tried again when its answer is lost or unreadable", async () => {
  under.network.script("", resetAfterReading(), text("<html>"));
  expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, attempts: 3 });
});

test("the refusal of a token that may not post names the scope to ask for, and nothing is posted", async () => {
  const credential_id = await under.connectNetwork(sampleReadingNetworkToken);
  expect(refused(await under.post({ credential_id }))).toMatchObject({
    error_code: "authentication",
    next_step: expect.stringContaining("w_member_social"),
  });
  expect(under.network.feed.posts).toEqual([]);
});

test("the token is in no result, refusal or log line", async () => {
  const echo = `Bearer ${sampleNetworkToken} is ${sampleNetworkToken}`;
  const results = [];
  for (const reply of [
    json({ id: `urn:li:share:${sampleNetworkToken}` }, 201),
    networkRefusal(401, echo, { code: sampleNetworkToken }),
    networkRefusal(422, `Content is a duplicate of urn:li:share:${sampleNetworkToken}`),
    networkUnavailable(),
    { ...networkRefusal(400, echo), headers: { "x-li-uuid": sampleNetworkToken } },
  ]) {
    under.network.scriptAlways("", reply);
    results.push(await under.post());
  }
  expect(results.map(({ ok }) => ok)).toEqual([true, false, false, false, false]);
  expect(JSON.stringify([results, under.logged])).not.toContain(sampleNetworkToken);
  expect(JSON.stringify(results)).toContain("[redacted]");
});

describe("refused at once", () => {
  test.each<[what: string, reply: Message, expected: Partial<DispatchFailure>]>([
    [
      "401 of a revoked token",
      networkUnauthorized("REVOKED_ACCESS_TOKEN"),
      {
        error_code: "authentication",
        refusal_reason:
          "The professional network (LinkedIn) responded with 401: The token used in the request has been revoked by the user",
        next_step: expect.stringMatching(/^Reconnect "/),
      },
    ],
    ["401 that is a page", htmlPage("<h1>No</h1>", 401), { error_code: "authentication" }],
    [
      "an expired token under 400",
      networkRefusal(400, "Expired", { serviceErrorCode: 65_602 }),
      { error_code: "authentication", next_step: expect.stringMatching(/^Reconnect "/) },
    ],
    [
      "403 of a scope that is missing",
      networkForbidden(),
      {
        error_code: "authentication",
        refusal_reason:
          "The professional network (LinkedIn) responded with 403: Not enough permissions to access: ugcPosts.CREATE.NO_VERSION",
        next_step: expect.stringContaining("w_member_social"),
      },
    ],
    [
      "403 of a revoked token",
      networkRefusal(403, "Revoked", { code: "REVOKED_ACCESS_TOKEN" }),
      { error_code: "authentication", next_step: expect.stringMatching(/^Reconnect "/) },
    ],
    [
      "400",
      networkRefusal(400, "ERROR :: /author :: is not a URN", { code: "INVALID_VALUE_FOR_FIELD" }),
      { error_code: "validation" },
    ],
    ["400 of another form", json({ message: 7, code: [] }, 400), { error_code: "validation" }],
    ["402", text("", 402), { error_code: "validation" }],
    [
      "a permission that is missing, under 400",
      networkRefusal(400, "No", { code: "ACCESS_DENIED" }),
      { error_code: "authentication", next_step: expect.stringContaining("w_member_social") },
    ],
    [
      "404, though with the number of a missing permission",
      networkRefusal(404, "Could not find entity", { serviceErrorCode: 100, code: "RESOURCE_NOT_FOUND" }),
      { error_code: "validation" },
    ],
    ["409", networkRefusal(409, "Retry the request."), { error_code: "validation" }],
    [
      "422 that is no duplicate",
      networkRefusal(422, "The link is not allowed"),
      {
        error_code: "validation",
        refusal_reason: "The professional network (LinkedIn) responded with 422: The link is not allowed",
      },
    ],
    ["426", networkRefusal(426, "Version is not active"), { error_code: "validation" }],
    ["a redirect", redirect("https://elsewhere.example/", 307), { error_code: "validation" }],
    [
      "429 of the day",
      networkThrottled(),
      {
        error_code: "rate_limit",
        refusal_reason:
          "The professional network (LinkedIn) responded with 429: Resource level throttle MEMBER DAY limit for calls to this resource is reached.",
        retry_after_seconds: 86_400,
        next_step: "The network's daily limits reset at midnight UTC.",
      },
    ],
    [
      "a throttle under 403",
      networkRefusal(403, "Throttled", { serviceErrorCode: 101 }),
      { error_code: "rate_limit", retry_after_seconds: 86_400 },
    ],
    [
      "a throttle under 500",
      networkRefusal(500, "Throttled", { serviceErrorCode: 101 }),
      { error_code: "rate_limit", retry_after_seconds: 86_400, outcome_unknown: true },
    ],
  ])("%s", async (_what, reply, expected) => {
    under.network.scriptAlways("", reply);
    const result = refused(await under.post());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.retry_after_seconds).toBe(expected.retry_after_seconds);
    expect(result.outcome_unknown).toBe(expected.outcome_unknown);
    expect(under.clock.waits).toEqual([]);
    expect(under.network.requests).toHaveLength(1);
  });

  test("the log knows the provider's code for it and its id of the request", async () => {
    under.network.script("", { ...networkForbidden(), headers: { "x-li-request-id": "ABC123" } });
    await under.post();
    expect(under.callLines().at(-1)).toMatchObject({
      provider_code: "100",
      provider_status: 403,
      provider_request_id: "ABC123",
    });
  });
});
