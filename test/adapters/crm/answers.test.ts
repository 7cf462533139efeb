import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  crmConflict,
  crmInvalid,
  crmLocked,
  crmMigrating,
  crmMissingScopes,
  crmRateLimited,
  crmRefusalBody,
  crmUnauthorized,
} from "@plumbline/sandbox/crm/failures.ts";
import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startCrmUnderTest } from "./crm-under-test.ts";

const under = startedForEach(startCrmUnderTest);

const INTERVAL = { "x-hubspot-ratelimit-interval-milliseconds": "10000" };

test("a contact that is saved at once", async () => {
  expect(await under.upsert()).toEqual({
    ok: true,
    tool: "crm_upsert_contact",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      saved: [{ email: "ada@example.com", id: "511", created: true }],
      failed: [],
      complete: true,
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.crm.requests).toHaveLength(1);
  expect(under.callLines().at(-1)).toMatchObject({ provider_status: 200, provider_request_id: "sandbox-1" });
});

describe("tried again until it is saved, once", () => {
  test.each<[what: string, replies: ScriptedReply[], waits: number[]]>([
    ["409: the race is over", [crmConflict()], [600]],
    ["409 without a body", [text("", 409)], [600]],
    ["a conflict under 400", [json(crmRefusalBody("CONFLICT", "Contact already exists."), 400)], [600]],
    ["423", [crmLocked()], [2000]],
    ["423 that names a shorter wait", [crmLocked({ "retry-after": "1" })], [2000]],
    ["423 that names a longer wait", [crmLocked({ "retry-after": "9" })], [9000]],
    ["477 that is nearly over", [crmMigrating(60)], [60_000]],
    [
      "429 with Retry-After before the window",
      [crmRateLimited("SECONDLY", { "retry-after": "3", ...INTERVAL })],
      [3000],
    ],
    ["429 with Retry-After: 0", [crmRateLimited("SECONDLY", { "retry-after": "0" })], [0]],
    ["429 with Retry-After in milliseconds", [crmRateLimited("SECONDLY", { "retry-after": "8000" })], [8000]],
    ["429 with the window alone", [crmRateLimited("TEN_SECONDLY_ROLLING", INTERVAL)], [10_000]],
    [
      "429 with a window that is no number",
      [json({}, 429, { "x-hubspot-ratelimit-interval-milliseconds": "soon" })],
      [600],
    ],
    [
      "a rate limit under 400",
      [json({ status: "error", errorType: "RATE_LIMIT", policyName: "SECONDLY" }, 400)],
      [600],
    ],
    ["a rate limit under 200", [json(crmRefusalBody("RATE_LIMITS", "Slow."), 200, INTERVAL)], [10_000]],
    ["a failure under 200", [json(crmRefusalBody("INTERNAL_ERROR", "Oops."))], [600]],
    ["200 that mentions nobody", [json({ status: "COMPLETE", results: [] })], [600]],
  ])("%s", async (_what, replies, waits) => {
    under.crm.script("POST /crm/v3/objects/contacts/batch/upsert", ...replies);
    expect(await under.upsert()).toMatchObject({
      ok: true,
      result: { saved: [{ email: "ada@example.com" }], complete: true },
      attempts: replies.length + 1,
    });
    expect(under.clock.waits).toEqual(waits);
    expect(under.crm.requests).toHaveLength(replies.length + 1);
    expect(under.crm.portal.contacts).toHaveLength(1);
  });
});

describe("given up after three attempts", () => {
  test.each<[what: string, reply: ScriptedReply, expected: Partial<DispatchFailure>, waits: number[]]>([
    [
      "429",
      crmRateLimited("TEN_SECONDLY_ROLLING", INTERVAL),
      {
        error_code: "rate_limit",
        refusal_reason:
          "The CRM (HubSpot) responded with 429: You have reached your ten_secondly_rolling limit.",
        retry_after_seconds: 10,
      },
      [10_000, 10_000],
    ],
    [
      "200 without an id",
      json({ results: [{}] }),
      {
        error_code: "transient",
        refusal_reason: "The response of the CRM (HubSpot) could not be read.",
        outcome_unknown: true,
      },
      [600, 1200],
    ],
  ])("%s", async (_what, reply, expected, waits) => {
    under.crm.scriptAlways("", reply);
    const result = refused(await under.upsert());
    expect(result).toMatchObject({ attempts: 3, ...expected });
    expect(result.outcome_unknown).toBe(expected.outcome_unknown);
    expect(under.clock.waits).toEqual(waits);
    expect(under.crm.requests).toHaveLength(3);
  });
});

describe("refused at once", () => {
  test.each<[what: string, reply: Reply, expected: Partial<DispatchFailure>]>([
    [
      "401",
      crmUnauthorized(),
      {
        error_code: "authentication",
        refusal_reason:
          "The CRM (HubSpot) responded with 401: Authentication credentials not found. This API supports OAuth 2.0 authentication.",
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
      { error_code: "authentication", refusal_reason: "The CRM (HubSpot) responded with 200: It expired." },
    ],
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
        refusal_reason: "The CRM (HubSpot) responded with 400: Invalid input JSON on line 1",
      },
    ],
    [
      "400 without a sentence of its own",
      json({ errors: [{}, { message: "inputs is required" }] }, 400),
      {
        error_code: "validation",
        refusal_reason: "The CRM (HubSpot) responded with 400: inputs is required",
      },
    ],
    [
      "400 with an empty sentence",
      json({ message: " " }, 400),
      { error_code: "validation", refusal_reason: "The CRM (HubSpot) responded with 400." },
    ],
    [
      "429 of the day",
      crmRateLimited("DAILY", INTERVAL),
      {
        error_code: "rate_limit",
        refusal_reason: "The CRM (HubSpot) responded with 429: You have reached your daily limit.",
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
