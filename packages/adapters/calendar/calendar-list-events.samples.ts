import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "calendar_list_events",
  docs: {
    does: "events in order of time, recurring ones individually, with the user's reply and whether they block time",
    retried: "–",
  },
  promises: {
    credential: "required",
    effect: "read",
    idempotency: "read",
    reads: "outside",
    reach: "provider",
  },
  valid: [
    {},
    { time_min: "2026-12-01T10:00+01:00", time_max: "2026-12-02T00:00:00Z", query: "call", limit: 5 },
    { time_min: "2026-12-01", time_max: "2026-12-02T10:00" },
  ],
  invalid: [{ limit: 251 }, { cursor: 7 }],
  refused: [{ time_min: "today" }],
  calls: {
    events: {
      connection: "calendar",
      args: { query: "a & b", time_min: "2026-01-01T00:00:00Z", limit: 3 },
      result: { items: [], time_zone: "Europe/Berlin" },
    },
  },
  plant({ sandbox }, text) {
    const { accounts } = sandbox.calendar;
    const token = accounts.tokens.get(sampleCalendarToken);
    const events = token && accounts.calendar("primary", token)?.events;
    const [start, end] = [{ dateTime: "2026-02-01T10:00:00Z" }, { dateTime: "2026-02-01T11:00:00Z" }];
    const event = { id: "invitation", status: "confirmed", summary: "Talk", eventType: "default" } as const;
    events?.splice(0, Infinity, { ...event, description: text, start, end });
    return { time_min: "2026-01-01T00:00:00Z" };
  },
};
