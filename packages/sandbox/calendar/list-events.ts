import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type Calendar, type CalendarEvent, viewEvent } from "./calendar-account.ts";
import { calendarFailure } from "./failures.ts";
import { instantOf } from "./moment.ts";

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Answers `events.list`, ordered by start on request, in pages. A page token is valid only for the same
 * request.
 */
export function listEvents({ query }: RecordedRequest, calendar: Calendar): Message {
  for (const name of ["timeMin", "timeMax"]) {
    const time = query.get(name);
    if (time !== null && !RFC3339.test(time)) return calendarFailure(400, "badRequest", "Bad Request");
  }
  const maxResults = Number(query.get("maxResults") ?? 250);
  if (!Number.isInteger(maxResults) || maxResults < 1) {
    return calendarFailure(400, "invalidParameter", "Invalid value for maxResults.");
  }
  const sorted = query.get("orderBy") === "startTime";
  if (sorted && query.get("singleEvents") !== "true") {
    const message = "The requested ordering is not available for the particular query.";
    return calendarFailure(400, "badRequest", message);
  }
  const from = pageStart(query);
  if (from === undefined) return calendarFailure(400, "invalid", "Invalid page token value.");

  const found = calendar.events.filter((event) => isMeant(event, query, calendar));
  if (sorted) found.sort((a, b) => startOf(a, calendar) - startOf(b, calendar));
  const end = from + Math.min(maxResults, 2_500);
  const list = {
    kind: "calendar#events",
    summary: calendar.summary,
    timeZone: calendar.timeZone,
    accessRole: calendar.writable ? "owner" : "reader",
    items: found.slice(from, end).map((event) => viewEvent(event, calendar)),
    ...(end < found.length
      ? { nextPageToken: pageToken(query, end) }
      : { nextSyncToken: `sync-${found.length}` }),
  };
  const fields = query.get("fields")?.split(",");
  return json(
    fields === undefined
      ? list
      : Object.fromEntries(Object.entries(list).filter(([name]) => fields.includes(name))),
  );
}

function isMeant(event: CalendarEvent, query: URLSearchParams, calendar: Calendar): boolean {
  if (event.status === "cancelled" && query.get("showDeleted") !== "true") return false;
  const types = query.getAll("eventTypes");
  if (types.length > 0 && !types.includes(event.eventType ?? "default")) return false;
  const [timeMin, timeMax] = [query.get("timeMin"), query.get("timeMax")];
  if (timeMin !== null && instantOf(event.end ?? {}, calendar.timeZone) <= Date.parse(timeMin)) return false;
  if (timeMax !== null && startOf(event, calendar) >= Date.parse(timeMax)) return false;
  const { summary, description, location, attendees = [] } = event;
  const text = [summary, description, location, ...attendees.map(({ email }) => email)]
    .join("\n")
    .toLowerCase();
  const words = (query.get("q") ?? "").toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

function startOf(event: CalendarEvent, calendar: Calendar): number {
  return instantOf(event.start ?? {}, calendar.timeZone);
}

/** Returns a page token that contains the request and the position to continue at. */
function pageToken(query: URLSearchParams, from: number): string {
  const request = new URLSearchParams(query);
  request.delete("pageToken");
  return Buffer.from(`${from} ${request}`).toString("base64url");
}

function pageStart(query: URLSearchParams): number | undefined {
  const token = query.get("pageToken");
  if (token === null) return 0;
  const from = Number.parseInt(Buffer.from(token, "base64url").toString(), 10);
  return token === pageToken(query, from) ? from : undefined;
}
