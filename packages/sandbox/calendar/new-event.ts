import type { RecordedRequest } from "../server/recorded-request.ts";
import type { CalendarMoment } from "./moment.ts";

/** The fields of an insert's body that are read here. */
export interface NewEvent {
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

/** The body of an insert; `undefined` when it is not JSON, or a field is not of its type. */
export function readNewEvent(request: RecordedRequest): NewEvent | undefined {
  try {
    const body = request.json();
    return isNewEvent(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that the fields read here are of their types. Ignores unknown fields, as the provider does. */
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
