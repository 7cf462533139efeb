import { defineAdapter } from "../define-adapter.ts";
import { calendarConnection } from "./calendar-connection.ts";
import { calendarCreateEvent } from "./calendar-create-event.ts";
import { calendarListEvents } from "./calendar-list-events.ts";
import { calendar } from "./provider.ts";

export const calendarAdapter = defineAdapter({
  providers: [calendar],
  tools: ({ endpoints: { calendar } }) => [
    calendarCreateEvent(calendar.baseUrl),
    calendarListEvents(calendar.baseUrl),
  ],
  connectionChecks: ({ endpoints: { calendar } }) => [calendarConnection(calendar.baseUrl)],
});
