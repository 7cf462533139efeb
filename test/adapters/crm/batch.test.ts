import { crmConflict } from "@plumbline/sandbox/crm/failures.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { bad, partial, people, type Refusal } from "./batch.ts";
import { startCrmUnderTest } from "./crm-under-test.ts";

const under = startedForEach(startCrmUnderTest);

describe("saved", () => {
  test("told in the order given, though the CRM answers in another", async () => {
    await under.upsert(people("bob"));
    expect(await under.upsert(people("ada", "bob", "eve"))).toMatchObject({
      ok: true,
      result: {
        saved: [
          { email: "ada@example.com", id: "512", created: true },
          { email: "bob@example.com", id: "511", created: false },
          { email: "eve@example.com", id: "513", created: true },
        ],
        complete: true,
      },
      attempts: 1,
    });
  });

  test("a hundred in one request", async () => {
    const contacts = people(...Array.from({ length: 100 }, (_, index) => `person-${index}`));
    const { result } = succeeded(await under.upsert(contacts));
    expect(result).toMatchObject({ complete: true });
    expect(under.crm.requests).toHaveLength(1);
    expect(under.crm.portal.contacts).toHaveLength(100);
  });

  test("without trace ids in the answer, by address in any letters; with the provider's URL", async () => {
    const result = (email: string, id: string) => ({
      id,
      properties: { email },
      url: `https://crm.example/${id}`,
    });
    under.crm.script("", json({ results: [result("BOB@example.com", "2"), result("ada@example.com", "1")] }));
    expect(await under.upsert(people("ada", "bob"))).toMatchObject({
      result: {
        saved: [
          { email: "ada@example.com", id: "1", url: "https://crm.example/1" },
          { email: "bob@example.com", id: "2" },
        ],
      },
    });
  });

  test("with trace ids of the CRM's own, by address", async () => {
    const result = (email: string, id: string) => ({
      id,
      objectWriteTraceId: `crm-${id}`,
      properties: { email },
    });
    under.crm.script("", json({ results: [result("bob@example.com", "2"), result("ada@example.com", "1")] }));
    expect(await under.upsert(people("ada", "bob"))).toMatchObject({
      result: { saved: [{ id: "1" }, { id: "2" }], complete: true },
    });
  });

  test("a contact known by a second address is the one left over", async () => {
    const results = [
      { id: "1", properties: { email: "ada@example.com" } },
      { id: "2", properties: { email: "robert@example.com" } },
    ];
    under.crm.script("", json({ results }));
    expect(await under.upsert(people("bob", "ada"))).toMatchObject({
      result: {
        saved: [
          { email: "bob@example.com", id: "2" },
          { email: "ada@example.com", id: "1" },
        ],
        complete: true,
      },
    });
  });
});

describe("saved in part", () => {
  test("the good ones are saved and each other one told why not", async () => {
    expect(await under.upsert([...people("ada"), bad("bob@example.com"), { email: "eve@nowhere" }])).toEqual({
      ok: true,
      tool: "crm_upsert_contact",
      credential: expect.objectContaining({ id: expect.any(String) }),
      result: {
        saved: [{ email: "ada@example.com", id: "511", created: true }],
        failed: [
          {
            email: "bob@example.com",
            reason: 'Property values were not valid: Property "favourite_colour" does not exist',
            category: "VALIDATION_ERROR",
          },
          {
            email: "eve@nowhere",
            reason: "Property values were not valid: Email address eve@nowhere is invalid",
            category: "VALIDATION_ERROR",
          },
        ],
        complete: false,
      },
      attempts: 1,
      elapsed_ms: 0,
    });
    expect(under.crm.portal.contacts).toHaveLength(1);
  });

  test("an error that names nobody is reported for every contact that was not saved", async () => {
    under.crm.script("", partial([{ id: "1", objectWriteTraceId: "1" }], ["INTERNAL_ERROR", "Try later."]));
    expect(await under.upsert(people("ada", "bob"))).toMatchObject({
      result: {
        saved: [{ email: "bob@example.com" }],
        failed: [{ email: "ada@example.com", reason: "Try later.", category: "INTERNAL_ERROR" }],
      },
    });
  });

  test("one that is neither saved nor refused is not passed over", async () => {
    under.crm.script("", json({ results: [{ id: "1", objectWriteTraceId: "0" }] }));
    expect(await under.upsert(people("ada", "bob"))).toMatchObject({
      result: {
        failed: [
          {
            email: "bob@example.com",
            reason: "The response of the CRM (HubSpot) does not mention it.",
            category: "UNANSWERED",
          },
        ],
        complete: false,
      },
    });
  });

  test("an error without a word is still told", async () => {
    under.crm.script("", json({ results: [{ id: "1", objectWriteTraceId: "0" }], errors: [{}] }, 207));
    expect(await under.upsert(people("ada", "bob"))).toMatchObject({
      result: { failed: [{ reason: "The CRM (HubSpot) gave no reason.", category: "UNKNOWN" }] },
    });
  });
});

describe("nothing saved", () => {
  test("a bad contact alone is bad input", async () => {
    expect(refused(await under.upsert([bad("ada@example.com")]))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        'The CRM (HubSpot) saved no contact. ada@example.com: Property values were not valid: Property "favourite_colour" does not exist',
      next_step:
        "Use the internal names of properties, as listed in the property settings of the CRM (HubSpot).",
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
});

describe("values and conflicts", () => {
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
        refusal_reason: "The CRM (HubSpot) responded with 409: Contact already exists. Existing ID: 512",
        next_step: "The contact 512 already has this value: leave the property out, or change that contact.",
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
});
