import { CalendarAccounts } from "./calendar-account.ts";

/** A token that may read and change events. */
export const sampleCalendarToken = "ya29.sandbox-calendar";

/** A token that may only read events. */
export const sampleCalendarReadToken = "ya29.sandbox-calendar-read";

/** A token of the same account that grants access to its mailbox but not to a calendar. */
export const sampleMailOnlyToken = "ya29.sandbox-mail";

/**
 * Creates Ada's account: her own calendar with a few events of January 2026, and a read-only calendar of
 * holidays.
 */
export function sampleAccounts(): CalendarAccounts {
  const email = "ada@example.com";
  const timeZone = "Europe/Berlin";
  const organizer = { email };
  return new CalendarAccounts({
    tokens: {
      [sampleCalendarToken]: { email, scopes: ["calendar.events"] },
      [sampleCalendarReadToken]: { email, scopes: ["calendar.events.readonly"] },
      [sampleMailOnlyToken]: { email, scopes: [] },
    },
    calendars: [
      {
        id: email,
        summary: email,
        timeZone,
        writable: true,
        meetings: "ready",
        events: [
          {
            id: "sample0review",
            status: "confirmed",
            htmlLink: "https://calendar.example/event?eid=sample0review",
            summary: "Quarterly review",
            description: '<b>Agenda</b><br>Numbers, then <a href="https://wiki.example/q4">the plan</a>.',
            location: "Room 4",
            start: { dateTime: "2026-01-08T14:00:00+01:00", timeZone },
            end: { dateTime: "2026-01-08T15:00:00+01:00", timeZone },
            organizer: { email: "grace@example.com" },
            attendees: [
              { email, responseStatus: "accepted" },
              { email: "grace@example.com", responseStatus: "accepted" },
            ],
            hangoutLink: "https://meet.example/abc-defg-hij",
            eventType: "default",
          },
          {
            id: "sample0stand_20260105T083000Z",
            recurringEventId: "sample0stand",
            status: "confirmed",
            htmlLink: "https://calendar.example/event?eid=sample0stand",
            summary: "Stand-up",
            start: { dateTime: "2026-01-05T09:30:00+01:00", timeZone },
            end: { dateTime: "2026-01-05T09:45:00+01:00", timeZone },
            organizer,
            eventType: "default",
          },
          {
            id: "sample0leave",
            status: "confirmed",
            htmlLink: "https://calendar.example/event?eid=sample0leave",
            summary: "Holiday",
            start: { date: "2026-01-12" },
            end: { date: "2026-01-17" },
            organizer,
            eventType: "outOfOffice",
          },
          {
            id: "sample0office",
            status: "confirmed",
            summary: "Office",
            start: { date: "2026-01-05" },
            end: { date: "2026-01-06" },
            organizer,
            eventType: "workingLocation",
          },
        ],
      },
      {
        id: "en.german#holiday@group.v.calendar.example",
        summary: "Holidays in Germany",
        timeZone,
        writable: false,
        meetings: "not_offered",
        events: [],
      },
    ],
  });
}
