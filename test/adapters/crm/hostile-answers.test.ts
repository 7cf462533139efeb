import { json, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { refused, succeeded } from "../adapter-under-test.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeAll(async () => {
  under = await startCrmUnderTest();
});

beforeEach(() => under.crm.clear());

afterAll(() => under.close());

const STATUSES = [200, 204, 207, 302, 400, 401, 409, 423, 429, 477, 502];
const EMAILS = ["ada@example.com", "bob@example.com"];
const CONTACTS = EMAILS.map((email) => ({ email }));

const word = fc.constantFrom("", "0", "1", "9", "ada@example.com", "DAILY", "CONFLICT", "[{", "\u0000\ud800");
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
    expect(answer.refusal_reason).toMatch(/^(The answer of t|T)he CRM |answered 302, a redirect/);
    return;
  }
  const { saved, failed, complete } = outcome.parse(answer.result);
  expect([...saved, ...failed].map(({ email }) => email).sort()).toEqual(EMAILS);
  expect(complete).toBe(failed.length === 0);
}

test("whatever the CRM answers, the call has a result", async () => {
  const bodies = fc.oneof(refusal, loose({ results: odd, errors: odd }), fc.jsonValue());
  await fc.assert(fc.asyncProperty(bodies, fc.constantFrom(...STATUSES), answersWell), {
    numRuns: 60,
    seed: 3,
  });
});

test("whichever contacts the CRM names, each one sent is reported once", async () => {
  await fc.assert(fc.asyncProperty(batch, fc.constantFrom(200, 207), answersWell), { numRuns: 60, seed: 3 });
});

test("an answer nested without end is no answer", async () => {
  under.crm.script("", text("[".repeat(100_000) + "]".repeat(100_000)));
  expect(succeeded(await under.upsert(CONTACTS)).attempts).toBe(2);
});

test("findings of a megabyte are not read through: the refusal quotes their beginning", async () => {
  const findings = JSON.stringify(Array(20_000).fill({ message: "It is not valid" }));
  under.crm.script("", json({ message: `Not valid: ${findings}` }, 400));
  const { refusal_reason } = refused(await under.upsert(CONTACTS));
  expect(refusal_reason).toContain('Not valid: [{"message":"It is not valid"}');
  expect(refusal_reason.length).toBeLessThan(600);
});
