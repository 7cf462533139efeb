import { json } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startCrmUnderTest } from "./crm-under-test.ts";

const under = startedForFile(startCrmUnderTest);

beforeEach(() => under.crm.clear());

const email = "ada@example.com";

test.each<[what: string, contacts: unknown, reason: string]>([
  ["one with a name for an address", [{ email: "Ada" }], "contacts.0.email: must be an e-mail address"],
  [
    "the same address in other letters and blanks",
    [{ email }, { email: "bob@example.com" }, { email: " ADA@Example.com " }],
    "contacts.2.email: is the same address as contacts.0.email; list each contact once",
  ],
  [
    "two addresses for one contact",
    [{ email, properties: { email: "ada@elsewhere.example" } }],
    "contacts.0.properties.email: must be left out or be ada@example.com: contacts are found by email",
  ],
  [
    "an address that is cleared",
    [{ email, properties: { email: null } }],
    "contacts.0.properties.email: must be left out",
  ],
  [
    "a property by its label",
    [{ email, properties: { "First Name": "Ada" } }],
    "must be a property's internal name in lowercase, such as firstname",
  ],
  [
    "lists in a list",
    [{ email, properties: { firstname: [["a"], ["b"]] } }],
    "contacts.0.properties.firstname",
  ],
  [
    "a text that is too long",
    [{ email, properties: { firstname: "x".repeat(65_537) } }],
    "contacts.0.properties.firstname",
  ],
])("%s is refused before any network", async (_what, contacts, reason) => {
  const result = refused(await under.upsert(contacts));
  expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
  expect(result.refusal_reason).toContain(reason);
  expect(under.crm.requests).toEqual([]);
});

test("what is sent", async () => {
  await under.upsert([
    {
      email: " Ada@Example.com ",
      properties: { email: "ADA@example.com", firstname: "Ädä 🎉 漢字", numberofemployees: 3, phone: null },
    },
    { email: "bob@example.com", properties: { hs_email_optout: true, city: "" } },
    { email: "eve@example.com" },
  ]);
  const [request] = under.crm.requests;
  expect(request?.headers).toMatchObject({
    authorization: "Bearer pat-na1-sandbox-crm",
    "content-type": "application/json",
  });
  expect(request?.json()).toEqual({
    inputs: [
      {
        id: email,
        idProperty: "email",
        objectWriteTraceId: "0",
        properties: { email, firstname: "Ädä 🎉 漢字", numberofemployees: "3", phone: "" },
      },
      {
        id: "bob@example.com",
        idProperty: "email",
        objectWriteTraceId: "1",
        properties: { email: "bob@example.com", hs_email_optout: "true", city: "" },
      },
      {
        id: "eve@example.com",
        idProperty: "email",
        objectWriteTraceId: "2",
        properties: { email: "eve@example.com" },
      },
    ],
  });
  expect(under.crm.portal.contact(email)?.properties.firstname).toBe("Ädä 🎉 漢字");
});

test.each(["_2nd_choice", "4_week_series", "constructor", "n-1"])(
  "a property may be called %s",
  async (name) => {
    await under.upsert([{ email, properties: { [name]: "x" } }]);
    expect(under.crm.requests[0]?.json()).toMatchObject({ inputs: [{ properties: { email, [name]: "x" } }] });
  },
);

describe("hostile answers", () => {
  const EMAILS = ["ada@example.com", "bob@example.com"];

  const CONTACTS = EMAILS.map((email) => ({ email }));

  const word = fc.constantFrom(
    "",
    "0",
    "1",
    "9",
    "ada@example.com",
    "DAILY",
    "CONFLICT",
    "[{",
    "\u0000\ud800",
  );

  const odd = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));

  const loose = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

  const traces = fc.oneof(odd, fc.array(word));

  const context = fc.oneof(odd, loose({ objectWriteTraceId: traces, requiredGranularScopes: traces }));

  const refusal = loose({
    status: fc.oneof(odd, fc.constant("error")),
    category: odd,
    message: odd,
    policyName: odd,
    context,
    errors: fc.oneof(odd, fc.array(fc.oneof(odd, loose({ message: odd, context })))),
  });

  /** Whole results, of contacts that may or may not have been sent, in any number. */
  const result = loose({
    new: fc.boolean(),
    objectWriteTraceId: fc.constantFrom(null, "0", "1", "9", ""),
    properties: fc.constantFrom(
      null,
      { email: "ADA@example.com" },
      { email: "eve@example.com" },
      { email: null },
    ),
  }).map((fields) => ({ id: "512", ...fields }));

  const batch = fc.record({
    results: fc.array(result),
    errors: fc.oneof(fc.constant(null), fc.array(refusal)),
  });

  const outcome = z.object({
    saved: z.array(z.object({ email: z.string() })).min(1),
    failed: z.array(z.object({ email: z.string() })),
    complete: z.boolean(),
  });

  async function answersWell(body: unknown, status: number): Promise<void> {
    under.crm.scriptAlways("", json(body, status));
    const answer = await under.upsert(CONTACTS);
    if (!answer.ok) {
      expect(answer.refusal_reason).toMatch(/^(The response of t|T)he CRM |responded with 302, a redirect/);
      return;
    }
    const { saved, failed, complete } = outcome.parse(answer.result);
    expect([...saved, ...failed].map(({ email }) => email).sort()).toEqual(EMAILS);
    expect(complete).toBe(failed.length === 0);
  }

  test("whichever contacts the CRM names, each one sent is reported once", async () => {
    await fc.assert(fc.asyncProperty(batch, fc.constantFrom(200, 207), answersWell), {
      numRuns: 60,
      seed: 3,
    });
  });

  test("findings of a megabyte are not read through: the refusal quotes their beginning", async () => {
    const findings = JSON.stringify(Array(20_000).fill({ message: "It is not valid" }));
    under.crm.script("", json({ message: `Not valid: ${findings}` }, 400));
    const { refusal_reason } = refused(await under.upsert(CONTACTS));
    expect(refusal_reason).toContain('Not valid: [{"message":"It is not valid"}');
    expect(refusal_reason.length).toBeLessThan(600);
  });
});
