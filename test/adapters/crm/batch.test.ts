import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { succeeded } from "../adapter-under-test.ts";
import { bad, partial, people } from "./batch.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeEach(async () => {
  under = await startCrmUnderTest();
});

afterEach(() => under.close());

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
            reason: "The answer of the CRM (HubSpot) does not mention it.",
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
