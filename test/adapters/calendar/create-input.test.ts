import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startCalendarUnderTest, WHEN } from "./calendar-under-test.ts";

const under = startedForFile(startCalendarUnderTest);

afterEach(() => expect(under.server.requests).toEqual([]));

const NO_TIME = "must be a real date (2026-12-01) or date-time (2026-12-01T10:00:00+01:00)";
const NO_ZONE =
  "must be an IANA time zone name such as Europe/Berlin or America/New_York; abbreviations, offsets and Windows names are not accepted";
const OTHER_FORM =
  "end: must have the same form as start: both dates, both with an offset, or both local times.";

describe("one argument by itself", () => {
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["no such day", { start: "2026-02-30" }, `start: ${NO_TIME}`],
    ["no such leap day", { start: "2027-02-29T10:00:00Z" }, `start: ${NO_TIME}`],
    ["no such hour", { end: "2026-01-20T25:00:00Z" }, `end: ${NO_TIME}`],
    ["no such offset", { end: "2026-01-20T10:00:00+1" }, `end: ${NO_TIME}`],
    ["words", { start: "tomorrow at noon" }, `start: ${NO_TIME}`],
    ["a zone that is none", { time_zone: "Europe/Atlantis" }, `time_zone: ${NO_ZONE}`],
    ["an offset for a zone", { time_zone: "+01:00" }, `time_zone: ${NO_ZONE}`],
    ["a guest with a name", { attendees: ["Ada <ada@x.io>"] }, "attendees.0: must be only an e-mail address"],
    ["a guest and a word", { attendees: ["a@x.io,b"] }, "attendees.0: must be only an e-mail address"],
    ["guests in words", { attendees: "the team" }, "attendees.0: must be only an e-mail address"],
    ["a guest twice", { attendees: ["a@x.io", "A@x.io"] }, "attendees: must not list anybody twice"],
  ])("%s", async (_what, args, reason) => {
    expect(refused(await under.create(args))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining(reason),
      attempts: 0,
    });
  });
});

describe("start and end together", () => {
  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["a day and a time", { start: "2026-01-20" }, OTHER_FORM],
    ["a time and a day", { end: "2026-01-21" }, OTHER_FORM],
    ["an offset and none", { end: "2026-01-20T11:00:00", time_zone: "Europe/Berlin" }, OTHER_FORM],
    [
      "one day as it is not written",
      { start: "2026-01-20", end: "2026-01-20" },
      "end: must be after start; it is not part of the event, so an all-day event of one day ends on the next day.",
    ],
    ["the end first", { start: WHEN.end, end: WHEN.start }, "end: must be after start."],
    ["no length", { end: WHEN.start }, "end: must be after start."],
    ["the same instant twice", { end: "2026-01-20T09:00:00Z" }, "end: must be after start."],
    [
      "the end first, in a zone",
      { start: "2026-01-20T10:00", end: "2026-01-20T09:59:59", time_zone: "Europe/Berlin" },
      "end: must be after start.",
    ],
  ])("%s", async (_what, args, reason) => {
    expect(refused(await under.create(args))).toMatchObject({
      error_code: "validation",
      refusal_reason: reason,
    });
  });
});
