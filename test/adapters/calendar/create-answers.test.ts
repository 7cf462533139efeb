import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  calendarBackendError,
  calendarFailure,
  calendarNotFound,
} from "@plumbline/sandbox/calendar/failures.ts";
import { resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const guests = { attendees: ["grace@example.com"] };

/** One event, one invitation, however often it was tried. */
function expectCreatedOnce() {
  expect(under.created()).toHaveLength(1);
  expect(under.server.accounts.invitations).toHaveLength(1);
}

describe("created though the answer was lost: the second try finds it", () => {
  test.each<[what: string, lost: ScriptedReply]>([
    ["connection reset", afterHandling(resetAfterReading())],
    ["500", afterHandling(calendarBackendError(500))],
  ])("%s", async (_what, lost) => {
    under.server.script("POST", lost);
    const result = succeeded(await under.create(guests));
    expect(result).toMatchObject({ attempts: 2, result: { id: under.created()[0]?.id, summary: "Sync" } });
    expect(under.methods()).toEqual(["POST", "POST", "GET"]);
    expect(under.clock.waits).toEqual([600]);
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
    ["404", calendarNotFound(), { error_code: "validation" }],
    [
      "409 that is not about the id",
      calendarFailure(409, "conflict", "Another change is under way."),
      {
        error_code: "validation",
        refusal_reason: "Google Calendar refused the call: Another change is under way. (conflict)",
      },
    ],
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
