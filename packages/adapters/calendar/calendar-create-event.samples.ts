import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

const WHEN = { start: "2026-01-20T10:00:00+01:00", end: "2026-01-20T11:00:00+01:00" };

export const samples: ToolSamples = {
  tool: "calendar_create_event",
  docs: {
    does: "an event, with guests and a meeting link on request; a time without an offset is in the calendar's own zone",
    retried: "yes: we choose the event's ID",
  },
  promises: { credential: "required", effect: "write", idempotency: "key", reads: "own", reach: "provider" },
  valid: [
    {
      summary: "Off",
      start: "2026-12-01",
      end: "2026-12-02",
      attendees: ["ada@example.com"],
      description: "Off.",
      location: "Home",
      create_meeting_link: true,
    },
    { summary: "Call", start: "2026-12-01T10:00+01:00", end: "2026-12-01T10:30:00+01:00" },
    { summary: "Off", start: "2026-12-01T10:00", end: "2026-12-01T11:00", time_zone: "Europe/Berlin" },
  ],
  invalid: [
    { summary: "Off", start: "2026-12-01", end: "2026-12-02", attendees: "ada@example.com" },
    { summary: "Off", start: "2026-12-01", end: "2026-12-02", create_meeting_link: "yes" },
  ],
  refused: [
    { summary: "Off", start: "tomorrow", end: "2026-12-02" },
    { summary: "Off", start: "2026-12-01", end: "2026-12-02", attendees: ["Ada <ada@example.com>"] },
    { summary: "Off", start: "2026-12-01", end: "2026-12-02", time_zone: "Berlin" },
  ],
  calls: {
    "an event": {
      connection: "calendar",
      args: { summary: sampleText, ...WHEN, attendees: ["grace@example.com"] },
      result: { attendees: [{ email: "grace@example.com", response: "needsAction" }], start: WHEN.start },
    },
    "an event with a meeting": {
      connection: "calendar",
      args: { summary: "Sync", ...WHEN, create_meeting_link: true },
      setUp({ calendar }) {
        for (const one of calendar.accounts.calendars) one.meetings = "ready_later";
      },
      result: { meeting_link_status: "created" },
    },
  },
};
