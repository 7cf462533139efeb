import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type Calendar, type CalendarAccounts, type CalendarEvent, viewEvent } from "./calendar-account.ts";
import { calendarDuplicate, calendarFailure } from "./failures.ts";
import { requestedMeeting } from "./meeting.ts";
import { instantOf, momentProblem, writtenOut } from "./moment.ts";
import { type NewEvent, readNewEvent } from "./new-event.ts";

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
