import * as z from "zod";
import { cleanText } from "../../text/clean-text.ts";
import { cutText } from "../../text/cut-text.ts";
import { meetingLink, providerMeeting } from "./meeting-link.ts";

/** Longer values are cut, and end in "…". */
const MAX_LENGTH = { title: 300, description: 1_000, identifier: 320, url: 2_048 };
const MAX_ATTENDEES = 100;

const text = z.string().optional().catch(undefined);
const providerMoment = z.union([
  z.object({ dateTime: z.string(), timeZone: text }),
  z.object({ date: z.string() }),
]);
const attendee = z.object({ email: text, responseStatus: text });

/** An event as the provider writes it. A field that is not as documented counts as absent: it must not hide the others. */
export const standingEvent = z.object({
  id: z.string().min(1),
  status: z.enum(["confirmed", "tentative"]).catch("confirmed"),
  htmlLink: text,
  summary: text,
  description: text,
  location: text,
  start: providerMoment,
  end: providerMoment,
  organizer: z.object({ email: text }).optional().catch(undefined),
  attendees: z.array(attendee).catch([]),
  attendeesOmitted: z.boolean().catch(false),
  recurringEventId: text,
  ...providerMeeting,
});
export type StandingEvent = z.output<typeof standingEvent>;

/** Of a cancelled event nothing but the id is sure to be there. */
export const storedEvent = z.union([z.object({ status: z.literal("cancelled") }), standingEvent]);
export type StoredEvent = z.output<typeof storedEvent>;

/** An event as both actions answer it. Its texts may be a stranger's, who only had to send an invitation. */
export const calendarEvent = z.object({
  id: z.string(),
  url: z.string().nullable().describe("The event's page."),
  summary: z.string().nullable().describe("Title; null when the event is private, its owner just busy."),
  status: z.enum(["confirmed", "tentative"]),
  all_day: z.boolean(),
  start: z.string().describe("Date of an all-day event, else date-time with offset."),
  end: z.string().describe("Not part of the event: an all-day event of one day ends on the next."),
  time_zone: z.string().nullable(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  organizer: z.string().nullable().describe("E-mail address."),
  attendees: z.array(
    z.object({
      email: z.string(),
      response: z.string().describe("needsAction, accepted, declined or tentative."),
    }),
  ),
  attendees_omitted: z.boolean().describe("Whether more people are invited than are listed."),
  meeting_link: z.string().nullable(),
  recurring: z.boolean(),
});

/** An event in the product's words: plain texts of bounded length, links that are links. */
export function describeEvent(event: StandingEvent): z.output<typeof calendarEvent> {
  const { start, attendees } = event;
  return {
    id: event.id,
    url: link(event.htmlLink),
    summary: plain(event.summary, MAX_LENGTH.title),
    status: event.status,
    all_day: "date" in start,
    start: written(start),
    end: written(event.end),
    time_zone: "dateTime" in start ? plain(start.timeZone, MAX_LENGTH.identifier) : null,
    location: plain(event.location, MAX_LENGTH.title),
    description: plain(event.description, MAX_LENGTH.description),
    organizer: plain(event.organizer?.email, MAX_LENGTH.identifier),
    attendees: attendees.slice(0, MAX_ATTENDEES).map(({ email, responseStatus }) => ({
      email: plain(email, MAX_LENGTH.identifier) ?? "",
      response: plain(responseStatus, MAX_LENGTH.identifier) ?? "needsAction",
    })),
    attendees_omitted: event.attendeesOmitted || attendees.length > MAX_ATTENDEES,
    meeting_link: link(meetingLink(event)),
    recurring: event.recurringEventId !== undefined,
  };
}

function written(moment: z.output<typeof providerMoment>): string {
  return "date" in moment ? moment.date : moment.dateTime;
}

function plain(text: string | undefined, maxLength: number): string | null {
  // A title says nothing new after so much; and cleaning must not be fed a megabyte.
  const clean = cleanText(cutText(text ?? "", 16 * maxLength));
  if (clean === "") return null;
  return clean.length > maxLength ? `${cutText(clean, maxLength - 1)}…` : clean;
}

/** A link that is cut leads nowhere, and one of another scheme than https is none to show. */
function link(url: string | undefined): string | null {
  return url !== undefined && url.length <= MAX_LENGTH.url && /^https:\/\/[^\s]+$/i.test(url) ? url : null;
}
