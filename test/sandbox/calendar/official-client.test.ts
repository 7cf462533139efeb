import { calendar as calendarClient } from "@googleapis/calendar";
import { startCalendar } from "@plumbline/sandbox/calendar/calendar.ts";
import { calendarLimit, calendarUnavailable } from "@plumbline/sandbox/calendar/failures.ts";
import { sampleCalendarReadToken, sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const server = startedForEach(startCalendar);

const clientWith = (token: string) =>
  calendarClient({
    version: "v3",
    rootUrl: `${server.url}/`,
    headers: { authorization: `Bearer ${token}` },
    retry: false,
  });

const requestBody = {
  id: "3f1c5a0e9b7d4c2d8e6f0a1b2c3d4e5f",
  summary: "Sync & <more>",
  start: { dateTime: "2026-07-20T10:00:00", timeZone: "Europe/Berlin" },
  end: { dateTime: "2026-07-20T10:30:00", timeZone: "Europe/Berlin" },
  attendees: [{ email: "grace@example.com" }],
  conferenceData: { createRequest: { requestId: "r1", conferenceSolutionKey: { type: "hangoutsMeet" } } },
};

it("the provider's own client inserts, reads and lists an event", async () => {
  const { events } = clientWith(sampleCalendarToken);
  const calendarId = "primary";
  const inserted = await events.insert({
    calendarId,
    conferenceDataVersion: 1,
    sendUpdates: "all",
    requestBody,
  });
  expect(inserted.data).toMatchObject({
    id: requestBody.id,
    status: "confirmed",
    summary: "Sync & <more>",
    start: { dateTime: "2026-07-20T10:00:00+02:00", timeZone: "Europe/Berlin" },
    attendees: [{ email: "grace@example.com", responseStatus: "needsAction" }],
    hangoutLink: expect.stringMatching(/^https:/),
  });
  expect((await events.get({ calendarId, eventId: requestBody.id })).data).toEqual(inserted.data);
  const listed = await events.list({
    calendarId: "ada@example.com",
    singleEvents: true,
    orderBy: "startTime",
    timeMin: "2026-07-01T00:00:00+02:00",
    eventTypes: ["default", "outOfOffice"],
  });
  expect(listed.data.items).toEqual([inserted.data]);
  expect(server.accounts.invitations).toEqual([{ eventId: requestBody.id, to: "grace@example.com" }]);
});

it("the provider's own client reads refusals, limits and outages", async () => {
  const { events } = clientWith(sampleCalendarReadToken);
  const calendarId = "primary";
  await expect(events.insert({ calendarId, requestBody })).rejects.toMatchObject({
    status: 403,
    message: "Request had insufficient authentication scopes.",
  });
  server.script("", calendarLimit("rateLimitExceeded"), calendarUnavailable(502));
  await expect(events.list({ calendarId })).rejects.toMatchObject({
    status: 403,
    message: "Rate Limit Exceeded",
  });
  await expect(events.list({ calendarId })).rejects.toMatchObject({ status: 502 });
});
