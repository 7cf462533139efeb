import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { providerMeeting } from "./meeting-link.ts";

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

export type ProviderMoment = z.output<typeof providerMoment>;
export type Attendee = z.output<typeof attendee>;

/** An event in the provider's format. Only the ID is required. */
export const activeEvent = z.lazy(() =>
  z.object({
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
    organizer: toOptionalField(z.object({ email: optionalText, displayName: optionalText })),
    attendees: toOptionalField(toReadableItems(attendee)),
    attendeesOmitted: z.boolean().catch(false),
    attachments: toOptionalField(toReadableItems(z.object({ fileUrl: z.string(), title: optionalText }))),
    transparency: optionalText,
    recurringEventId: optionalText,
    ...providerMeeting,
  }),
);
export type ActiveEvent = z.output<typeof activeEvent>;

/** An event as stored by the provider. A cancelled one may have only its ID. */
export const storedEvent = z.union([z.object({ status: z.literal("cancelled") }), activeEvent]);
export type StoredEvent = z.output<typeof storedEvent>;

/**
 * A page of events. Requires the `kind` of an event list or an item with an event's fields, so that a
 * different response is not read as an empty calendar.
 */
export const eventList = z.lazy(() =>
  z
    .object({
      kind: optionalText,
      summary: optionalText,
      timeZone: optionalText,
      items: toOptionalField(toReadableItems(storedEvent)),
      nextPageToken: toOptionalField(z.string().min(1)),
    })
    .refine(({ kind, items }) => kind === "calendar#events" || items !== undefined),
);
export type EventList = z.output<typeof eventList>;

/** An event as both actions return it. Its texts are untrusted: anyone can send an invitation. */
export const calendarEvent = z.lazy(() =>
  z.object({
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
      .describe("Exclusive: an all-day event of one day ends on the next; null if unknown or open-ended."),
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
  }),
);
export type DescribedEvent = z.output<typeof calendarEvent>;
