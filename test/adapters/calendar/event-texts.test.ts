import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { succeeded } from "../adapter-under-test.ts";
import { type CalendarUnderTest, startCalendarUnderTest } from "./calendar-under-test.ts";

let under: CalendarUnderTest;

beforeAll(async () => {
  under = await startCalendarUnderTest();
});

afterAll(() => under.close());

const listed = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

/**
 * Lists one event with these fields and returns it. Anybody can put an event into a calendar by an
 * invitation.
 */
async function only(fields: Record<string, unknown>) {
  const start = { dateTime: "2026-01-08T14:00:00+01:00" };
  const end = { dateTime: "2026-01-08T15:00:00+01:00" };
  const item = { id: "abcde", status: "confirmed", start, end, ...fields };
  under.server.script("", json({ kind: "calendar#events", items: [item] }));
  return listed.parse(succeeded(await under.list()).result).items[0];
}

test("an event without any details", async () => {
  expect(await only({})).toEqual({
    id: "abcde",
    url: null,
    summary: null,
    status: "confirmed",
    all_day: false,
    start: "2026-01-08T14:00:00+01:00",
    end: "2026-01-08T15:00:00+01:00",
    time_zone: null,
    location: null,
    description: null,
    organizer: null,
    attendees: [],
    attendees_omitted: false,
    my_response: null,
    shows_as: "busy",
    meeting_link: null,
    links: [],
    recurring: false,
  });
});

test("a field that is not as documented costs that field alone", async () => {
  const odd = { summary: null, description: 7, location: {}, htmlLink: [], recurringEventId: null };
  const people = { organizer: "ada", attendees: null, attendeesOmitted: "yes" };
  const meeting = { hangoutLink: 1, conferenceData: { entryPoints: null, createRequest: "soon" } };
  const start = { dateTime: "2026-01-08T14:00:00+01:00", timeZone: null };
  expect(await only({ ...odd, ...people, ...meeting, start })).toEqual(await only({}));
});

test.each([
  ["markup, scripts and invisible characters", "<script>alert(1)</script>a\u200bb<p>c</p>", "ab c"],
  ["other scripts", "Grüße 🎉 漢字 عربى", "Grüße 🎉 漢字 عربى"],
  ["white space alone", " \n\t", null],
  ["half a character", "half \ud800 of one", "half \ufffd of one"],
])("%s", async (_what, written, read) => {
  expect(await only({ summary: written, description: written, location: written })).toMatchObject({
    summary: read,
    description: read,
    location: read,
  });
});

test("a text without end is cut, and says so", async () => {
  const endless = "word ".repeat(20_000);
  const { summary, description } = z
    .object({ summary: z.string(), description: z.string() })
    .parse(await only({ summary: endless, description: endless }));
  expect([summary.length, description.length]).toEqual([300, 1_000]);
  expect([summary.at(-1), description.at(-1)]).toEqual(["…", "…"]);
});

test.each([
  "javascript:alert(1)",
  "http://plain.example/",
  "https://a b",
  `https://x.example/${"y".repeat(2_048)}`,
])("%.40s is no link to show", async (url) => {
  expect(await only({ htmlLink: url, hangoutLink: url })).toMatchObject({ url: null, meeting_link: null });
});

test("a crowd is not listed whole", async () => {
  const attendees = Array.from({ length: 101 }, (_, index) => ({ email: `guest${index}@example.com` }));
  const crowded = z.looseObject({ attendees: z.array(z.unknown()) }).parse(await only({ attendees }));
  expect(crowded.attendees).toHaveLength(100);
  expect(crowded.attendees_omitted).toBe(true);
  expect(await only({ attendees: [], attendeesOmitted: true })).toMatchObject({ attendees_omitted: true });
});
