import {
  calendarFailure,
  calendarLimit,
  calendarMissingScope,
  calendarSwitchedOff,
} from "@plumbline/sandbox/calendar/failures.ts";
import { htmlPage, json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForFile(startCalendarUnderTest);

afterEach(() => under.server.clear());

/** Lists events while the provider gives this answer, and returns the refusal. */
async function refusalFor(reply: Reply) {
  under.server.scriptAlways("", reply);
  const result = refused(await under.list());
  expect(under.server.requests).toHaveLength(result.attempts);
  expect(result.outcome_unknown).toBeUndefined();
  return result;
}

const SCOPE = advisedWith("Reconnect with the scope https://www.googleapis.com/auth/calendar.events.");

describe("the provider's reasons, by status", () => {
  test.each<[status: number, reason: string, error_code: string, attempts: number]>([
    [400, "timeRangeEmpty", "validation", 1],
    [400, "required", "validation", 1],
    [400, "invalid", "validation", 1],
    [400, "invalidParameter", "validation", 1],
    [400, "badRequest", "validation", 1],
    [400, "parseError", "validation", 1],
    [401, "authError", "authentication", 1],
    [401, "required", "authentication", 1],
    [403, "rateLimitExceeded", "rate_limit", 3],
    [403, "userRateLimitExceeded", "rate_limit", 3],
    [403, "quotaExceeded", "rate_limit", 1],
    [403, "dailyLimitExceeded", "rate_limit", 1],
    [403, "variableTermLimitExceeded", "rate_limit", 1],
    [403, "insufficientPermissions", "authentication", 1],
    [403, "forbidden", "authentication", 1],
    [403, "requiredAccessLevel", "authentication", 1],
    [403, "accessNotConfigured", "authentication", 1],
    [403, "domainPolicy", "authentication", 1],
    [403, "aReasonNobodyHasHeardOf", "authentication", 1],
    [403, "forbiddenForNonOrganizer", "validation", 1],
    [404, "notFound", "validation", 1],
    [409, "conflict", "validation", 1],
    [410, "fullSyncRequired", "validation", 1],
    [410, "deleted", "validation", 1],
    [412, "conditionNotMet", "validation", 1],
    [429, "rateLimitExceeded", "rate_limit", 3],
    [429, "toString", "rate_limit", 3],
    [500, "backendError", "transient", 3],
    [503, "backendError", "transient", 3],
    [503, "rateLimitExceeded", "rate_limit", 3],
  ])("%i %s", async (status, reason, error_code, attempts) => {
    const result = await refusalFor(calendarFailure(status, reason, "It says."));
    expect(result).toMatchObject({
      error_code,
      attempts,
      refusal_reason: `Google Calendar refused the call: It says. (${reason})`,
    });
    expect(under.callLines().at(-1)).toMatchObject({ provider_code: reason, provider_status: status });
  });
});

describe("other shapes of a refusal", () => {
  const named = (error: Record<string, unknown>, status = 403) => json({ error }, status);
  test.each<[what: string, reply: Reply, error_code: string, attempts: number]>([
    [
      "a limit in the details alone",
      named({ details: [{ reason: "RATE_LIMIT_EXCEEDED" }] }),
      "rate_limit",
      3,
    ],
    [
      "a limit among other reasons",
      named({ errors: [{}, { reason: "rateLimitExceeded" }] }),
      "rate_limit",
      3,
    ],
    ["no reasons", named({ code: 403, message: "No." }), "authentication", 1],
    ["reasons that are no list", named({ errors: "rateLimitExceeded", message: 7 }), "authentication", 1],
    ["a reason that is no text", named({ errors: [{ reason: 7 }, null] }), "authentication", 1],
    [
      "a plain string",
      json({ error: "invalid_grant", error_description: "Expired." }, 400),
      "authentication",
      1,
    ],
    ["a reason that is empty", named({ errors: [{ reason: "" }] }), "authentication", 1],
    ["a plain string nobody knows", json({ error: "odd" }, 400), "validation", 1],
    ["a plain string under 5xx", json({ error: "invalid_token" }, 503), "transient", 3],
    ["an error that is a list", json({ error: [] }, 401), "authentication", 1],
    ["JSON that is no object", json(null, 404), "validation", 1],
    ["a page with 403", htmlPage("<h1>rateLimitExceeded</h1>", 403), "authentication", 1],
    ["a page with 429", htmlPage("<h1>Slow down</h1>", 429), "rate_limit", 3],
  ])("%s", async (_what, reply, error_code, attempts) => {
    expect(await refusalFor(reply)).toMatchObject({ error_code, attempts });
  });
});

test("a limit of a day is not waited for, unless the provider names the wait", async () => {
  expect((await refusalFor(calendarLimit("dailyLimitExceeded"))).retry_after_seconds).toBeUndefined();
  under.server.clear();
  under.server.script("", calendarLimit("quotaExceeded", 20));
  expect(await under.list()).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 20_000 });
});

describe("what a person can do about it", () => {
  test.each<[what: string, reply: Reply, next_step: unknown]>([
    ["a scope is missing", calendarMissingScope(), SCOPE],
    ["a scope is missing, in OAuth's words", json({ error: "insufficient_scope" }, 403), SCOPE],
    [
      "the API is switched off",
      calendarSwitchedOff(),
      advisedWith("Enable the Google Calendar API in the project that the OAuth client belongs to."),
    ],
    ["the token is dead", json({ error: "invalid_grant" }, 400), expect.stringMatching(/^Reconnect "/)],
    ["nothing that is known", calendarFailure(400, "invalid", "Bad."), undefined],
  ])("%s", async (_what, reply, next_step) => {
    expect((await refusalFor(reply)).next_step).toEqual(next_step);
  });
});

test("a page that comes instead of a refusal is reported by its status", async () => {
  const { refusal_reason } = await refusalFor(htmlPage("<h1>No</h1>", 403));
  expect(refusal_reason).toBe("Google Calendar responded with 403.");
});

test("a tirade is cut", async () => {
  const { refusal_reason } = await refusalFor(calendarFailure(400, "invalid", "x".repeat(5_000)));
  expect(refusal_reason.length).toBeLessThan(400);
});
