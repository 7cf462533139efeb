import { calendarLimit, calendarNotFound } from "@plumbline/sandbox/calendar/failures.ts";
import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForFile(startCalendarUnderTest);

afterEach(() => {
  under.server.clear();
  under.clock.waits.length = 0;
});

describe("a list is a read: tried again whatever went wrong on the way", () => {
  test.each<[what: string, reply: Reply, wait: number]>([
    ["a rate limit that names a wait", calendarLimit("rateLimitExceeded", 3), 3000],
    ["200 that is a refusal", json({ error: { code: 403, message: "No" } }), 600],
  ])("%s", async (_what, reply, wait) => {
    under.server.script("", reply);
    expect(await under.list()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual([wait]);
    under.server.scriptAlways("", reply);
    const result = refused(await under.list());
    expect(result.attempts).toBe(3);
    expect(result.outcome_unknown).toBeUndefined();
  });
});

test("a calendar that is not there", async () => {
  under.server.script("", calendarNotFound());
  expect(refused(await under.list())).toMatchObject({
    error_code: "validation",
    refusal_reason: "Google Calendar refused the call: Not Found (notFound)",
    next_step:
      "Check the connection's metadata.calendar_id: this calendar does not exist or is not shared with the account.",
    attempts: 1,
  });
});

describe("refused before the calendar is asked", () => {
  const NO_TIME = "must be a real date (2026-12-01) or date-time (2026-12-01T10:00:00+01:00)";
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["a day in words", { time_min: "today" }, `time_min: ${NO_TIME}`],
    ["a time without its day", { time_max: "10:00" }, `time_max: ${NO_TIME}`],
    [
      "a year of five figures",
      { time_max: "9999-12-31T23:59:59-05:00" },
      "time_max: must be in the years 0 to 9999, in UTC",
    ],
    ["no such day", { time_max: "2026-02-30T10:00:00Z" }, `time_max: ${NO_TIME}`],
    [
      "no cursor of ours",
      { cursor: "CiAKGjBpNDd2Nmp2" },
      "cursor: must be the next_cursor of an earlier calendar_list_events.",
    ],
    [
      "an end before the start",
      { time_min: "2026-01-05T10:00:00+01:00", time_max: "2026-01-05T09:00:00Z" },
      "time_max: must be after time_min; a date without a time is its midnight, so a single day ends on the next.",
    ],
    [
      "the past, with no start",
      { time_max: "2025-12-31T00:00:00Z" },
      "time_max: is in the past; give time_min as well.",
    ],
  ])("%s", async (_what, args, reason) => {
    expect(refused(await under.list(args))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining(reason),
    });
    expect(under.server.requests).toEqual([]);
  });
});
