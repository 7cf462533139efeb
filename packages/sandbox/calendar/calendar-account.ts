import type { CalendarMoment } from "./moment.ts";

/** A token and its account. */
export interface CalendarToken {
  /** The account's email address, which is also the ID of its `primary` calendar. */
  readonly email: string;
  /** The last part of each scope's URL, for example `calendar.events`. */
  readonly scopes: readonly string[];
}

/** The part of an event that describes its meeting. */
export interface ConferenceData {
  readonly createRequest: { readonly requestId: string; readonly status: { readonly statusCode: string } };
  readonly entryPoints?: readonly { readonly entryPointType: string; readonly uri: string }[];
  readonly conferenceId?: string;
}

/** An event as the provider returns it. */
export interface CalendarEvent {
  readonly id: string;
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly htmlLink?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly start?: CalendarMoment;
  readonly end?: CalendarMoment;
  readonly organizer?: { readonly email: string };
  readonly attendees?: readonly { readonly email: string; readonly responseStatus: string }[];
  /** If omitted, the event blocks the time. */
  readonly transparency?: "transparent" | "opaque";
  readonly recurringEventId?: string;
  readonly eventType?: string;
  readonly hangoutLink?: string;
  readonly conferenceData?: ConferenceData;
}

/** Outcomes of requesting a meeting with a new event. */
export type Meetings = "ready" | "ready_later" | "fail" | "not_offered";

/** One calendar and its events. */
export interface Calendar {
  /** Has the form of an email address. */
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
  /** True if its events may be changed. */
  readonly writable: boolean;
  meetings: Meetings;
  readonly events: CalendarEvent[];
}

/**
 * The calendar provider's state: accepted tokens, calendars with their events, and invitations sent by mail.
 */
export class CalendarAccounts {
  readonly tokens: Map<string, CalendarToken>;
  readonly calendars: readonly Calendar[];
  /** Every invitation mailed, oldest first. A duplicate event would show up as a duplicate invitation. */
  readonly invitations: { readonly eventId: string; readonly to: string }[] = [];

  constructor(seed: { tokens: Readonly<Record<string, CalendarToken>>; calendars: readonly Calendar[] }) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.calendars = seed.calendars;
  }

  /** Returns a calendar by ID. `primary` is the account's own calendar. */
  calendar(id: string, { email }: CalendarToken): Calendar | undefined {
    const wanted = id === "primary" ? email : id;
    return this.calendars.find((calendar) => calendar.id === wanted);
  }

  /** Deletes an event as a user would: its ID stays taken, and the event is returned as cancelled. */
  cancel(calendar: Calendar, eventId: string): void {
    const index = calendar.events.findIndex(({ id }) => id === eventId);
    if (index !== -1) calendar.events[index] = { id: eventId, status: "cancelled" };
  }
}

/** Returns an event as its calendar shows it, with the calendar's owner marked as `self`. */
export function viewEvent(event: CalendarEvent, { id }: Calendar) {
  const { organizer, attendees, ...rest } = event;
  const marked = <Person extends { readonly email: string }>(person: Person) =>
    person.email === id ? { ...person, self: true } : person;
  return {
    kind: "calendar#event",
    ...rest,
    ...(organizer && { organizer: marked(organizer) }),
    ...(attendees && { attendees: attendees.map(marked) }),
  };
}
