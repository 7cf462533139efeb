import { crmConflict } from "@plumbline/sandbox/crm/failures.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused, succeeded } from "../adapter-under-test.ts";
import { partial, people } from "./batch.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeEach(async () => {
  under = await startCrmUnderTest();
});

afterEach(() => under.close());

const email = "ada@example.com";
const sent = () => {
  const body = under.crm.requests.at(-1)?.json() as { inputs: { properties: Record<string, string> }[] };
  return body.inputs[0]?.properties;
};

test.each<[what: string, value: unknown, text: string]>([
  ["several values", ["Searching", "Reading"], "Searching;Reading"],
  ["one value", ["Reading"], "Reading"],
  ["no values clear", [], ""],
  ["null clears", null, ""],
  ["the empty text clears", "", ""],
  ["yes", true, "true"],
  ["a number", 4.5, "4.5"],
  ["a small number", 1e-7, "0.0000001"],
])("%s", async (_what, value, text) => {
  await under.upsert([{ email, properties: { company: value } }]);
  expect(sent()).toEqual({ email, company: text });
});

test("a value that would become two is refused", async () => {
  expect(refused(await under.upsert([{ email, properties: { company: ["A;B", "C"] } }]))).toMatchObject({
    error_code: "validation",
    refusal_reason: expect.stringContaining("contacts.0.properties.company"),
  });
  expect(under.crm.requests).toEqual([]);
});

describe("a conflict that does not go away", () => {
  test("of the whole call is final at the second try, with the contact that is there", async () => {
    under.crm.scriptAlways("", crmConflict("512"));
    expect(refused(await under.upsert())).toMatchObject({
      error_code: "validation",
      refusal_reason: "The CRM (HubSpot) answered 409: Contact already exists. Existing ID: 512",
      next_step: "The contact 512 has this value already: leave the property out, or change that contact.",
      attempts: 2,
    });
  });

  test("that was a race is over by the second try", async () => {
    under.crm.script("", crmConflict());
    expect(await under.upsert()).toMatchObject({ ok: true, attempts: 2 });
  });

  test("of one contact among others names the contact that is there", async () => {
    const taken = "Cannot set propertyName=badge, value=5 on 511. 77 already has that value.";
    const results = [{ id: "9", objectWriteTraceId: "1", properties: { email: "bob@example.com" } }];
    under.crm.script("", partial(results, ["CONFLICT", taken, ["0"]]));
    expect(succeeded(await under.upsert(people("ada", "bob"))).result).toMatchObject({
      saved: [{ email: "bob@example.com" }],
      failed: [{ email, category: "CONFLICT", existing_id: "77" }],
    });
  });
});
