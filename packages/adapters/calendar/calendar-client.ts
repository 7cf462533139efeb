import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import type * as z from "zod";
import { exchangeJson, successBody } from "../json-exchange.ts";
import { calendarError } from "./calendar-errors.ts";
import { eventList } from "./event.ts";
import { isTimeZone } from "./time-zone.ts";

/**
 * IDs are `primary` or look like e-mail addresses. An ID of only dots would change the path, even if encoded.
 */
const CALENDAR_ID = /^(?!\.+$)[\x21-\x7e]+$/;

export interface CalendarCall<Answer extends z.ZodType> {
  method: "GET" | "POST";
  /** Path below the connection's calendar: `events` or `events/{id}`. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** Schema of a successful response's body. */
  answer: Answer;
}

/** Calls the calendar API for the connection's calendar. Throws one of the four adapter errors. */
export async function callCalendar<Answer extends z.ZodType>(
  context: Pick<ActionContext<OpenCredential>, "http" | "clock" | "credential">,
  baseUrl: string,
  { method, path, query, body, answer }: CalendarCall<Answer>,
): Promise<z.output<Answer>> {
  const { metadata, token } = context.credential;
  const calendar = `calendars/${encodeURIComponent(calendarId(metadata.calendar_id))}`;
  const exchanged = await exchangeJson(context, {
    method,
    baseUrl,
    path: `${calendar}/${path}${query === undefined ? "" : `?${query}`}`,
    headers: { authorization: `Bearer ${token.reveal()}` },
    body,
    effect: method === "GET" ? "read" : "write",
  });
  if (!exchanged.ok) throw calendarError(exchanged);
  return successBody(exchanged, answer, "Google Calendar");
}

/**
 * Returns the calendar's time zone, read once per call. Reads it from the list of events, because the
 * calendar resource requires another scope. Throws AdapterValidationError if it is unknown.
 */
export function readCalendarZone(context: ActionContext<OpenCredential>, baseUrl: string): Promise<string> {
  return context.once("time zone of the calendar", async () => {
    const query = new URLSearchParams({ maxResults: "1", fields: "kind,timeZone" });
    const call = { method: "GET", path: "events", query, answer: eventList } as const;
    const { timeZone } = await callCalendar(context, baseUrl, call);
    if (timeZone !== undefined && isTimeZone(timeZone)) return timeZone;
    throw new AdapterValidationError("Google Calendar did not tell the calendar's time zone.", {
      nextStep: "Give each time its offset from UTC, such as 2026-12-01T10:00:00+01:00.",
    });
  });
}

/** Predicted response to that request in a preview. */
export const previewZone: PreviewAnswer = {
  body: { kind: "calendar#events", timeZone: "Etc/UTC" },
  standIns: { "Etc/UTC": "<time zone of the calendar>" },
};

function calendarId(id: unknown = "primary"): string {
  if (typeof id === "string" && CALENDAR_ID.test(id)) return id;
  throw new AdapterValidationError("The connection's metadata.calendar_id is not the id of a calendar.", {
    nextStep: "Set it to primary, or to the id in the calendar's settings in Google Calendar.",
  });
}
