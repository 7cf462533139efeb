import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type * as z from "zod";
import { exchangeJson, successBody } from "../json-exchange.ts";
import { calendarError } from "./calendar-errors.ts";

/**
 * Ids are `primary` or look like e-mail addresses. One of dots alone would change the path, encoded or not.
 */
const CALENDAR_ID = /^(?!\.+$)[\x21-\x7e]+$/;

export interface CalendarCall<Answer extends z.ZodType> {
  method: "GET" | "POST";
  /** Below the connection's calendar: `events` or `events/{id}`. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** The shape that the body of a successful answer must have. */
  answer: Answer;
}

/**
 * Calls the calendar API for the calendar that the connection names. Throws one of the four adapter errors.
 */
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

function calendarId(id: unknown = "primary"): string {
  if (typeof id === "string" && CALENDAR_ID.test(id)) return id;
  throw new AdapterValidationError("The connection's metadata.calendar_id is not the id of a calendar.", {
    nextStep: "Set it to primary, or to the id in the calendar's settings in Google Calendar.",
  });
}
