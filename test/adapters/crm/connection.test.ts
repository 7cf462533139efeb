import { crmMissingScopes, crmRateLimited, crmUnavailable } from "@plumbline/sandbox/crm/failures.ts";
import {
  sampleCrmToken,
  sampleExpiredCrmToken,
  sampleReadingCrmToken,
} from "@plumbline/sandbox/crm/sample-portal.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeEach(async () => {
  under = await startCrmUnderTest();
});

afterEach(() => under.close());

test("tells the account, and changes nothing", async () => {
  expect(await under.testCredential(under.credentialId)).toMatchObject({
    ok: true,
    result: { account: "4200042 @ crm.sandbox.example" },
    attempts: 1,
  });
  expect(under.crm.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /account-info/v3/details",
  ]);
});

test.each([undefined, null, ""])("an account whose domain is %j", async (uiDomain) => {
  under.crm.script("", json({ portalId: 7, uiDomain }));
  expect(await under.testCredential(under.credentialId)).toMatchObject({
    result: { account: "7" },
    attempts: 1,
  });
});

test("a token that may not read the account is still a good token", async () => {
  under.crm.script("", crmMissingScopes(["oauth"]));
  expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, result: {} });
});

test.each([
  ["nobody's token", "pat-na1-unknown-token", "Authentication credentials not found."],
  ["an expired token", sampleExpiredCrmToken, "The OAuth token used to make this call expired"],
])("%s", async (_what, token, reason) => {
  const id = await under.connect({ kind: "crm", label: "Other", token });
  const result = refused(await under.testCredential(id));
  expect(result).toMatchObject({
    error_code: "authentication",
    next_step: expect.stringMatching(/^Reconnect "/),
    attempts: 1,
  });
  expect(result.refusal_reason).toContain(reason);
});

test("is a read: tried again when its answer is lost or unreadable", async () => {
  under.crm.script("", resetAfterReading(), text("<html>"));
  expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, attempts: 3 });
});

test("the refusal of a token that may not write names the scope to ask for", async () => {
  const credential_id = await under.connect({ kind: "crm", label: "Reading", token: sampleReadingCrmToken });
  expect(refused(await under.upsert(undefined, { credential_id }))).toMatchObject({
    error_code: "authentication",
    next_step: advisedWith("Reconnect the CRM (HubSpot) with the scope crm.objects.contacts.write."),
  });
  expect(under.crm.portal.contacts).toEqual([]);
});

test("the token is in no result, refusal or log line", async () => {
  const echo = `Bearer ${sampleCrmToken} is ${sampleCrmToken}`;
  const results = [];
  for (const reply of [
    json({ results: [{ id: "1", objectWriteTraceId: "0", url: `https://crm.example/${sampleCrmToken}` }] }),
    json({ results: [], errors: [{ category: "VALIDATION_ERROR", message: echo }] }, 207),
    json({ message: echo, category: echo, correlationId: sampleCrmToken }, 401),
    crmUnavailable(),
    crmRateLimited("DAILY", { "x-hubspot-correlation-id": sampleCrmToken }),
  ]) {
    under.crm.scriptAlways("", reply);
    results.push(await under.upsert());
  }
  expect(results.map(({ ok }) => ok)).toEqual([true, false, false, false, false]);
  expect(JSON.stringify([results, under.logged])).not.toContain(sampleCrmToken);
  expect(JSON.stringify(results)).toContain("[redacted]");
});
