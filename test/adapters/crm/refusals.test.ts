import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  crmInvalid,
  crmMigrating,
  crmMissingScopes,
  crmRateLimited,
  crmRefusalBody,
  crmUnauthorized,
} from "@plumbline/sandbox/crm/failures.ts";
import { htmlPage, json, type Reply, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { type CrmUnderTest, startCrmUnderTest } from "./crm-under-test.ts";

let under: CrmUnderTest;

beforeEach(async () => {
  under = await startCrmUnderTest();
});

afterEach(() => under.close());

const INTERVAL = { "x-hubspot-ratelimit-interval-milliseconds": "10000" };

describe("refused at once", () => {
  test.each<[what: string, reply: Reply, expected: Partial<DispatchFailure>]>([
    [
      "401",
      crmUnauthorized(),
      {
        error_code: "authentication",
        refusal_reason:
          "The CRM (HubSpot) answered 401: Authentication credentials not found. This API supports OAuth 2.0 authentication.",
        next_step: expect.stringMatching(/^Reconnect "/),
      },
    ],
    ["401 of an expired token", crmUnauthorized("EXPIRED_AUTHENTICATION"), { error_code: "authentication" }],
    [
      "an expired token under 400",
      json(crmRefusalBody("EXPIRED_AUTHENTICATION", "It expired."), 400),
      { error_code: "authentication" },
    ],
    [
      "an expired token under 200",
      json(crmRefusalBody("EXPIRED_AUTHENTICATION", "It expired.")),
      { error_code: "authentication", refusal_reason: "The CRM (HubSpot) answered 200: It expired." },
    ],
    ["401 that is a page", htmlPage("<h1>No</h1>", 401), { error_code: "authentication" }],
    [
      "403 that names scopes",
      crmMissingScopes(["crm.objects.contacts.write", "crm.schemas.contacts.read"]),
      {
        error_code: "authentication",
        next_step: advisedWith(
          "Reconnect the CRM (HubSpot) with one or more of the scopes crm.objects.contacts.write, crm.schemas.contacts.read.",
        ),
      },
    ],
    [
      "403 whose context is text",
      json(crmRefusalBody("MISSING_SCOPES", "No.", { errors: [{ context: "{missingScopes=[a]}" }] }), 403),
      { error_code: "authentication", next_step: expect.stringMatching(/^Reconnect "/) },
    ],
    [
      "400 for the whole batch",
      crmInvalid("Invalid input JSON on line 1"),
      {
        error_code: "validation",
        refusal_reason: "The CRM (HubSpot) answered 400: Invalid input JSON on line 1",
      },
    ],
    [
      "400 without a sentence of its own",
      json({ errors: [{}, { message: "inputs is required" }] }, 400),
      { error_code: "validation", refusal_reason: "The CRM (HubSpot) answered 400: inputs is required" },
    ],
    [
      "400 with an empty sentence",
      json({ message: " " }, 400),
      { error_code: "validation", refusal_reason: "The CRM (HubSpot) answered 400." },
    ],
    ["400 of another form", json({ message: ["no"], errors: "no" }, 400), { error_code: "validation" }],
    ["402", text("", 402), { error_code: "validation" }],
    [
      "404",
      json(crmRefusalBody("OBJECT_NOT_FOUND", "Unable to find resource."), 404),
      { error_code: "validation" },
    ],
    ["414", htmlPage("<h1>Too long</h1>", 414), { error_code: "validation" }],
    ["415", text("", 415), { error_code: "validation" }],
    ["a redirect", redirect("https://elsewhere.example/", 307), { error_code: "validation" }],
    [
      "429 of the day",
      crmRateLimited("DAILY", INTERVAL),
      {
        error_code: "rate_limit",
        refusal_reason: "The CRM (HubSpot) answered 429: You have reached your daily limit.",
        next_step: "The daily limit resets at midnight in the time zone of the CRM account (HubSpot).",
      },
    ],
    [
      "429 of the day in other letters, with a wait",
      json({ policyName: "Daily" }, 429, { "retry-after": "7200" }),
      { error_code: "rate_limit", retry_after_seconds: 7200 },
    ],
    [
      "429 of the day by its sentence",
      json({ message: "You have reached your daily limit." }, 429),
      { error_code: "rate_limit" },
    ],
    ["477 that takes a day", crmMigrating(86_400), { error_code: "transient", retry_after_seconds: 86_400 }],
  ])("%s", async (_what, reply, expected) => {
    under.crm.scriptAlways("", reply);
    const result = refused(await under.upsert());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.retry_after_seconds).toBe(expected.retry_after_seconds);
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.crm.requests).toHaveLength(1);
  });

  test("the log knows the provider's name for it and its id of the request", async () => {
    under.crm.script("", crmRateLimited("DAILY"));
    await under.upsert();
    expect(under.callLines().at(-1)).toMatchObject({
      error_code: "rate_limit",
      provider_code: "DAILY",
      provider_status: 429,
      provider_request_id: "c0ffee00-0000-4000-8000-000000000000",
    });
  });
});
