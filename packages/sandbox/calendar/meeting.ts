import type { CalendarEvent, Meetings } from "./calendar-account.ts";

/** The fields of an event that describe its meeting. */
type Meeting = Pick<CalendarEvent, "hangoutLink" | "conferenceData">;

/** Returns the fields of an event whose meeting was just requested. */
export function requestedMeeting(eventId: string, requestId: string, meetings: Meetings): Meeting {
  if (meetings === "ready") return readyMeeting(eventId, requestId);
  const statusCode = meetings === "fail" ? "failure" : "pending";
  return { conferenceData: { createRequest: { requestId, status: { statusCode } } } };
}

/** Returns the fields of an event whose meeting is ready. */
export function readyMeeting(eventId: string, requestId: string): Meeting {
  const conferenceId = [eventId.slice(0, 3), eventId.slice(3, 7), eventId.slice(7, 10)].join("-");
  const uri = `https://meet.example/${conferenceId}`;
  return {
    hangoutLink: uri,
    conferenceData: {
      createRequest: { requestId, status: { statusCode: "success" } },
      entryPoints: [{ entryPointType: "video", uri }],
      conferenceId,
    },
  };
}
