import * as z from "zod";
import { optionalField, optionalText, readableItems } from "../answer-fields.ts";

const createRequest = z.object({ status: optionalField(z.object({ statusCode: optionalText })) });
const entryPoint = z.object({ entryPointType: optionalText, uri: optionalText });

/** Fields of an event that describe its meeting (Google Calendar API, Events, `conferenceData`). */
export const providerMeeting = {
  hangoutLink: optionalText,
  conferenceData: optionalField(
    z.object({
      createRequest: optionalField(createRequest),
      entryPoints: optionalField(readableItems(entryPoint)),
    }),
  ),
};
type ProviderMeeting = z.output<z.ZodObject<typeof providerMeeting>>;

/**
 * Asks for a meeting. Without `conferenceDataVersion=1` in the query the provider ignores it without a word.
 */
export function meetingRequest(requestId: string) {
  return { createRequest: { requestId, conferenceSolutionKey: { type: "hangoutsMeet" } } };
}

/** Where the meeting is joined by video, if there is one. */
export function meetingLink({ hangoutLink, conferenceData }: ProviderMeeting): string | undefined {
  const entryPoints = conferenceData?.entryPoints?.items ?? [];
  const byVideo = entryPoints.find(({ entryPointType }) => entryPointType === "video");
  return hangoutLink ?? byVideo?.uri;
}

/** Fields of an event whose meeting is still being created. */
export const pendingMeeting = { conferenceData: { createRequest: { status: { statusCode: "pending" } } } };

/** Outcome of a request for a meeting. The event exists in any case. */
export const meetingLinkStatus = z.enum(["created", "pending", "failed"]);

/**
 * Returns the status of the meeting that was requested with an event. An event without any meeting fields
 * counts as `failed`: the provider ignored the request.
 */
export function meetingStatus(event: ProviderMeeting): z.output<typeof meetingLinkStatus> {
  return toldStatus(event) ?? "failed";
}

/** The same as far as the event itself says. */
export function toldStatus(event: ProviderMeeting): z.output<typeof meetingLinkStatus> | undefined {
  const statusCode = event.conferenceData?.createRequest?.status?.statusCode;
  if (meetingLink(event) !== undefined || statusCode === "success") return "created";
  if (statusCode === undefined) return undefined;
  return statusCode === "pending" ? "pending" : "failed";
}
