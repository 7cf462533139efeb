import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { type Calendar, type CalendarAccounts, type CalendarToken, viewEvent } from "./calendar-account.ts";
import { calendarFailure, calendarMissingScope, calendarNotFound, calendarUnauthorized } from "./failures.ts";
import { insertEvent } from "./insert-event.ts";
import { listEvents } from "./list-events.ts";
import { readyMeeting } from "./meeting.ts";
import { sampleAccounts } from "./sample-accounts.ts";

/** The calendar's server and its state. */
export type CalendarServer = ScriptedServer & { readonly accounts: CalendarAccounts };

const EVENTS = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/;
const WRITING_SCOPES = ["calendar", "calendar.events"];
const READING_SCOPES = [...WRITING_SCOPES, "calendar.readonly", "calendar.events.readonly"];

/**
 * Starts a server that speaks the Google Calendar API v3 under `{url}/calendar/v3`: `events.list`,
 * `events.get` and `events.insert`, with a bearer token and the provider's own refusals.
 */
export async function startCalendar(
  options: { accounts?: CalendarAccounts; port?: number } = {},
): Promise<CalendarServer> {
  const accounts = options.accounts ?? sampleAccounts();
  const handle = (request: RecordedRequest) => answer(request, accounts);
  return { ...(await startScriptedServer({ name: "calendar", port: options.port, handle })), accounts };
}

function answer(request: RecordedRequest, accounts: CalendarAccounts): Message {
  const [, calendarId, eventId] = EVENTS.exec(request.path) ?? [];
  if (calendarId === undefined) return calendarNotFound();
  const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer === undefined) return calendarFailure(401, "required", "Login Required.");
  const token = accounts.tokens.get(bearer);
  if (token === undefined) return calendarUnauthorized();

  const inserts = request.method === "POST" && eventId === undefined;
  if (request.method !== "GET" && !inserts) return calendarNotFound();
  if (!hasScope(token, inserts ? WRITING_SCOPES : READING_SCOPES)) return calendarMissingScope();
  const calendar = accounts.calendar(decodeURIComponent(calendarId), token);
  if (calendar === undefined) return calendarNotFound();
  if (inserts && !calendar.writable) {
    const message = "You need to have writer access to this calendar.";
    return calendarFailure(403, "requiredAccessLevel", message, { domain: "calendar" });
  }
  if (inserts) return insertEvent(request, calendar, accounts);
  return eventId === undefined ? listEvents(request, calendar) : getEvent(eventId, calendar);
}

function hasScope({ scopes }: CalendarToken, wanted: readonly string[]): boolean {
  return wanted.some((scope) => scopes.includes(scope));
}

/** Answers `events.get`. A meeting due to be ready later becomes ready here. */
function getEvent(id: string, calendar: Calendar): Message {
  const index = calendar.events.findIndex((event) => event.id === id);
  const event = calendar.events[index];
  if (event === undefined) return calendarNotFound();
  const request = event.conferenceData?.createRequest;
  const awaited = request?.status.statusCode === "pending" && calendar.meetings === "ready_later";
  const now = awaited ? { ...event, ...readyMeeting(id, request.requestId) } : event;
  calendar.events[index] = now;
  return json(viewEvent(now, calendar));
}
