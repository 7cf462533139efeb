import { networkRefusal, networkUnavailable } from "@plumbline/sandbox/network/failures.ts";
import {
  sampleExpiredNetworkToken,
  sampleNetworkToken,
  sampleOrganizationUrn,
  samplePostingNetworkToken,
  sampleReadingNetworkToken,
} from "@plumbline/sandbox/network/sample-feed.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type NetworkUnderTest, startNetworkUnderTest } from "./network-under-test.ts";

let under: NetworkUnderTest;

beforeEach(async () => {
  under = await startNetworkUnderTest();
});

afterEach(() => under.close());

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
    refusal_reason: `The professional network (LinkedIn) answered 401: ${reason}`,
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
