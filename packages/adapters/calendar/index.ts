import { accountCheck, type CheckDefinition } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { isForCalendar } from "../mail/provider.ts";
import { callCalendar } from "./calendar-client.ts";
import { calendarCreateEvent } from "./calendar-create-event.ts";
import { calendarListEvents } from "./calendar-list-events.ts";
import { eventList } from "./event.ts";
import { calendar } from "./provider.ts";

export const calendarAdapter = defineAdapter({
  providers: [calendar],
  tools: ({ endpoints: { calendar } }) => [
    calendarCreateEvent(calendar.baseUrl),
    calendarListEvents(calendar.baseUrl),
  ],
  connectionChecks: ({ endpoints: { calendar } }) => [createCalendarCheck(calendar.baseUrl)],
});

/**
 * Tests a calendar token by reading one event of its calendar. The kind also covers mailboxes, which are
 * tested by signing in.
 */
export function createCalendarCheck(baseUrl: string): ConnectionCheck {
  const description = "Reads one event of the connection's calendar; changes nothing.";
  const readSummary: CheckDefinition["test"] = async (context) => {
    const query = new URLSearchParams({ maxResults: "1" });
    const call = { method: "GET", path: "events", query, answer: eventList } as const;
    const { summary } = await callCalendar(context, baseUrl, call);
    return summary === undefined ? {} : { account: summary };
  };
  return accountCheck(calendar, baseUrl, readSummary, { fits: isForCalendar, description });
}
