import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest, WHEN } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const sent = () => under.server.requests[0]?.json();
const sentQuery = () => under.server.requests[0]?.query.toString();

test("an event that is taken at once", async () => {
  const result = succeeded(await under.create());
  const [event] = under.created();
  expect(result).toEqual({
    ok: true,
    tool: "calendar_create_event",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      id: event?.id,
      url: `https://calendar.example/event?eid=${event?.id}`,
      summary: "Sync",
      status: "confirmed",
      all_day: false,
      ...WHEN,
      time_zone: "Europe/Berlin",
      location: null,
      description: null,
      organizer: "ada@example.com",
      attendees: [],
      attendees_omitted: false,
      my_response: null,
      shows_as: "busy",
      meeting_link: null,
      links: [],
      recurring: false,
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.methods()).toEqual(["POST"]);
  expect(sentQuery()).toBe("sendUpdates=none");
  expect(under.clock.waits).toEqual([]);
});

test("the event's id is ours: a UUID without dashes", async () => {
  await under.create();
  await under.create();
  const ids = under.created().map(({ id }) => id);
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(new Set(ids).size).toBe(2);
});

test("everything an event may have", async () => {
  const args = {
    summary: "  Grüße 🎉 漢字 عربى  ",
    description: "Line one\nline two & <b>bold</b>",
    location: "Straße 1",
    attendees: ["grace@example.com", " b+c@sub.example.com "],
  };
  const { result } = succeeded(await under.create(args));
  expect(sent()).toEqual({
    id: under.created()[0]?.id,
    summary: "Grüße 🎉 漢字 عربى",
    description: args.description,
    location: "Straße 1",
    start: { dateTime: WHEN.start },
    end: { dateTime: WHEN.end },
    attendees: [{ email: "grace@example.com" }, { email: "b+c@sub.example.com" }],
  });
  expect(result).toMatchObject({
    summary: "Grüße 🎉 漢字 عربى",
    description: "Line one line two & bold",
    attendees: [
      { email: "grace@example.com", response: "needsAction" },
      { email: "b+c@sub.example.com", response: "needsAction" },
    ],
  });
});

test("guests are informed by mail", async () => {
  await under.create({ attendees: ["grace@example.com"] });
  expect(sentQuery()).toBe("sendUpdates=all");
  expect(under.server.accounts.invitations.map(({ to }) => to)).toEqual(["grace@example.com"]);
});

describe("when it is", () => {
  test.each([
    ["a day", { start: "2026-01-20", end: "2026-01-21" }, { date: "2026-01-20" }, { date: "2026-01-21" }],
    [
      "days, whose time zone means nothing",
      { start: "2028-02-29", end: "2028-03-02", time_zone: "Europe/Berlin" },
      { date: "2028-02-29" },
      { date: "2028-03-02" },
    ],
    [
      "local times in a zone",
      { start: "2026-01-20T10:00:00", end: "2026-01-20T10:30:00", time_zone: "America/New_York" },
      { dateTime: "2026-01-20T10:00:00", timeZone: "America/New_York" },
      { dateTime: "2026-01-20T10:30:00", timeZone: "America/New_York" },
    ],
    [
      "offsets that differ, and minutes alone",
      { start: "2026-01-20T10:00+01:00", end: "2026-01-20T09:30Z" },
      { dateTime: "2026-01-20T10:00:00+01:00" },
      { dateTime: "2026-01-20T09:30:00Z" },
    ],
    [
      "an offset and a zone to show it in",
      { start: "2026-01-20T10:00:00Z", end: "2026-01-20T10:00:00.500Z", time_zone: "Asia/Kolkata" },
      { dateTime: "2026-01-20T10:00:00Z", timeZone: "Asia/Kolkata" },
      { dateTime: "2026-01-20T10:00:00.500Z", timeZone: "Asia/Kolkata" },
    ],
    [
      "an hour that a clock change repeats, with offsets",
      { start: "2026-10-25T02:45:00+02:00", end: "2026-10-25T02:15:00+01:00" },
      { dateTime: "2026-10-25T02:45:00+02:00" },
      { dateTime: "2026-10-25T02:15:00+01:00" },
    ],
  ])("%s", async (_what, args, start, end) => {
    expect(await under.create(args)).toMatchObject({ ok: true });
    expect(sent()).toMatchObject({ start, end });
  });

  test("the answer is in the calendar's words: local times come back with their offset", async () => {
    const args = { start: "2026-07-20T10:00:00", end: "2026-07-20T10:30:00", time_zone: "America/New_York" };
    expect(succeeded(await under.create(args)).result).toMatchObject({
      start: "2026-07-20T10:00:00-04:00",
      end: "2026-07-20T10:30:00-04:00",
      time_zone: "America/New_York",
      all_day: false,
    });
  });

  test("an all-day event says so", async () => {
    expect(succeeded(await under.create({ start: "2026-01-20", end: "2026-01-21" })).result).toMatchObject({
      start: "2026-01-20",
      end: "2026-01-21",
      all_day: true,
      time_zone: null,
    });
  });
});

describe("which calendar", () => {
  const pathWith = async (calendar_id: string) => {
    const token = "ya29.another-connection";
    const metadata = { calendar_id };
    const credential_id = await under.connect({
      kind: "mail_oauth_a",
      label: "Another calendar",
      token,
      metadata,
    });
    const result = await under.create({ credential_id });
    return { result, path: under.server.requests[0]?.path };
  };

  test("the primary one, unless the connection names another", async () => {
    await under.create();
    expect(under.server.requests[0]?.path).toBe("/calendar/v3/calendars/primary/events");
  });

  test.each([
    ["team@group.calendar.example", "team%40group.calendar.example"],
    ["en.german#holiday@group.v.calendar.example", "en.german%23holiday%40group.v.calendar.example"],
    ["a/../../b?c=d", "a%2F..%2F..%2Fb%3Fc%3Dd"],
  ])("%s is one part of the path", async (id, encoded) => {
    expect((await pathWith(id)).path).toBe(`/calendar/v3/calendars/${encoded}/events`);
  });

  test.each(["..", ".", "my calendar", "\ud800"])("%o is no calendar's id", async (id) => {
    const { result, path } = await pathWith(id);
    expect(result).toMatchObject({
      ok: false,
      error_code: "validation",
      next_step: "Set it to primary, or to the id in the calendar's settings in Google Calendar.",
    });
    expect(path).toBeUndefined();
  });
});
