import type { CalendarMoment } from "./moment.ts";

/** A token and the account that it acts for. */
export interface CalendarToken {
  /** The account's address; its `primary` calendar has the same id. */
  readonly email: string;
  /** The last part of each scope's URL, such as `calendar.events`. */
  readonly scopes: readonly string[];
}

/** The part of an event that describes its meeting. */
export interface ConferenceData {
  readonly createRequest: { readonly requestId: string; readonly status: { readonly statusCode: string } };
  readonly entryPoints?: readonly { readonly entryPointType: string; readonly uri: string }[];
  readonly conferenceId?: string;
}

/** An event as the provider gives it out. */
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
  /** Left out: it blocks the time. */
  readonly transparency?: "transparent" | "opaque";
  readonly recurringEventId?: string;
  readonly eventType?: string;
  readonly hangoutLink?: string;
  readonly conferenceData?: ConferenceData;
}

/** Outcomes of a meeting that is requested with a new event. */
export type Meetings = "ready" | "ready_later" | "fail" | "not_offered";

/** One calendar and its events. */
export interface Calendar {
  /** Looks like an e-mail address. */
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
  /** True when its events may be changed. */
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
  /** Every invitation mailed, oldest first; a doubled event would show here as a doubled invitation. */
  readonly invitations: { readonly eventId: string; readonly to: string }[] = [];

  constructor(seed: { tokens: Readonly<Record<string, CalendarToken>>; calendars: readonly Calendar[] }) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.calendars = seed.calendars;
  }

  /** `primary` is the account's own. */
  calendar(id: string, { email }: CalendarToken): Calendar | undefined {
    const wanted = id === "primary" ? email : id;
    return this.calendars.find((calendar) => calendar.id === wanted);
  }

  /** Deletes an event as people do: its id stays taken, and it is given out as cancelled. */
  cancel(calendar: Calendar, eventId: string): void {
    const index = calendar.events.findIndex(({ id }) => id === eventId);
    if (index !== -1) calendar.events[index] = { id: eventId, status: "cancelled" };
  }
}

/** An event as its calendar gives it out: the calendar's own person is marked as `self`. */
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
