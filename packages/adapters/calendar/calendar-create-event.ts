import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { calendarEvent, describeEvent } from "./event.ts";
import { eventMoments, eventTime, timeZone } from "./event-time.ts";
import { insertOnce } from "./insert-once.ts";
import { meetingLinkStatus, meetingRequest, meetingStatus, pendingMeeting } from "./meeting-link.ts";
import { settleMeeting } from "./settle-meeting.ts";

const guest = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@,;<>]+@[^\s@,;<>]+$/, "must be an e-mail address alone");

function namesNobodyTwice(guests: readonly string[]): boolean {
  return new Set(guests.map((email) => email.toLowerCase())).size === guests.length;
}

/** `calendar_create_event`: an event in the connection's calendar, created once however often the call is tried. */
export function calendarCreateEvent(baseUrl: string): Tool {
  return defineTool({
    name: "calendar_create_event",
    title: "Create a calendar event",
    description:
      "Creates one event in the user's calendar; guests are invited by e-mail at once. Not for repeating events or for changing one.",
    input: z.object({
      summary: z.string().trim().min(1).max(1_024).describe("Title."),
      start: eventTime.describe(
        "2026-12-01T10:00+01:00 (offset optional with time_zone), or 2026-12-01 for all day.",
      ),
      end: eventTime.describe("Same form; exclusive: one whole day ends on the next."),
      time_zone: timeZone.optional().describe("IANA name, such as Europe/Berlin."),
      attendees: z
        .array(guest)
        .max(200)
        .refine(namesNobodyTwice, "must not name anybody twice")
        .optional()
        .describe("E-mail addresses of guests, without names."),
      description: z.string().max(8_192).optional().describe("Text of the invitation."),
      location: z.string().max(1_024).optional().describe("Place."),
      create_meeting_link: z.boolean().default(false).describe("true adds a video meeting."),
    }),
    output: calendarEvent.extend({
      meeting_link_status: meetingLinkStatus
        .optional()
        .describe("Of a meeting that was asked for; the event stands whatever became of it."),
    }),
    credential: { use: "required", kinds: ["mail_oauth_a"] },
    effect: "write",
    idempotency: "key",
    reach: { to: "provider", baseUrls: [baseUrl] },
    identifiers: ["start", "end", "time_zone", "attendees"],
    async run(input, context) {
      const { summary, description, location, attendees, create_meeting_link: meets } = input;
      const query = new URLSearchParams({
        // The provider mails nobody unless told.
        sendUpdates: attendees?.length ? "all" : "none",
        ...(meets ? { conferenceDataVersion: "1" } : {}),
      });
      const event = await insertOnce(context, baseUrl, query, {
        summary,
        description,
        location,
        ...eventMoments(input),
        attendees: attendees?.map((email) => ({ email })),
        conferenceData: meets ? meetingRequest(context.idempotencyKey) : undefined,
      });
      if (!meets) return describeEvent(event);
      const settled = await settleMeeting(context, baseUrl, event);
      return { ...describeEvent(settled), meeting_link_status: meetingStatus(settled) };
    },
    previewAnswer({ body }, index, { create_meeting_link: meets }) {
      return meets && index === 0 ? { body: { ...JSON.parse(String(body)), ...pendingMeeting } } : undefined;
    },
  });
}
