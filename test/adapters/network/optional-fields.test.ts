import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problemsWithoutEachField, UNKNOWN_ONCE, UNREADABLE_THRICE } from "../without-each-field.ts";
import { type NetworkUnderTest, startNetworkUnderTest } from "./network-under-test.ts";

let under: NetworkUnderTest;

beforeEach(async () => {
  under = await startNetworkUnderTest();
});

afterEach(() => under.close());

const post = (more: { headers: boolean; fields: Record<string, "required"> }) =>
  problemsWithoutEachField({
    server: under.network,
    call: () => under.post(),
    output: under.service.registry.get("social_post:network")?.output,
    answer: async (request, handle) => {
      const reply = await handle(request);
      return "fault" in reply || more.headers ? reply : { ...reply, headers: {} };
    },
    answers: { "POST /v2/ugcPosts": { fields: more.fields, failure: UNKNOWN_ONCE } },
  });

/** The id is in the header first, and the body may be empty. */
test("a post that is named in the header", async () => {
  expect(await post({ headers: true, fields: {} })).toEqual([]);
});

test("a post that is named in the body alone", async () => {
  expect(await post({ headers: false, fields: { id: "required" } })).toEqual([]);
});

test("the test of a token", async () => {
  const problems = await problemsWithoutEachField({
    server: under.network,
    call: () => under.testCredential(under.credentialId),
    output: undefined,
    answers: {
      // `sub` is the author that posts are made as.
      "GET /v2/userinfo": { fields: { sub: "required", name: ["account"] }, failure: UNREADABLE_THRICE },
    },
  });
  expect(problems).toEqual([]);
});

test.each([
  [401, {}, "authentication"],
  [403, { serviceErrorCode: "100" }, "authentication"],
  [400, { message: null, errorDetails: { inputErrors: [null, {}] } }, "validation"],
  [422, { message: 7 }, "validation"],
  [429, { status: "429" }, "rate_limit"],
  [502, { code: null }, "transient"],
])("a %i that says %j is classed by its status", async (status, body, error_code) => {
  under.network.scriptAlways("", json(body, status));
  expect(await under.post()).toMatchObject({ ok: false, error_code });
});

test("a duplicate is known by its code though another input error cannot be read", async () => {
  const errorDetails = { inputErrors: [null, { code: "DUPLICATE_POST" }] };
  under.network.script("", json({ errorDetails }, 422));
  expect(await under.post()).toMatchObject({
    error_code: "validation",
    next_step: expect.stringContaining("Change"),
  });
});
