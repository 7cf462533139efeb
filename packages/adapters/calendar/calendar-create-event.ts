import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { createNewDestination, type Destination } from "@plumbline/core/tool/destination.ts";
import type { ActionContext, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { findHtmlDestinations, listHtmlTexts } from "../html-destinations.ts";
import { callCalendar, previewZone, readCalendarZone } from "./calendar-client.ts";
import { type ActiveEvent, activeEvent, calendarEvent, type StoredEvent, storedEvent } from "./event.ts";
import { convertEventTimes, eventTime, timeNotes, timeZone } from "./event-time.ts";
import {
  createMeetingRequest,
  getMeetingStatus,
  meetingLinkStatus,
  pendingMeeting,
  readStatedStatus,
} from "./meeting-link.ts";
import { calendar } from "./provider.ts";

const loadDescription = loadOnce(() => import("./describe-event.ts"));

const guest = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@,;<>]+@[^\s@,;<>]+$/, "must be only an e-mail address");

function namesNobodyTwice(guests: readonly string[]): boolean {
  return new Set(guests.map((email) => email.toLowerCase())).size === guests.length;
}

/**
 * Defines `calendar_create_event`, which creates an event in the connection's calendar. The event is created
 * exactly once, even if the call is retried.
 */
export function calendarCreateEvent(baseUrl: string): Tool {
  return defineTool({
    name: "calendar_create_event",
    title: "Create a calendar event",
    sentence: "Create|Created the event “{summary}”, {start}",
    description: `Creates one event in the user's ${providerTitle(calendar)}; guests are e-mailed at once. Cannot repeat or change events.`,
    input: z.object({
      summary: z.string().trim().min(1).max(1_024).describe("Title."),
      start: eventTime.describe("2026-12-01T10:00, with or without offset; 2026-12-01 for all day."),
      end: eventTime.describe("Same form; exclusive: one whole day ends on the next."),
      time_zone: timeZone.optional().describe("IANA name. Default: the calendar's."),
      attendees: z
        .array(guest)
        .max(200)
        .refine(namesNobodyTwice, "must not list anybody twice")
        .optional()
        .describe("E-mail addresses of guests, without names."),
      description: z.string().max(8_192).optional().describe("Text of the invitation."),
      location: z.string().max(1_024).optional().describe("Place."),
      create_meeting_link: z.boolean().default(false).describe("true adds a video meeting."),
    }),
    example: {
      summary: "Review",
      start: "2026-12-01T10:00",
      end: "2026-12-01T10:30",
      time_zone: "Europe/Berlin",
      attendees: ["ada@example.com"],
    },
    output: z.lazy(() =>
      calendarEvent.unwrap().extend({
        meeting_link_status: meetingLinkStatus
          .optional()
          .describe("State of the requested video meeting; the event exists either way."),
        time_notes: timeNotes,
      }),
    ),
    ...atProvider(calendar, baseUrl),
    effect: "write",
    idempotency: "key",
    reads: "own",
    destinations: async ({ attendees = [], description }) => [
      createNewDestination("event", calendar.speaksTo),
      ...attendees.map((value): Destination => ({ kind: "address", value, argument: "attendees" })),
      ...(await findHtmlDestinations("description", description)),
    ],
    texts: ({ description }) => listHtmlTexts("description", description),
    identifiers: ["start", "end", "time_zone", "attendees"],
    async run(input, context) {
      // Loaded before the event exists, because a failure afterwards would not say that it does.
      const { describeEvent } = await loadDescription();
      const { summary, description, location, attendees, create_meeting_link: meets } = input;
      const query = new URLSearchParams({
        // By default the provider sends no mail.
        sendUpdates: attendees?.length ? "all" : "none",
        ...(meets ? { conferenceDataVersion: "1" } : {}),
      });
      const readZone = () => readCalendarZone(context, baseUrl);
      const { notes, ...moments } = await convertEventTimes(input, readZone);
      const event = await insertOnce(context, baseUrl, query, {
        summary,
        description,
        location,
        ...moments,
        attendees: attendees?.map((email) => ({ email })),
        conferenceData: meets ? createMeetingRequest(context.idempotencyKey) : undefined,
      });
      const noted = notes.length > 0 ? { time_notes: notes } : {};
      if (!meets) return { ...describeEvent(event), ...noted };
      const settled = await settleMeeting(context, baseUrl, event);
      return { ...describeEvent(settled), meeting_link_status: getMeetingStatus(settled), ...noted };
    },
    previewAnswer({ method, body }, index, { create_meeting_link: meets }) {
      if (method === "GET") return index === 0 ? previewZone : undefined;
      return meets ? { body: { ...JSON.parse(String(body)), ...pendingMeeting } } : undefined;
    },
  });
}

type Context = ActionContext<OpenCredential>;

/**
 * Inserts an event with an ID derived from the idempotency key. A retry then gets 409, which means that the
 * event already exists. (A UUID without dashes is a valid event ID: lower-case base32hex of 5 to 1,024
 * characters.)
 */
async function insertOnce(
  context: Context,
  baseUrl: string,
  query: URLSearchParams,
  event: Readonly<Record<string, unknown>>,
): Promise<ActiveEvent> {
  const id = context.idempotencyKey.replaceAll("-", "");
  try {
    const call = { method: "POST", path: "events", query, body: { id, ...event } } as const;
    return await callCalendar(context, baseUrl, { ...call, answer: activeEvent });
  } catch (error) {
    // A 409 with the reason "conflict" is a concurrent change, not a duplicate ID.
    const exists = error instanceof AdapterError && error.detail.status === 409;
    if (exists && error.detail.providerCode !== "conflict") return readInsertedEvent(context, baseUrl, id);
    throw error;
  }
}

async function readInsertedEvent(context: Context, baseUrl: string, id: string): Promise<ActiveEvent> {
  const event = await readEvent(context, baseUrl, id).catch((error) => {
    if (!(error instanceof AdapterError)) throw error;
    // State that the event exists even though it could not be read.
    throw new AdapterTransientError(`The event exists, but could not be read back. ${error.message}`, {
      ...error.detail,
      outcomeUnknown: true,
    });
  });
  if (event.status !== "cancelled") return event;
  throw new AdapterValidationError("The event was created but has since been deleted.");
}

const WAIT_MS = 1_000;

/**
 * Reads the event again after a second if its meeting was not ready and the call has time. The event exists
 * anyway, so this never fails.
 */
async function settleMeeting(context: Context, baseUrl: string, event: ActiveEvent): Promise<ActiveEvent> {
  if (getMeetingStatus(event) !== "pending" || context.deadline.remainingMs() <= 2 * WAIT_MS) return event;
  // Do not pass the signal: the event exists even if the caller cancels, and an aborted wait would report a
  // failure.
  await context.clock.wait(WAIT_MS);
  try {
    const later = await readEvent(context, baseUrl, event.id);
    return later.status === "cancelled" || readStatedStatus(later) === undefined ? event : later;
  } catch (error) {
    if (error instanceof AdapterError) return event;
    throw error;
  }
}

/** Reads an event's current state. */
function readEvent(context: Context, baseUrl: string, id: string): Promise<StoredEvent> {
  return callCalendar(context, baseUrl, { method: "GET", path: `events/${id}`, answer: storedEvent });
}
