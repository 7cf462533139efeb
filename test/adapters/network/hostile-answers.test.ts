import { json, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startNetworkUnderTest } from "./network-under-test.ts";

const under = startedForFile(startNetworkUnderTest);

beforeEach(() => under.network.clear());

const STATUSES = [200, 201, 302, 400, 401, 403, 404, 408, 422, 429, 502];

const word = fc.constantFrom(
  "",
  "duplicate urn:li:share:1",
  "DUPLICATE_POST",
  "ACCESS_DENIED",
  "\u0000\ud800",
);
const odd = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));
const loose = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const body = loose({
  id: fc.oneof(odd, fc.constantFrom("urn:li:share:2", "urn%3Ali%3Ashare%3A3", "urn:li:")),
  message: odd,
  serviceErrorCode: fc.oneof(odd, fc.constantFrom(100, 101, 65_601)),
  code: odd,
  errorDetails: fc.oneof(
    odd,
    loose({ inputErrors: fc.oneof(odd, fc.array(fc.oneof(odd, loose({ code: odd })))) }),
  ),
});

const created = z.object({
  id: z.string().regex(/^urn:li:share:\d$/),
  url: z.string().startsWith("https://www.linkedin.com/feed/update/urn:li:share:"),
});

test("whatever the network answers, a post is named or the call is refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(body, fc.jsonValue()),
      fc.constantFrom(...STATUSES),
      fc.constantFrom({}, { "x-restli-id": "urn%3ali%3ashare%3a4" }, { "x-restli-id": "__proto__" }),
      async (answer, status, headers: Record<string, string>) => {
        under.network.scriptAlways("", json(answer, status, headers));
        const result = await under.post();
        if (result.ok) created.parse(result.result);
        else
          expect(result.refusal_reason).toMatch(
            /^(The response of t|T)he professional network |responded with 302, a redirect/,
          );
      },
    ),
    { numRuns: 100, seed: 3 },
  );
});

test("an answer nested without end leaves it unknown", async () => {
  under.network.script("", text("[".repeat(100_000) + "]".repeat(100_000), 201));
  expect(refused(await under.post())).toMatchObject({ error_code: "transient", outcome_unknown: true });
});
