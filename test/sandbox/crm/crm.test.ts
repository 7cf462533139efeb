import { Client } from "@hubspot/api-client";
import { startCrm } from "@plumbline/sandbox/crm/crm.ts";
import { crmRateLimited, crmUnavailable } from "@plumbline/sandbox/crm/failures.ts";
import {
  sampleCrmToken,
  sampleExpiredCrmToken,
  sampleReadingCrmToken,
} from "@plumbline/sandbox/crm/sample-portal.ts";
import { describe, expect, it, test } from "vitest";
import { startedForEach } from "../../support/started.ts";

const crm = startedForEach(startCrm);

async function send(body: unknown, token = sampleCrmToken, path = "/crm/v3/objects/contacts/batch/upsert") {
  const response = await fetch(`${crm.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const input = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  idProperty: "email",
  properties: {},
  ...more,
});

test("results come in another order, in lower case, with the trace ids they were sent with", async () => {
  const inputs = [input("A@example.com", { objectWriteTraceId: "x" }), input("b@example.com")];
  const answer = await send({ inputs });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-hubspot-correlation-id")).toBe("sandbox-1");
  expect(answer.body).toMatchObject({
    status: "COMPLETE",
    results: [
      { id: "512", properties: { email: "b@example.com" }, new: true },
      { id: "511", properties: { email: "a@example.com" }, new: true, objectWriteTraceId: "x" },
    ],
  });
});

test("an empty text clears a property, others stay, and a second address is the same contact", async () => {
  const properties = { firstname: "Ada", phone: "1", hs_additional_emails: "ada@work.example" };
  await send({ inputs: [input("ada@example.com", { properties })] });
  const answer = await send({ inputs: [input("Ada@Work.example", { properties: { phone: "" } })] });
  expect(answer.body).toMatchObject({
    results: [{ id: "511", new: false, properties: { firstname: "Ada" } }],
  });
  expect(crm.portal.contact("ada@example.com")?.properties).not.toHaveProperty("phone");
});

const bad = { properties: { favourite_colour: "red", lifecyclestage: "friend" } };

test("one bad input refuses the batch, unless every input has a trace id of its own", async () => {
  const whole = await send({ inputs: [input("a@example.com"), input("b@example.com", bad)] });
  expect(whole).toMatchObject({
    status: 400,
    body: {
      category: "VALIDATION_ERROR",
      errors: [{ code: "PROPERTY_DOESNT_EXIST" }, { code: "INVALID_OPTION" }],
    },
  });
  expect(crm.portal.contacts).toEqual([]);
  const inputs = [
    input("a@example.com", { objectWriteTraceId: "0" }),
    input("b@example.com", { ...bad, objectWriteTraceId: "1" }),
  ];
  expect(await send({ inputs })).toMatchObject({
    status: 207,
    body: { results: [{ id: "511" }], numErrors: 1, errors: [{ context: { objectWriteTraceId: ["1"] } }] },
  });
});

test.each<[what: string, body: unknown]>([
  ["no JSON", "inputs"],
  ["no inputs", {}],
  ["an input without an id", { inputs: [{ idProperty: "email", properties: {} }] }],
  ["another id property", { inputs: [input("1", { idProperty: "phone" })] }],
  ["a property every object has", { inputs: [input("a@example.com", { properties: { constructor: "x" } })] }],
  ["no properties", { inputs: [{ id: "a@example.com", idProperty: "email" }] }],
  ["the same address twice", { inputs: [input("a@example.com"), input("A@example.com")] }],
  ["101 inputs", { inputs: Array.from({ length: 101 }, (_, index) => input(`p${index}@example.com`)) }],
])("%s is refused", async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { category: "VALIDATION_ERROR" } });
  expect(crm.portal.contacts).toEqual([]);
});

test.each([
  ["nobody's", "pat-unknown", 401, "INVALID_AUTHENTICATION"],
  ["an expired", sampleExpiredCrmToken, 401, "EXPIRED_AUTHENTICATION"],
  ["a reading", sampleReadingCrmToken, 403, "MISSING_SCOPES"],
])("%s token", async (_what, token, status, category) => {
  expect(await send({ inputs: [input("a@example.com")] }, token)).toMatchObject({
    status,
    body: { category },
  });
});

test("an unknown path", async () => {
  expect(await send({}, sampleCrmToken, "/crm/v3/objects/deals")).toMatchObject({ status: 404 });
});

describe("official client", () => {
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
});
