import { cleanText, listLinks } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalField, optionalText, readableItems } from "../answer-fields.ts";
import { conferenceLink, meetingLinkIn, providerMeeting } from "./meeting-link.ts";

/** Longer values are cut, and end in "…". */
const MAX_LENGTH = { title: 300, description: 1_000, identifier: 320, url: 2_048 };
const MAX_ATTENDEES = 100;
const MAX_LINKS = 10;
/** No text is longer at the provider; what is must not cost the time to parse it. */
const MAX_READ = 50_000;

/** `date` for an event of whole days, else `dateTime`. */
const providerMoment = z.object({ date: optionalText, dateTime: optionalText, timeZone: optionalText });
const attendee = z.object({
  email: optionalText,
  displayName: optionalText,
  /** A room or a projector. */
  resource: z.boolean().catch(false),
  responseStatus: optionalText,
  /** The calendar's own person. */
  self: z.boolean().catch(false),
});

/** An event as the provider writes it, of which only the id must be there. */
export const standingEvent = z.object({
  id: z.string().min(1),
  status: z.enum(["confirmed", "tentative"]).catch("confirmed"),
  eventType: optionalText,
  htmlLink: optionalText,
  summary: optionalText,
  description: optionalText,
  location: optionalText,
  start: providerMoment.catch({}),
  end: providerMoment.catch({}),
  /** The end is one that the provider made up. */
  endTimeUnspecified: z.boolean().catch(false),
  organizer: optionalField(z.object({ email: optionalText, displayName: optionalText })),
  attendees: optionalField(readableItems(attendee)),
  attendeesOmitted: z.boolean().catch(false),
  attachments: optionalField(readableItems(z.object({ fileUrl: z.string(), title: optionalText }))),
  transparency: optionalText,
  recurringEventId: optionalText,
  ...providerMeeting,
});
export type StandingEvent = z.output<typeof standingEvent>;

/** Of a cancelled event nothing but the id is sure to be there. */
export const storedEvent = z.union([z.object({ status: z.literal("cancelled") }), standingEvent]);
export type StoredEvent = z.output<typeof storedEvent>;

/**
 * A page of events. Either its `kind` or its items show that it is one, so that the answer of something else
 * is not read as an empty calendar.
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

/** An event as both actions answer it. Its texts may be a stranger's, who only had to send an invitation. */
export const calendarEvent = z.object({
  id: z.string(),
  url: z.string().nullable().describe("The event's page."),
  summary: z.string().nullable().describe("Title; null when the event is private, its owner just busy."),
  status: z.enum(["confirmed", "tentative"]),
  type: z.string().optional().describe("Of special ones: outOfOffice, focusTime, workingLocation, birthday."),
  all_day: z.boolean(),
  start: z
    .string()
    .nullable()
    .describe("Date of an all-day event, else date-time with offset; null when the provider did not say."),
  end: z
    .string()
    .nullable()
    .describe(
      "Not part of the event: an all-day event of one day ends on the next. null as for start, or when open.",
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
  my_response: z.string().nullable().describe("The user's own response; null when not among the invited."),
  shows_as: z.enum(["busy", "free"]).describe("free: takes up no time, as it is marked so or declined."),
  meeting_link: z.string().nullable().describe("Where it is joined by video."),
  links: z.array(z.string()).describe("Other links in place and description."),
  attachments: z.array(z.object({ title: z.string().nullable(), url: z.string() })).optional(),
  recurring: z.boolean(),
});

/** An event in the product's words: plain texts of bounded length, links that are links. */
export function describeEvent(event: StandingEvent): z.output<typeof calendarEvent> {
  const { start } = event;
  const end = event.endTimeUnspecified ? {} : event.end;
  const special = plain(event.eventType, MAX_LENGTH.identifier);
  const { items: attendees = [], unreadable = 0 } = event.attendees ?? {};
  const self = attendees.find((one) => one.self);
  const myResponse = self ? responseOf(self) : null;
  const links = linksOf(event);
  const joined = link(conferenceLink(event)) ?? meetingLinkIn(links, event.location) ?? null;
  return {
    id: event.id,
    url: link(event.htmlLink),
    summary: plain(event.summary, MAX_LENGTH.title),
    status: event.status,
    ...(special === null || special === "default" ? {} : { type: special }),
    all_day: isDay(start) || (written(start) === null && isDay(end)),
    start: written(start),
    end: written(end),
    time_zone: isDay(start) ? null : plain(start.timeZone, MAX_LENGTH.identifier),
    location: plain(event.location, MAX_LENGTH.title),
    description: plain(event.description, MAX_LENGTH.description),
    organizer: plain(event.organizer?.email, MAX_LENGTH.identifier),
    organizer_name: plain(event.organizer?.displayName, MAX_LENGTH.identifier) ?? undefined,
    attendees: attendees.slice(0, MAX_ATTENDEES).map((one) => ({
      email: plain(one.email, MAX_LENGTH.identifier),
      name: plain(one.displayName, MAX_LENGTH.identifier) ?? undefined,
      is_resource: one.resource || undefined,
      response: responseOf(one),
    })),
    attendees_omitted: event.attendeesOmitted || unreadable > 0 || attendees.length > MAX_ATTENDEES,
    my_response: myResponse,
    shows_as: event.transparency === "transparent" || myResponse === "declined" ? "free" : "busy",
    meeting_link: joined,
    links: links.filter((url) => url !== joined).slice(0, MAX_LINKS),
    attachments: event.attachments?.items.slice(0, MAX_LINKS).flatMap(({ title, fileUrl }) => {
      const url = link(fileUrl);
      return url === null ? [] : [{ title: plain(title, MAX_LENGTH.title), url }];
    }),
    recurring: event.recurringEventId !== undefined,
  };
}

function responseOf({ responseStatus }: z.output<typeof attendee>): string {
  return plain(responseStatus, MAX_LENGTH.identifier) ?? "needsAction";
}

/** The links of place and description that can be shown, in order. */
function linksOf({ location = "", description = "" }: StandingEvent): string[] {
  // A place may be an address without its scheme: meet.example.com/abc
  const place = /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(location) ? `https://${location}` : location;
  const links = [place, description].flatMap((text) => listLinks(cutText(text, MAX_READ)));
  return [...new Set(links)].filter((url) => link(url) !== null);
}

type ProviderMoment = z.output<typeof providerMoment>;

function isDay({ date, dateTime }: ProviderMoment): boolean {
  return date !== undefined && dateTime === undefined;
}

function written({ date, dateTime }: ProviderMoment): string | null {
  return dateTime ?? date ?? null;
}

function plain(text: string | undefined, maxLength: number): string | null {
  // A title says nothing new after so much; and cleaning must not be fed a megabyte.
  const clean = cleanText(cutText(text ?? "", 16 * maxLength));
  if (clean === "") return null;
  return clean.length > maxLength ? `${cutText(clean, maxLength - 1)}…` : clean;
}

/**
 * Returns a link that can be shown, else `null`. A link over the length limit is dropped, because a truncated
 * link leads nowhere. Only https links are kept.
 */
function link(url: string | undefined): string | null {
  return url !== undefined && url.length <= MAX_LENGTH.url && /^https:\/\/[^\s]+$/i.test(url) ? url : null;
}
