import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  networkForbidden,
  networkRefusal,
  networkThrottled,
  networkUnauthorized,
} from "@plumbline/sandbox/network/failures.ts";
import {
  sampleNetworkToken,
  sampleOrganizationUrn,
  samplePostingNetworkToken,
  sampleReadingNetworkToken,
} from "@plumbline/sandbox/network/sample-feed.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startNetworkUnderTest } from "./network-under-test.ts";

const under = startedForEach(startNetworkUnderTest);

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

test("a revoked token under 403 is no good token", async () => {
  under.network.script("", networkRefusal(403, "Revoked", { code: "REVOKED_ACCESS_TOKEN" }));
  expect(refused(await under.testCredential(under.credentialId))).toMatchObject({
    error_code: "authentication",
  });
});

test("the refusal of a token that may not post names the scope to ask for, and nothing is posted", async () => {
  const credential_id = await under.connectNetwork(sampleReadingNetworkToken);
  expect(refused(await under.post({ credential_id }))).toMatchObject({
    error_code: "authentication",
    next_step: expect.stringContaining("w_member_social"),
  });
  expect(under.network.feed.posts).toEqual([]);
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
    [
      "422 that is no duplicate",
      networkRefusal(422, "The link is not allowed"),
      {
        error_code: "validation",
        refusal_reason: "The professional network (LinkedIn) responded with 422: The link is not allowed",
      },
    ],
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
