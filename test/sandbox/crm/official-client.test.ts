import { Client } from "@hubspot/api-client";
import { type CrmServer, startCrm } from "@plumbline/sandbox/crm/crm.ts";
import { crmRateLimited, crmUnavailable } from "@plumbline/sandbox/crm/failures.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

let crm: CrmServer;

beforeEach(async () => {
  crm = await startCrm();
});

afterEach(() => crm.close());

const clientWith = (accessToken: string) =>
  new Client({ accessToken, basePath: crm.url, numberOfApiCallRetries: 0 });

const batch = (...emails: string[]) => ({
  inputs: emails.map((id, index) => ({
    id,
    idProperty: "email",
    objectWriteTraceId: String(index),
    properties: { email: id, firstname: "Ada" },
  })),
});

it("the provider's own client upserts a batch and reads what was saved", async () => {
  const { batchApi } = clientWith(sampleCrmToken).crm.contacts;
  const answer = await batchApi.upsert(batch("ada@example.com", "bob@example.com"));
  expect(answer).toMatchObject({
    status: "COMPLETE",
    results: [
      { id: "512", objectWriteTraceId: "1", _new: true },
      { id: "511", objectWriteTraceId: "0", _new: true, properties: { firstname: "Ada" } },
    ],
  });
  expect(answer.results[0]?.createdAt).toBeInstanceOf(Date);
});

it("the provider's own client reads a batch saved in part", async () => {
  const { batchApi } = clientWith(sampleCrmToken).crm.contacts;
  expect(await batchApi.upsert(batch("ada@example.com", "nobody"))).toMatchObject({
    numErrors: 1,
    results: [{ id: "511" }],
    errors: [{ category: "VALIDATION_ERROR", context: { objectWriteTraceId: ["1"] } }],
  });
});

it("the provider's own client reads refusals, limits and outages", async () => {
  const upsertWith = (token: string) =>
    clientWith(token).crm.contacts.batchApi.upsert(batch("ada@example.com"));
  await expect(upsertWith("pat-unknown")).rejects.toMatchObject({
    code: 401,
    body: { category: "INVALID_AUTHENTICATION" },
  });
  crm.script("", crmRateLimited("DAILY"), crmUnavailable());
  await expect(upsertWith(sampleCrmToken)).rejects.toMatchObject({
    code: 429,
    body: { policyName: "DAILY" },
  });
  await expect(upsertWith(sampleCrmToken)).rejects.toMatchObject({ code: 502 });
});
