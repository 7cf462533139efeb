import { startCalendar } from "@plumbline/sandbox/calendar/calendar.ts";
import { sampleCalendarReadToken, sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";

const server = startedForEach(startCalendar);

afterEach(async () => {
  expect(server.failures).toEqual([]);
});

const refusal = z.object({
  error: z.object({ message: z.string(), errors: z.array(z.object({ reason: z.string() })) }),
});

/** Status and body of a request below the calendar, with Ada's token unless told. */
async function ask(path: string, body?: unknown, token: string | null = sampleCalendarToken) {
  const response = await fetch(`${server.url}/calendar/v3/calendars/${path}`, {
    ...(body === undefined
      ? {}
      : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const refusalOf = async (...request: Parameters<typeof ask>) => {
  const { status, body } = await ask(...request);
  const { error } = refusal.parse(body);
  return [status, error.errors[0]?.reason, error.message];
};

const event = {
  start: { dateTime: "2026-01-20T10:00:00Z" },
  end: { dateTime: "2026-01-20T11:00:00Z" },
};
const meeting = (type: string) => ({ createRequest: { requestId: "r", conferenceSolutionKey: { type } } });

describe("who may", () => {
  test.each<[what: string, request: Parameters<typeof ask>, expected: unknown[]]>([
    ["nobody without a token", ["primary/events", undefined, null], [401, "required", "Login Required."]],
    ["nobody unknown", ["primary/events", undefined, "x"], [401, "authError", "Invalid Credentials"]],
    [
      "a reader does not write",
      ["primary/events", event, sampleCalendarReadToken],
      [403, "insufficientPermissions", "Request had insufficient authentication scopes."],
    ],
    [
      "nobody writes into a calendar that is only read",
      ["en.german%23holiday%40group.v.calendar.example/events", event],
      [403, "requiredAccessLevel", "You need to have writer access to this calendar."],
    ],
    ["no such calendar", ["x%40example.com/events"], [404, "notFound", "Not Found"]],
    ["no such event", ["primary/events/nothing"], [404, "notFound", "Not Found"]],
    ["no such resource", ["primary/acl"], [404, "notFound", "Not Found"]],
  ])("%s", async (_what, request, expected) => {
    expect(await refusalOf(...request)).toEqual(expected);
  });
});

describe("what is no event", () => {
  const zoned = (timeZone?: string) => ({
    dateTime: "2026-01-20T10:00:00",
    ...(timeZone ? { timeZone } : {}),
  });
  test.each<[what: string, body: unknown, reason: string, message: string]>([
    ["no JSON", "{", "parseError", "Parse Error"],
    ["a list", [], "parseError", "Parse Error"],
    ["a title that is no text", { ...event, summary: 7 }, "parseError", "Parse Error"],
    ["no end", { start: event.start }, "required", "Missing end time."],
    ["no zone", { ...event, start: zoned() }, "required", "Missing time zone definition for start time."],
    [
      "no such zone",
      { ...event, end: zoned("Europe/Atlantis") },
      "invalid",
      "Invalid time zone definition for end time.",
    ],
    ["no date", { ...event, start: { date: "soon" } }, "badRequest", "Bad Request"],
    [
      "a day and a time",
      { ...event, start: { date: "2026-01-20" } },
      "invalid",
      "Start and end times must either both be date or both be dateTime.",
    ],
    [
      "the end first",
      { start: event.end, end: event.start },
      "timeRangeEmpty",
      "The specified time range is empty.",
    ],
    ["a bad id", { ...event, id: "UPPER" }, "invalid", "Invalid resource id value."],
    ["a guest without address", { ...event, attendees: [{}] }, "invalid", "Invalid attendee email."],
    [
      "another kind of meeting",
      { ...event, conferenceData: meeting("telephone") },
      "invalid",
      "Invalid conference type value.",
    ],
  ])("%s", async (_what, body, reason, message) => {
    expect(await refusalOf("primary/events?conferenceDataVersion=1", body)).toEqual([400, reason, message]);
  });

  test("an id that is taken, though its event was deleted", async () => {
    const body = { ...event, id: "taken0id" };
    expect((await ask("primary/events", body)).status).toBe(200);
    const [calendar] = server.accounts.calendars;
    if (calendar) server.accounts.cancel(calendar, body.id);
    expect(await refusalOf("primary/events", body)).toEqual([
      409,
      "duplicate",
      "The requested identifier already exists.",
    ]);
    expect((await ask("primary/events/taken0id")).body).toMatchObject({ id: body.id, status: "cancelled" });
  });
});

test("without conferenceDataVersion a meeting is passed over, and without sendUpdates nobody hears of it", async () => {
  const body = { ...event, attendees: [{ email: "a@x.io" }], conferenceData: meeting("hangoutsMeet") };
  const inserted = await ask("primary/events", body);
  expect(inserted.status).toBe(200);
  expect(inserted.body).not.toHaveProperty("conferenceData");
  expect(server.accounts.invitations).toEqual([]);
});

describe("lists", () => {
  const page = z.object({
    items: z.array(z.object({ id: z.string() })),
    nextPageToken: z.string().optional(),
  });
  const list = async (query: string) => page.parse((await ask(`primary/events?${query}`)).body);
  const sorted = "singleEvents=true&orderBy=startTime";

  test("by start, in pages", async () => {
    const first = await list(`${sorted}&maxResults=3`);
    const next = `${sorted}&maxResults=3&pageToken=${first.nextPageToken}`;
    expect([...first.items, ...(await list(next)).items].map(({ id }) => id)).toEqual([
      "sample0office",
      "sample0stand_20260105T083000Z",
      "sample0review",
      "sample0leave",
    ]);
    const other = `primary/events?${sorted}&maxResults=2&pageToken=${first.nextPageToken}`;
    expect(await refusalOf(other)).toEqual([400, "invalid", "Invalid page token value."]);
  });

  test("timeMin bounds the end and timeMax the start, both exclusive; a day begins in the calendar's zone", async () => {
    const during = async (timeMin: string, timeMax: string) =>
      (await list(`timeMin=${timeMin}&timeMax=${timeMax}`)).items.map(({ id }) => id);
    expect(await during("2026-01-08T14:00:00Z", "2026-01-11T23:00:00Z")).toEqual([]);
    expect(await during("2026-01-08T13:59:59Z", "2026-01-11T23:00:01Z")).toEqual([
      "sample0review",
      "sample0leave",
    ]);
  });

  test.each([
    ["orderBy=startTime", "badRequest"],
    ["timeMin=2026-01-08", "badRequest"],
    ["timeMax=2026-01-08T10:00:00", "badRequest"],
    ["maxResults=0", "invalidParameter"],
    ["pageToken=abc", "invalid"],
  ])("%s is refused", async (query, reason) => {
    expect(await refusalOf(`primary/events?${query}`)).toEqual([400, reason, expect.any(String)]);
  });
});
