import type { RecordedRequest } from "../server/recorded-request.ts";
import type { CalendarMoment } from "./moment.ts";

/** Fields of an insert's body that the sandbox reads. */
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

/** Returns the body of an insert, or `undefined` if it is not JSON or a field has the wrong type. */
export function readNewEvent(request: RecordedRequest): NewEvent | undefined {
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
