import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type CalendarServer, startCalendar } from "@plumbline/sandbox/calendar/calendar.ts";
import type { Calendar } from "@plumbline/sandbox/calendar/calendar-account.ts";
import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { expect } from "vitest";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The sandbox calendar, and a service with one connection to Ada's calendar in it. */
export interface CalendarUnderTest extends AdapterUnderTest {
  server: CalendarServer;
  /** Ada's own calendar. */
  calendar: Calendar;
  credentialId: string;
  create(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  list(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Returns the methods of the requests that reached the calendar, in order, such as "POST" or "GET". */
  methods(): string[];
  /** The events that calls have created. */
  created(): Calendar["events"];
}

/** An hour that no sample event is in. */
export const WHEN = { start: "2026-01-20T10:00:00+01:00", end: "2026-01-20T11:00:00+01:00" };

export async function startCalendarUnderTest(): Promise<CalendarUnderTest> {
  const server = await startCalendar();
  const under = await startAdapterUnderTest({
    endpoints: { calendar: { baseUrl: `${server.url}/calendar/v3` } },
  });
  const calendar = server.accounts.calendars[0] ?? expect.fail("Ada has no calendar");
  const sampled = calendar.events.length;
  return {
    ...under,
    server,
    calendar,
    credentialId: await under.connect({ kind: "mail_oauth_a", token: sampleCalendarToken }),
    create: (args = {}, more = {}) =>
      under.call("calendar_create_event", { summary: "Sync", ...WHEN, ...args }, more),
    list: (args = {}, more = {}) => under.call("calendar_list_events", args, more),
    methods: () => server.requests.map(({ method }) => method),
    created: () => calendar.events.slice(sampled),
    async close() {
      await server.close();
      await under.close();
    },
  };
}
