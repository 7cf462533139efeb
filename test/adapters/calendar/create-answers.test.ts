import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  calendarBackendError,
  calendarFailure,
  calendarLimit,
  calendarMissingScope,
  calendarNotFound,
  calendarUnavailable,
} from "@plumbline/sandbox/calendar/failures.ts";
import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const guests = { attendees: ["grace@example.com"] };

/** One event, one invitation, however often it was tried. */
function expectCreatedOnce() {
  expect(under.created()).toHaveLength(1);
  expect(under.server.accounts.invitations).toHaveLength(1);
}

describe("tried again until it is taken", () => {
  test.each<[what: string, replies: ScriptedReply[], waits: number[]]>([
    ["500", [calendarBackendError(500)], [600]],
    ["503 twice", [calendarBackendError(), calendarBackendError()], [600, 1200]],
    ["502 with a gateway's page", [calendarUnavailable()], [600]],
    [
      "429 with Retry-After",
      [calendarFailure(429, "rateLimitExceeded", "Slow down", { retryAfter: 9 })],
      [9000],
    ],
    ["429 without", [text("", 429)], [600]],
    ["403 that is a rate limit", [calendarLimit("userRateLimitExceeded")], [600]],
    ["403 that is a rate limit and names a wait", [calendarLimit("rateLimitExceeded", 4)], [4000]],
    ["a reset, before anything was done", [resetAfterReading()], [600]],
  ])("%s", async (_what, replies, waits) => {
    under.server.script("POST", ...replies);
    expect(await under.create(guests)).toMatchObject({ ok: true, attempts: replies.length + 1 });
    expect(under.clock.waits).toEqual(waits);
    expectCreatedOnce();
  });
});

describe("created though the answer was lost: the second try finds it", () => {
  test.each<[what: string, lost: ScriptedReply]>([
    ["connection reset", afterHandling(resetAfterReading())],
    ["connection closed", afterHandling(closeAfterReading())],
    ["500", afterHandling(calendarBackendError(500))],
    ["502 with a gateway's page", afterHandling(calendarUnavailable())],
    ["200 that is a page", afterHandling(htmlPage("<h1>Hello</h1>"))],
    ["200 with nothing", afterHandling(text(""))],
    ["200 without an id", afterHandling(json({ kind: "calendar#event", status: "confirmed" }))],
    ["200 whose body breaks off", afterHandling(cutBody(json({ id: "a".repeat(99) }), { afterBytes: 10 }))],
  ])("%s", async (_what, lost) => {
    under.server.script("POST", lost);
    const result = succeeded(await under.create(guests));
    expect(result).toMatchObject({ attempts: 2, result: { id: under.created()[0]?.id, summary: "Sync" } });
    expect(under.methods()).toEqual(["POST", "POST", "GET"]);
    expect(under.clock.waits).toEqual([600]);
    expectCreatedOnce();
  });

  test("no answer at all", async () => {
    under.server.script("POST", afterHandling(hangBeforeHeaders()));
    const answer = under.create(guests);
    await under.server.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 30_600 });
    expectCreatedOnce();
  });

  test("reading it back is tried again, too", async () => {
    under.server.script("POST", afterHandling(resetAfterReading()));
    under.server.script("GET", calendarBackendError());
    expect(await under.create(guests)).toMatchObject({ ok: true, attempts: 3 });
    expectCreatedOnce();
  });

  test.each<[what: string, reply: ScriptedReply]>([
    ["500", calendarBackendError()],
    ["404", calendarNotFound()],
  ])("whoever never reads it back does not say that it is not there: %s", async (_what, reply) => {
    under.server.script("POST", afterHandling(calendarBackendError()));
    under.server.scriptAlways("GET", reply);
    expect(refused(await under.create(guests))).toMatchObject({
      error_code: "transient",
      refusal_reason: expect.stringMatching(/^The event exists, but could not be read back\. /),
      outcome_unknown: true,
      attempts: 3,
    });
    expectCreatedOnce();
  });

  test("an event that was deleted meanwhile is not brought back", async () => {
    under.server.script("POST", async (request, handle) => {
      await handle(request);
      under.server.accounts.cancel(under.calendar, under.created()[0]?.id ?? "");
      return resetAfterReading();
    });
    expect(refused(await under.create(guests))).toMatchObject({
      error_code: "validation",
      refusal_reason: "The event was created but has since been deleted.",
      attempts: 2,
    });
    expectCreatedOnce();
  });
});

describe("refused at once", () => {
  test.each<[what: string, reply: ScriptedReply, expected: Partial<DispatchFailure>]>([
    [
      "400 with a reason",
      calendarFailure(400, "timeRangeEmpty", "The specified time range is empty.", { domain: "calendar" }),
      {
        error_code: "validation",
        refusal_reason:
          "Google Calendar refused the call: The specified time range is empty. (timeRangeEmpty)",
      },
    ],
    [
      "400 with a page",
      htmlPage("<h1>Bad</h1>", 400),
      { refusal_reason: "Google Calendar responded with 400." },
    ],
    [
      "401",
      calendarFailure(401, "authError", "Invalid Credentials"),
      {
        error_code: "authentication",
        refusal_reason: "Google Calendar refused the call: Invalid Credentials (authError)",
        next_step: expect.stringMatching(/^Reconnect "/),
      },
    ],
    [
      "403 for want of a scope",
      calendarMissingScope(),
      {
        error_code: "authentication",
        next_step: advisedWith("Reconnect with the scope https://www.googleapis.com/auth/calendar.events."),
      },
    ],
    ["403 with a page", htmlPage("<h1>Forbidden</h1>", 403), { error_code: "authentication" }],
    ["404", calendarNotFound(), { error_code: "validation" }],
    [
      "409 that is not about the id",
      calendarFailure(409, "conflict", "Another change is under way."),
      {
        error_code: "validation",
        refusal_reason: "Google Calendar refused the call: Another change is under way. (conflict)",
      },
    ],
    ["308", redirect("https://elsewhere.example/", 308), { error_code: "validation" }],
  ])("%s", async (_what, reply, expected) => {
    under.server.script("", reply);
    const result = refused(await under.create(guests));
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.methods()).toEqual(["POST"]);
    expect(under.clock.waits).toEqual([]);
    expect(under.created()).toEqual([]);
  });
});

describe("given up after three tries", () => {
  test("5xx", async () => {
    under.server.scriptAlways("", calendarBackendError());
    expect(refused(await under.create(guests))).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(under.clock.waits).toEqual([600, 1200]);
  });

  test("answers that are always lost: the event may be there", async () => {
    under.server.scriptAlways("POST", resetAfterReading());
    expect(refused(await under.create(guests))).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      attempts: 3,
    });
  });

  test("a server that is not there", async () => {
    await under.server.close();
    const result = refused(await under.create(guests));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });
});
