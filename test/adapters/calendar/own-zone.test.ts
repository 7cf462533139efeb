import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const LOCAL = { start: "2026-07-20T10:00", end: "2026-07-20T10:30" };
const posted = () => under.server.requests.find(({ method }) => method === "POST")?.json();
const queries = () => under.server.requests.map(({ query }) => Object.fromEntries(query));
const result = z.looseObject({ start: z.string(), end: z.string(), time_notes: z.array(z.string()) });

describe("a time without offset and zone is the calendar's own", () => {
  test("an event's: the zone is asked for once, without any event", async () => {
    expect(succeeded(await under.create(LOCAL)).result).toMatchObject({
      start: "2026-07-20T10:00:00+02:00",
      end: "2026-07-20T10:30:00+02:00",
      time_zone: "Europe/Berlin",
    });
    expect(under.methods()).toEqual(["GET", "POST"]);
    expect(queries()[0]).toEqual({ maxResults: "1", fields: "kind,timeZone" });
    expect(posted()).toMatchObject({
      start: { dateTime: "2026-07-20T10:00:00", timeZone: "Europe/Berlin" },
      end: { dateTime: "2026-07-20T10:30:00", timeZone: "Europe/Berlin" },
    });
  });

  test("a second try of the event does not ask again", async () => {
    under.server.script("", (request, handle) => handle(request), json({}, 503));
    expect(await under.create(LOCAL)).toMatchObject({ ok: true, attempts: 2 });
    expect(under.methods()).toEqual(["GET", "POST", "POST"]);
  });

  test("whole days and times with an offset need no zone", async () => {
    await under.create({ start: "2026-07-20", end: "2026-07-21" });
    await under.create();
    expect(under.methods()).toEqual(["POST", "POST"]);
  });

  test.each([
    ["a day", { time_min: "2026-07-20", time_max: "2026-07-21" }, "19T22:00", "20T22:00"],
    ["a time", { time_min: "2026-07-20T09:00", time_max: "2026-07-20 17:30:00" }, "20T07:00", "20T15:30"],
    [
      "a day and an offset",
      { time_min: "2026-07-20", time_max: "2026-07-20T12:00Z" },
      "19T22:00",
      "20T12:00",
    ],
  ])("the bounds of a list: %s", async (_what, bounds, timeMin, timeMax) => {
    succeeded(await under.list(bounds));
    expect(queries()).toMatchObject([
      { fields: "kind,timeZone" },
      { timeMin: `2026-07-${timeMin}:00.000Z`, timeMax: `2026-07-${timeMax}:00.000Z` },
    ]);
  });

  test("one day of a list ends on the next", async () => {
    const bounds = { time_min: "2026-07-20", time_max: "2026-07-20" };
    expect(refused(await under.list(bounds))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        "time_max: must be after time_min; a date without a time is its midnight, so a single day ends on the next.",
    });
  });

  test.each([
    ["none", undefined],
    ["one nobody knows", "Moon/Tranquility"],
  ])("a calendar that tells no zone: %s", async (_what, timeZone) => {
    under.server.scriptAlways("", json({ kind: "calendar#events", items: [], timeZone }));
    const next_step = "Include the UTC offset in each time, such as 2026-12-01T10:00:00+01:00.";
    expect(refused(await under.create(LOCAL))).toMatchObject({ error_code: "validation", next_step });
    expect(refused(await under.list({ time_min: "2026-07-20" }))).toMatchObject({ next_step });
    expect(posted()).toBeUndefined();
  });
});

test("a list tells the calendar's zone", async () => {
  expect(succeeded(await under.list()).result).toMatchObject({ time_zone: "Europe/Berlin" });
  under.server.script("", json({ kind: "calendar#events", items: [] }));
  expect(succeeded(await under.list()).result).toMatchObject({ time_zone: null });
});

test.each([
  ["US/Pacific", "America/Los_Angeles"],
  ["us/eastern", "America/New_York"],
  ["europe/berlin", "Europe/Berlin"],
  ["EUROPE/BERLIN", "Europe/Berlin"],
  ["CET", "Europe/Brussels"],
  ["Japan", "Asia/Tokyo"],
  ["utc", "UTC"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Europe/Kyiv", "Europe/Kyiv"],
])("the zone %s is sent as %s", async (time_zone, sent) => {
  succeeded(await under.create({ ...LOCAL, time_zone }));
  expect(posted()).toMatchObject({ start: { timeZone: sent }, end: { timeZone: sent } });
});

test.each(["W. Europe Standard Time", "PST", "BST", "IST", "CEST", "GMT+2", "Berlin", "Europe/Berln"])(
  "%s is no zone",
  async (time_zone) => {
    expect(refused(await under.create({ ...LOCAL, time_zone }))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining("such as Europe/Berlin or America/New_York"),
    });
    expect(under.server.requests).toEqual([]);
  },
);

describe("a zone's formatter, which is slow to make", () => {
  const createIn = async (time_zone: string) => succeeded(await under.create({ ...LOCAL, time_zone }));
  /** Counts the formatters that are made: each is asked for its zone once. */
  const watchMaking = () => vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  beforeEach(() => under.server.scriptAlways("", json({ id: "event" })));
  afterEach(() => vi.restoreAllMocks());

  test("is made once for all calls", async () => {
    const make = watchMaking();
    for (let calls = 0; calls < 3; calls += 1) await createIn("Asia/Seoul");
    expect(make).toHaveBeenCalledTimes(1);
  });

  test("is given up when 100 other zones were asked for since", async () => {
    const [first = "", ...others] = Intl.supportedValuesOf("timeZone").slice(0, 101);
    for (const zone of [first, ...others]) await createIn(zone);
    const make = watchMaking();
    await createIn(String(others.at(-1)));
    expect(make).not.toHaveBeenCalled();
    await createIn(first);
    expect(make).toHaveBeenCalledTimes(1);
  });
});

describe("a note on each time that a clock change skips or repeats", () => {
  test.each([
    [
      "a skipped start",
      { start: "2026-03-29T02:30", end: "2026-03-29T04:00", time_zone: "Europe/Berlin" },
      { start: "2026-03-29T03:30:00+02:00", end: "2026-03-29T04:00:00+02:00" },
      ["start: in Europe/Berlin the clocks skip 2026-03-29T02:30:00, so 2026-03-29T03:30:00+02:00 was used."],
    ],
    [
      "a repeated start and end",
      { start: "2026-11-01T01:15", end: "2026-11-01T01:45", time_zone: "America/New_York" },
      { start: "2026-11-01T01:15:00-04:00", end: "2026-11-01T01:45:00-04:00" },
      [
        "start: in America/New_York 2026-11-01T01:15:00 occurs twice. The first one was used, 2026-11-01T01:15:00-04:00.",
        "end: in America/New_York 2026-11-01T01:45:00 occurs twice. The first one was used, 2026-11-01T01:45:00-04:00.",
      ],
    ],
    [
      "half an hour of it",
      { start: "2026-10-04T02:10", end: "2026-10-04T03:00", time_zone: "Australia/Lord_Howe" },
      { start: "2026-10-04T02:40:00+11:00", end: "2026-10-04T03:00:00+11:00" },
      [
        "start: in Australia/Lord_Howe the clocks skip 2026-10-04T02:10:00, so 2026-10-04T02:40:00+11:00 was used.",
      ],
    ],
    [
      "in the calendar's own zone",
      { start: "2026-10-25T01:30", end: "2026-10-25T02:30" },
      { start: "2026-10-25T01:30:00+02:00", end: "2026-10-25T02:30:00+02:00" },
      [
        "end: in Europe/Berlin 2026-10-25T02:30:00 occurs twice. The first one was used, 2026-10-25T02:30:00+02:00.",
      ],
    ],
  ])("%s", async (_what, args, times, notes) => {
    expect(succeeded(await under.create(args)).result).toMatchObject({ ...times, time_notes: notes });
  });

  test("a bound of a list", async () => {
    const bounds = { time_min: "2026-03-29T02:30", time_max: "2026-10-25T02:30" };
    const listed = result.pick({ time_notes: true }).parse(succeeded(await under.list(bounds)).result);
    expect(listed.time_notes.map((note) => note.split(":", 1)[0])).toEqual(["time_min", "time_max"]);
    expect(queries()[1]).toMatchObject({
      timeMin: "2026-03-29T01:30:00.000Z",
      timeMax: "2026-10-25T00:30:00.000Z",
    });
  });

  test("a day whose midnight is skipped begins an hour later, without a word", async () => {
    under.server.script("", json({ kind: "calendar#events", timeZone: "America/Santiago" }));
    expect(succeeded(await under.list({ time_min: "2026-09-06" })).result).not.toHaveProperty("time_notes");
    expect(queries()[1]).toMatchObject({ timeMin: "2026-09-06T04:00:00.000Z" });
  });

  test("an end that a clock change puts before its start is refused", async () => {
    const args = { start: "2026-03-29T02:30", end: "2026-03-29T03:15", time_zone: "Europe/Berlin" };
    expect(refused(await under.create(args))).toMatchObject({
      refusal_reason:
        "end: must be after start. start: in Europe/Berlin the clocks skip 2026-03-29T02:30:00, so 2026-03-29T03:30:00+02:00 was used.",
    });
  });

  test("an offset says which one is meant", async () => {
    const args = { start: "2026-10-25T02:30:00+01:00", end: "2026-10-25T03:30:00+01:00" };
    const told = succeeded(await under.create({ ...args, time_zone: "Europe/Berlin" })).result;
    expect(told).toMatchObject(args);
    expect(told).not.toHaveProperty("time_notes");
  });
});
