import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForFile } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import { startCalendarUnderTest } from "./calendar-under-test.ts";

const under = startedForFile(startCalendarUnderTest);

const listed = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

/** Lists one event with these fields and returns it. */
async function only(fields: Record<string, unknown>) {
  under.server.script("", json({ kind: "calendar#events", items: [{ id: "abcde", ...fields }] }));
  return listed.parse(succeeded(await under.list()).result).items[0];
}

const mine = (responseStatus?: string) => ({
  attendees: [
    { email: "grace@example.com", responseStatus: "accepted" },
    { email: "me@example.com", self: true, responseStatus },
  ],
});

describe("whether an event takes up the user's time", () => {
  test.each<[what: string, fields: Record<string, unknown>, expected: Record<string, unknown>]>([
    ["an event of one's own", {}, { my_response: null, shows_as: "busy" }],
    ["one marked as free", { transparency: "transparent" }, { shows_as: "free" }],
    ["one marked as busy", { transparency: "opaque" }, { shows_as: "busy" }],
    ["declined", mine("declined"), { my_response: "declined", shows_as: "free" }],
    ["accepted", mine("accepted"), { my_response: "accepted", shows_as: "busy" }],
    ["not answered", mine(), { my_response: "needsAction", shows_as: "busy" }],
    [
      "accepted, and free all the same",
      { ...mine("accepted"), transparency: "transparent" },
      { my_response: "accepted", shows_as: "free" },
    ],
  ])("%s", async (_what, fields, expected) => {
    expect(await only(fields)).toMatchObject(expected);
  });

  test("the user is found behind a crowd, too", async () => {
    const crowd = Array.from({ length: 150 }, (_, index) => ({ email: `guest${index}@example.com` }));
    const attendees = [...crowd, { email: "me@example.com", self: true, responseStatus: "tentative" }];
    expect(await only({ attendees })).toMatchObject({ my_response: "tentative", attendees_omitted: true });
  });
});

const TEAMS = "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d";
const ZOOM = "https://us02web.zoom.us/j/81234567890?pwd=abc";

describe("where a meeting is joined", () => {
  test.each<[what: string, fields: Record<string, unknown>, meeting_link: string | null]>([
    [
      "the conference before any text",
      { hangoutLink: "https://meet.google.com/abc-defg-hij", description: `<a href="${ZOOM}">Join</a>` },
      "https://meet.google.com/abc-defg-hij",
    ],
    [
      "another service's conference",
      {
        conferenceData: {
          entryPoints: [
            { entryPointType: "phone", uri: "tel:+1" },
            { entryPointType: "video", uri: ZOOM },
          ],
        },
      },
      ZOOM,
    ],
    ["a place that is a link", { location: ZOOM }, ZOOM],
    ["a link in a place", { location: `Room 4; ${ZOOM}` }, ZOOM],
    [
      "a place without its scheme",
      { location: "meet.google.com/abc-defg-hij" },
      "https://meet.google.com/abc-defg-hij",
    ],
    [
      "a room nobody knows, as the place",
      { location: "https://acme.example/ada" },
      "https://acme.example/ada",
    ],
    ["a host that only looks like one", { description: "https://zoom.us@evil.example/j/1" }, null],
    ["a map is no meeting", { location: "https://maps.google.com/?q=Berlin" }, null],
    ["behind words", { description: `<p>Agenda</p><a href="${ZOOM}">Join here</a>` }, ZOOM],
    [
      "with entities",
      { description: '<a href="https://zoom.us/j/1?a=1&amp;pwd=2">Join</a>' },
      "https://zoom.us/j/1?a=1&pwd=2",
    ],
    [
      "after a help page and notes of meetings",
      {
        description:
          "Notes: https://wiki.example/meetings/42\nMicrosoft Teams Need help?<https://aka.ms/JoinTeamsMeeting?omkt=en-US>\n" +
          `Join the meeting now<${TEAMS}>\nOptions<https://teams.microsoft.com/meetingOptions/?x=1>`,
      },
      TEAMS,
    ],
    [
      "wrapped by the calendar",
      {
        description: `<a href="https://www.google.com/url?q=${encodeURIComponent(ZOOM)}&amp;sa=D">${ZOOM}</a>`,
      },
      ZOOM,
    ],
    ["plain text, at the end of a sentence", { description: `We meet at ${ZOOM}.` }, ZOOM],
    ["in brackets", { description: `Join (${ZOOM}).` }, ZOOM],
    [
      "Webex",
      { description: "https://acme.webex.com/acme/j.php?MTID=m1" },
      "https://acme.webex.com/acme/j.php?MTID=m1",
    ],
    [
      "a server of one's own",
      { description: "https://meet.acme.example/standup" },
      "https://meet.acme.example/standup",
    ],
    [
      "a call of a file server",
      { description: "https://cloud.acme.example/call/x7k2" },
      "https://cloud.acme.example/call/x7k2",
    ],
    ["behind 16,000 letters", { description: `${"word ".repeat(4_000)} ${ZOOM}` }, ZOOM],
    ["none", { description: "See https://wiki.example/plan", location: "Room 4" }, null],
    [
      "none that a script names",
      { description: `<a href="javascript:alert(1)">x</a><script>${ZOOM}</script>` },
      null,
    ],
  ])("%s", async (_what, fields, meeting_link) => {
    expect(await only(fields)).toMatchObject({ meeting_link });
  });
});

test("the links of place and text are listed, without the meeting's", async () => {
  const description = `<a href="https://wiki.example/q4">The plan</a>, again https://wiki.example/q4, <a href="${ZOOM}">Zoom</a>, http://plain.example`;
  expect(await only({ description, location: "Room 4, https://maps.example/room4" })).toMatchObject({
    links: ["https://maps.example/room4", "https://wiki.example/q4"],
  });
  const many = Array.from({ length: 50 }, (_, at) => `https://wiki.example/${at}`).join(" ");
  expect((await only({ description: many }))?.links).toHaveLength(10);
});

test("what kind of event it is, what is attached, and who the guests are", async () => {
  const guests = [
    { email: "room5@resource.example", resource: true, displayName: "Room 5", responseStatus: "accepted" },
    { email: "bob@example.com", displayName: "Bob Marsh", responseStatus: "declined" },
  ];
  const fields = {
    eventType: "outOfOffice",
    organizer: { email: "team@group.example", displayName: "Team" },
    attendees: guests,
    attachments: [
      { fileUrl: "https://docs.example/agenda", title: "Agenda" },
      { fileUrl: "javascript:alert(1)", title: "No link" },
    ],
  };
  expect(await only(fields)).toMatchObject({
    type: "outOfOffice",
    organizer: "team@group.example",
    organizer_name: "Team",
    attendees: [
      { email: "room5@resource.example", name: "Room 5", is_resource: true, response: "accepted" },
      { email: "bob@example.com", name: "Bob Marsh", response: "declined" },
    ],
    attachments: [{ title: "Agenda", url: "https://docs.example/agenda" }],
  });
  expect(await only({ eventType: "default" })).not.toHaveProperty("type");
});

test("an end that the provider made up is not told", async () => {
  const times = { start: { dateTime: "2026-01-08T14:00:00Z" }, end: { dateTime: "2026-01-08T15:00:00Z" } };
  expect(await only({ ...times, endTimeUnspecified: true })).toMatchObject({ end: null, all_day: false });
});

describe("event texts", () => {
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
});
