import { calendarFailure } from "@plumbline/sandbox/calendar/failures.ts";
import { sampleCalendarReadToken, sampleMailOnlyToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createCalendarCheck } from "../../../packages/adapters/calendar/index.ts";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForEach(startCalendarUnderTest);

const listed = z.object({
  items: z.array(z.looseObject({ summary: z.string().nullable() })),
  next_cursor: z.string().nullable(),
});
const list = async (args: Record<string, unknown> = {}) => {
  const { items, next_cursor } = listed.parse(succeeded(await under.list(args)).result);
  return { items, titles: items.map(({ summary }) => summary), next_cursor };
};
const queries = () => under.server.requests.map(({ query }) => Object.fromEntries(query));

/** A page in the provider's words. */
const page = (items: unknown[], nextPageToken?: string) =>
  json({ kind: "calendar#events", items, ...(nextPageToken === undefined ? {} : { nextPageToken }) });
const event = {
  id: "abcde",
  status: "confirmed",
  start: { dateTime: "2026-01-08T14:00:00+01:00" },
  end: { dateTime: "2026-01-08T15:00:00+01:00" },
};

test("what is to come, the earliest first", async () => {
  const { items, titles, next_cursor } = await list();
  expect(titles).toEqual(["Stand-up", "Quarterly review", "Holiday"]);
  expect(next_cursor).toBeNull();
  expect(items[0]).toMatchObject({ recurring: true, all_day: false });
  expect(items[1]).toEqual({
    id: "sample0review",
    url: "https://calendar.example/event?eid=sample0review",
    summary: "Quarterly review",
    status: "confirmed",
    all_day: false,
    start: "2026-01-08T14:00:00+01:00",
    end: "2026-01-08T15:00:00+01:00",
    time_zone: "Europe/Berlin",
    location: "Room 4",
    description: "Agenda Numbers, then the plan.",
    organizer: "grace@example.com",
    attendees: [
      { email: "ada@example.com", response: "accepted" },
      { email: "grace@example.com", response: "accepted" },
    ],
    attendees_omitted: false,
    my_response: "accepted",
    shows_as: "busy",
    meeting_link: "https://meet.example/abc-defg-hij",
    links: ["https://wiki.example/q4"],
    recurring: false,
  });
  expect(items[2]).toMatchObject({ all_day: true, start: "2026-01-12", end: "2026-01-17", time_zone: null });
});

test("how the calendar is asked", async () => {
  const times = { time_min: "2026-01-05T00:00+01:00", time_max: "2026-01-09T00:00:00Z" };
  await list({ ...times, query: " review & plan ", limit: 10 });
  const [request] = under.server.requests;
  expect(request?.path).toBe("/calendar/v3/calendars/primary/events");
  expect([...(request?.query ?? [])]).toEqual([
    ["singleEvents", "true"],
    ["orderBy", "startTime"],
    ["maxResults", "10"],
    ["timeMin", "2026-01-04T23:00:00.000Z"],
    ["timeMax", "2026-01-09T00:00:00.000Z"],
    ["q", "review & plan"],
    ["eventTypes", "default"],
    ["eventTypes", "focusTime"],
    ["eventTypes", "fromGmail"],
    ["eventTypes", "outOfOffice"],
  ]);
});

test("a token that may only read is enough", async () => {
  const credential_id = await under.connect({
    kind: "mail_oauth_a",
    label: "Read only",
    token: sampleCalendarReadToken,
  });
  expect((await list({ credential_id })).titles).toHaveLength(3);
});

test("bounds and words narrow it", async () => {
  expect((await list({ time_min: "2026-01-06T00:00:00Z", time_max: "2026-01-12T00:00:00Z" })).titles).toEqual(
    ["Quarterly review", "Holiday"],
  );
  expect((await list({ query: "grace@example.com" })).titles).toEqual(["Quarterly review"]);
  expect(await list({ query: "nothing of the kind" })).toEqual({ items: [], titles: [], next_cursor: null });
});

describe("pages", () => {
  test("the cursor of a page leads to the next, asked for exactly as the first was", async () => {
    const first = await list({ limit: 2 });
    expect(first.titles).toEqual(["Stand-up", "Quarterly review"]);
    under.clock.advance(3_600_000);
    const second = await list({ limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ titles: ["Holiday"], next_cursor: null });
    const [asked, askedNext] = queries();
    expect(askedNext).toEqual({ ...asked, pageToken: expect.any(String) });
  });

  test("an empty page with a next one is turned at once", async () => {
    under.server.script(
      "",
      page([], "two"),
      page([{ id: "gone", status: "cancelled" }], "three"),
      page([event], "four"),
    );
    expect(await list()).toMatchObject({
      items: [{ id: "abcde" }],
      next_cursor: "2026-01-01T00:00:00.000Z~four",
    });
    expect(queries().map(({ pageToken }) => pageToken)).toEqual([undefined, "two", "three"]);
  });

  test("not for ever", async () => {
    under.server.scriptAlways("", page([], "again"));
    expect(await list()).toMatchObject({ items: [], next_cursor: "2026-01-01T00:00:00.000Z~again" });
    expect(under.server.requests).toHaveLength(5);
  });

  test("a cursor that the calendar does not know", async () => {
    const result = refused(await under.list({ cursor: "2026-01-01T00:00:00.000Z~worn-out" }));
    expect(result).toMatchObject({
      error_code: "validation",
      refusal_reason: "Google Calendar refused the call: Invalid page token value. (invalid)",
    });
  });

  test("a calendar whose list has to be begun anew", async () => {
    under.server.script("", calendarFailure(410, "updatedMinTooLongAgo", "Too long ago."));
    expect(refused(await under.list())).toMatchObject({ error_code: "validation", attempts: 1 });
  });
});

describe("connection", () => {
  const connected = (token: string, more: Record<string, unknown> = {}) =>
    under.connect({ kind: "mail_oauth_a", label: "Another", token, ...more });

  describe("test of a credential", () => {
    test("asks for the calendar that the connection names", async () => {
      const metadata = { calendar_id: "en.german#holiday@group.v.calendar.example" };
      const id = await connected(sampleCalendarReadToken, { metadata });
      expect(await under.testCredential(id)).toMatchObject({ result: { account: "Holidays in Germany" } });
      expect(under.server.requests[0]?.query.toString()).toBe("maxResults=1");
    });

    test.each([[{}], [{ summary: null }]])("a calendar without a name: %j", async (name) => {
      under.server.script("", json({ kind: "calendar#events", items: [], ...name }));
      expect(succeeded(await under.testCredential(under.credentialId)).result).toEqual({});
    });

    test.each<[what: string, token: string, metadata: Record<string, unknown>, error_code: string]>([
      ["a token for mail alone", sampleMailOnlyToken, {}, "authentication"],
      ["a calendar nobody shared", sampleCalendarReadToken, { calendar_id: "x@example.com" }, "validation"],
    ])("%s", async (_what, token, metadata, error_code) => {
      expect(refused(await under.testCredential(await connected(token, { metadata })))).toMatchObject({
        error_code,
        attempts: 1,
      });
    });

    test.each<[scope: string, metadata: Record<string, unknown>, fits: boolean]>([
      ["https://www.googleapis.com/auth/calendar.events", {}, true],
      [
        "https://www.googleapis.com/auth/calendar.events https://mail.google.com/",
        { username: "a@x.io" },
        true,
      ],
      ["", {}, true],
      ["openid email", {}, true],
      ["https://mail.google.com/", {}, false],
      ["", { username: "a@x.io" }, false],
    ])("scope %o with %o", (scope, metadata, fits) => {
      expect(
        createCalendarCheck("https://calendar.example").fits?.({ kind: "mail_oauth_a", scope, metadata }),
      ).toBe(fits);
    });
  });
});
