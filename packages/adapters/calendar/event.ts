import { cleanText, listLinks } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalField, optionalText, readableItems } from "../answer-fields.ts";
import { chooseMeetingLink, findConferenceLink, providerMeeting } from "./meeting-link.ts";

/** Longer values are truncated and end with "…". */
const MAX_LENGTH = { title: 300, description: 1_000, identifier: 320, url: 2_048 };
const MAX_ATTENDEES = 100;
const MAX_LINKS = 10;
/** Maximum length of text to parse. Longer than the provider allows. */
const MAX_PARSED = 50_000;

/** `date` for a whole-day event, otherwise `dateTime`. */
const providerMoment = z.object({ date: optionalText, dateTime: optionalText, timeZone: optionalText });
const attendee = z.object({
  email: optionalText,
  displayName: optionalText,
  /** True for a room or equipment. */
  resource: z.boolean().catch(false),
  responseStatus: optionalText,
  /** True for the calendar's owner. */
  self: z.boolean().catch(false),
});

/** An event in the provider's format. Only the ID is required. */
export const activeEvent = z.object({
  id: z.string().min(1),
  status: z.enum(["confirmed", "tentative"]).catch("confirmed"),
  eventType: optionalText,
  htmlLink: optionalText,
  summary: optionalText,
  description: optionalText,
  location: optionalText,
  start: providerMoment.catch({}),
  end: providerMoment.catch({}),
  /** True if the provider made up the end. */
  endTimeUnspecified: z.boolean().catch(false),
  organizer: optionalField(z.object({ email: optionalText, displayName: optionalText })),
  attendees: optionalField(readableItems(attendee)),
  attendeesOmitted: z.boolean().catch(false),
  attachments: optionalField(readableItems(z.object({ fileUrl: z.string(), title: optionalText }))),
  transparency: optionalText,
  recurringEventId: optionalText,
  ...providerMeeting,
});
export type ActiveEvent = z.output<typeof activeEvent>;

/** An event as stored by the provider. A cancelled one may have only its ID. */
export const storedEvent = z.union([z.object({ status: z.literal("cancelled") }), activeEvent]);
export type StoredEvent = z.output<typeof storedEvent>;

/**
 * A page of events. Requires the `kind` of an event list or an item with an event's fields, so that a
 * different response is not read as an empty calendar.
 */
export const eventList = z
  .object({
    kind: optionalText,
    summary: optionalText,
    timeZone: optionalText,
    items: optionalField(readableItems(storedEvent)),
    nextPageToken: optionalField(z.string().min(1)),
  })
  .refine(({ kind, items }) => kind === "calendar#events" || items !== undefined);
export type EventList = z.output<typeof eventList>;

/** An event as both actions return it. Its texts are untrusted: anyone can send an invitation. */
export const calendarEvent = z.object({
  id: z.string(),
  url: z.string().nullable().describe("The event's page."),
  summary: z.string().nullable().describe("Title; null when the event is private and only shows as busy."),
  status: z.enum(["confirmed", "tentative"]),
  type: z
    .string()
    .optional()
    .describe("For special events: outOfOffice, focusTime, workingLocation, birthday."),
  all_day: z.boolean(),
  start: z
    .string()
    .nullable()
    .describe("Date of an all-day event, otherwise date-time with offset; null if unknown."),
  end: z
    .string()
    .nullable()
    .describe(
      "Exclusive: an all-day event of one day ends on the next. null as for start, or when open-ended.",
    ),
  time_zone: z.string().nullable(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  organizer: z.string().nullable().describe("E-mail address."),
  organizer_name: z.string().optional(),
  attendees: z.array(
    z.object({
      email: z.string().nullable(),
      name: z.string().optional(),
      is_resource: z.boolean().optional().describe("A room or equipment."),
      response: z.string().describe("needsAction, accepted, declined or tentative."),
    }),
  ),
  attendees_omitted: z.boolean().describe("Whether more people are invited than are listed."),
  my_response: z.string().nullable().describe("The user's own response; null when not invited."),
  shows_as: z.enum(["busy", "free"]).describe("free: takes up no time; marked so, or declined."),
  meeting_link: z.string().nullable().describe("Link to join by video."),
  links: z.array(z.string()).describe("Other links in location and description."),
  attachments: z.array(z.object({ title: z.string().nullable(), url: z.string() })).optional(),
  recurring: z.boolean(),
});

/** Converts an event to our format, with plain text of limited length and checked links. */
export function describeEvent(event: ActiveEvent): z.output<typeof calendarEvent> {
  const { start } = event;
  const end = event.endTimeUnspecified ? {} : event.end;
  const special = toPlainText(event.eventType, MAX_LENGTH.identifier);
  const { items: attendees = [], unreadable = 0 } = event.attendees ?? {};
  const self = attendees.find((one) => one.self);
  const myResponse = self ? describeResponse(self) : null;
  const links = findLinks(event);
  const joined = checkLink(findConferenceLink(event)) ?? chooseMeetingLink(links, event.location) ?? null;
  return {
    id: event.id,
    url: checkLink(event.htmlLink),
    summary: toPlainText(event.summary, MAX_LENGTH.title),
    status: event.status,
    ...(special === null || special === "default" ? {} : { type: special }),
    all_day: isWholeDay(start) || (formatMoment(start) === null && isWholeDay(end)),
    start: formatMoment(start),
    end: formatMoment(end),
    time_zone: isWholeDay(start) ? null : toPlainText(start.timeZone, MAX_LENGTH.identifier),
    location: toPlainText(event.location, MAX_LENGTH.title),
    description: toPlainText(event.description, MAX_LENGTH.description),
    organizer: toPlainText(event.organizer?.email, MAX_LENGTH.identifier),
    organizer_name: toPlainText(event.organizer?.displayName, MAX_LENGTH.identifier) ?? undefined,
    attendees: attendees.slice(0, MAX_ATTENDEES).map((one) => ({
      email: toPlainText(one.email, MAX_LENGTH.identifier),
      name: toPlainText(one.displayName, MAX_LENGTH.identifier) ?? undefined,
      is_resource: one.resource || undefined,
      response: describeResponse(one),
    })),
    attendees_omitted: event.attendeesOmitted || unreadable > 0 || attendees.length > MAX_ATTENDEES,
    my_response: myResponse,
    shows_as: event.transparency === "transparent" || myResponse === "declined" ? "free" : "busy",
    meeting_link: joined,
    links: links.filter((url) => url !== joined).slice(0, MAX_LINKS),
    attachments: event.attachments?.items.slice(0, MAX_LINKS).flatMap(({ title, fileUrl }) => {
      const url = checkLink(fileUrl);
      return url === null ? [] : [{ title: toPlainText(title, MAX_LENGTH.title), url }];
    }),
    recurring: event.recurringEventId !== undefined,
  };
}

function describeResponse({ responseStatus }: z.output<typeof attendee>): string {
  return toPlainText(responseStatus, MAX_LENGTH.identifier) ?? "needsAction";
}

/** Returns the valid links in location and description, in order. */
function findLinks({ location = "", description = "" }: ActiveEvent): string[] {
  // A location may be a URL without scheme: meet.example.com/abc
  const place = /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(location) ? `https://${location}` : location;
  const links = [place, description].flatMap((text) => listLinks(cutText(text, MAX_PARSED)));
  return [...new Set(links)].filter((url) => checkLink(url) !== null);
}

type ProviderMoment = z.output<typeof providerMoment>;

function isWholeDay({ date, dateTime }: ProviderMoment): boolean {
  return date !== undefined && dateTime === undefined;
}

function formatMoment({ date, dateTime }: ProviderMoment): string | null {
  return dateTime ?? date ?? null;
}

function toPlainText(text: string | undefined, maxLength: number): string | null {
  // Limit the text before cleaning, since the rest would be truncated anyway.
  const clean = cleanText(cutText(text ?? "", 16 * maxLength));
  if (clean === "") return null;
  return clean.length > maxLength ? `${cutText(clean, maxLength - 1)}…` : clean;
}

/**
 * Returns a valid https link, otherwise `null`. A link over the length limit is dropped, because a truncated
 * link would not work.
 */
function checkLink(url: string | undefined): string | null {
  return url !== undefined && url.length <= MAX_LENGTH.url && /^https:\/\/[^\s]+$/i.test(url) ? url : null;
}
