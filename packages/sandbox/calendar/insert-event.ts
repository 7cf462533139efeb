import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type Calendar, type CalendarAccounts, type CalendarEvent, viewEvent } from "./calendar-account.ts";
import { calendarDuplicate, calendarFailure } from "./failures.ts";
import { requestedMeeting } from "./meeting.ts";
import type { CalendarMoment } from "./moment.ts";
import { instantOf, momentProblem, writtenOut } from "./moment.ts";

/**
 * Answers `events.insert`. Keeps an ID given by the client, and refuses one that was ever used in this
 * calendar.
 */
export function insertEvent(
  request: RecordedRequest,
  calendar: Calendar,
  accounts: CalendarAccounts,
): Message {
  const wanted = readNewEvent(request);
  if (wanted === undefined) return calendarFailure(400, "parseError", "Parse Error");
  const refusal = refusalOf(wanted, calendar);
  if (refusal !== undefined) return refusal;
  // Without this version in the query, the meeting in the body is ignored.
  const meets = request.query.get("conferenceDataVersion") === "1";
  const meeting = meets ? wanted.conferenceData?.createRequest : undefined;
  if (
    meeting &&
    (calendar.meetings === "not_offered" || meeting.conferenceSolutionKey?.type !== "hangoutsMeet")
  )
    return calendarFailure(400, "invalid", "Invalid conference type value.");
  const { id = `event0${calendar.events.length}`, attendees = [] } = wanted;
  if (calendar.events.some((event) => event.id === id)) return calendarDuplicate();

  const emails = attendees.map(({ email = "" }) => email);
  const guests = emails.map((email) => ({ email, responseStatus: "needsAction" }));
  const event: CalendarEvent = {
    id,
    status: "confirmed",
    htmlLink: `https://calendar.example/event?eid=${id}`,
    ...texts(wanted),
    ...spanOf(wanted, calendar),
    organizer: { email: calendar.id },
    ...(guests.length === 0 ? {} : { attendees: guests }),
    eventType: "default",
    ...(meeting ? requestedMeeting(id, meeting.requestId, calendar.meetings) : {}),
  };
  calendar.events.push(event);
  if (request.query.get("sendUpdates") === "all") {
    accounts.invitations.push(...emails.map((to) => ({ eventId: id, to })));
  }
  return json(viewEvent(event, calendar));
}

/** Returns the provider's refusal of an invalid event, or `undefined` if the event is acceptable. */
function refusalOf(wanted: NewEvent, calendar: Calendar): Message | undefined {
  const { id, attendees = [] } = wanted;
  if (id !== undefined && !/^[a-v0-9]{5,1024}$/.test(id))
    return calendarFailure(400, "invalid", "Invalid resource id value.");
  const problem = momentProblem(wanted.start, "start") ?? momentProblem(wanted.end, "end");
  if (problem !== undefined) return calendarFailure(400, problem.reason, problem.message);
  const { start, end } = spanOf(wanted, calendar);
  if ((start.date === undefined) !== (end.date === undefined))
    return calendarFailure(
      400,
      "invalid",
      "Start and end times must either both be date or both be dateTime.",
    );
  if (instantOf(end, calendar.timeZone) < instantOf(start, calendar.timeZone)) {
    const message = "The specified time range is empty.";
    return calendarFailure(400, "timeRangeEmpty", message, { domain: "calendar" });
  }
  if (!attendees.every(({ email = "" }) => /^[^\s@]+@[^\s@]+$/.test(email)))
    return calendarFailure(400, "invalid", "Invalid attendee email.");
  return undefined;
}

function spanOf({ start = {}, end = {} }: NewEvent, { timeZone }: Calendar) {
  return { start: writtenOut(start, timeZone), end: writtenOut(end, timeZone) };
}

function texts({ summary, description, location }: NewEvent) {
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(location === undefined ? {} : { location }),
  };
}

/** Fields of an insert's body that the sandbox reads. */
interface NewEvent {
  readonly id?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly start?: CalendarMoment;
  readonly end?: CalendarMoment;
  readonly attendees?: readonly { readonly email?: string }[];
  readonly conferenceData?: {
    readonly createRequest?: {
      readonly requestId: string;
      readonly conferenceSolutionKey?: { readonly type: string };
    };
  };
}

/** Returns the body of an insert, or `undefined` if it is not JSON or a field has the wrong type. */
function readNewEvent(request: RecordedRequest): NewEvent | undefined {
  try {
    const body = request.json();
    return isNewEvent(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the known fields have the right types. Ignores unknown fields, as the provider does. */
function isNewEvent(body: unknown): body is NewEvent {
  if (!isRecord(body)) return false;
  const { id, summary, description, location, start, end, attendees, conferenceData } = body;
  return (
    [id, summary, description, location].every((text) => text === undefined || typeof text === "string") &&
    [start, end].every((moment) => moment === undefined || isTexts(moment)) &&
    (attendees === undefined || (Array.isArray(attendees) && attendees.every(isRecord))) &&
    (conferenceData === undefined || isRecord(conferenceData))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((field) => typeof field === "string");
}
