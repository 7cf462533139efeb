import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { bad, partial, people, type Refusal } from "./batch.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeEach(async () => {
  under = await startCrmUnderTest();
});

afterEach(() => under.close());

test("a bad contact alone is bad input", async () => {
  expect(refused(await under.upsert([bad("ada@example.com")]))).toMatchObject({
    error_code: "validation",
    refusal_reason:
      'The CRM (HubSpot) saved no contact. ada@example.com: Property values were not valid: Property "favourite_colour" does not exist',
    next_step:
      "Use the internal names of properties, as the property settings of the CRM (HubSpot) list them.",
    attempts: 1,
  });
});

test("of many the first three are named", async () => {
  const refusals = ["0", "1", "2", "3", "4"].map((trace): Refusal => ["VALIDATION_ERROR", "No", [trace]]);
  under.crm.script("", partial([], ...refusals));
  expect(refused(await under.upsert(people("a", "b", "c", "d", "e")))).toMatchObject({
    refusal_reason:
      "The CRM (HubSpot) saved no contact. a@example.com: No; b@example.com: No; c@example.com: No; and 2 more",
  });
});

test.each<[what: string, traces: string[]]>([
  ["an empty list", []],
  ["a position that was not sent", ["7"]],
  ["ids of the CRM's own", ["9d2f"]],
])("a refusal that names %s is reported for every contact that was not saved", async (_what, traces) => {
  under.crm.scriptAlways("", partial([], ["VALIDATION_ERROR", "No.", traces]));
  expect(refused(await under.upsert())).toMatchObject({
    error_code: "validation",
    refusal_reason: "The CRM (HubSpot) saved no contact. ada@example.com: No.",
    attempts: 1,
  });
});

test.each<[category: string, error_code: string, attempts: number]>([
  ["VALIDATION_ERROR", "validation", 1],
  ["OBJECT_NOT_FOUND", "validation", 1],
  ["A_CATEGORY_NOBODY_KNOWS", "validation", 1],
  ["CONFLICT", "validation", 2],
  ["INTERNAL_ERROR", "transient", 3],
  ["SERVICE_UNAVAILABLE", "transient", 3],
  ["RATE_LIMITS", "rate_limit", 3],
  ["MISSING_SCOPES", "authentication", 1],
  ["EXPIRED_AUTHENTICATION", "authentication", 1],
])("%s is %s", async (category, error_code, attempts) => {
  under.crm.scriptAlways("", partial([], [category, "No.", ["0"]]));
  expect(refused(await under.upsert())).toMatchObject({
    error_code,
    refusal_reason: "The CRM (HubSpot) saved no contact. ada@example.com: No.",
    attempts,
  });
  expect(under.crm.requests).toHaveLength(attempts);
  expect(under.callLines().at(-1)).toMatchObject({ provider_status: 207, provider_code: category });
});

test.each(["VALIDATION_ERROR", "MISSING_SCOPES"])(
  "of several reasons one that another try may mend is tried again: %s and a conflict",
  async (category) => {
    under.crm.script("", partial([], [category, "No.", ["0"]], ["CONFLICT", "Taken.", ["1"]]));
    expect(await under.upsert([bad("ada@example.com"), ...people("bob")])).toMatchObject({
      ok: true,
      result: { saved: [{ email: "bob@example.com" }], failed: [{ email: "ada@example.com" }] },
      attempts: 2,
    });
  },
);

test("an answer that mentions nobody, three times, leaves it unknown", async () => {
  under.crm.scriptAlways("", json({ results: [] }));
  expect(refused(await under.upsert())).toMatchObject({
    error_code: "transient",
    outcome_unknown: true,
    attempts: 3,
  });
});

test("a burst limit in the batch waits for its window", async () => {
  const headers = { "x-hubspot-ratelimit-interval-milliseconds": "10000" };
  under.crm.script("", { ...partial([], ["RATE_LIMITS", "Slow.", ["0"]]), headers });
  expect(await under.upsert()).toMatchObject({ ok: true, attempts: 2 });
  expect(under.clock.waits).toEqual([10_000]);
});
