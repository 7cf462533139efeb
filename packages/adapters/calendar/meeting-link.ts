import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";

const createRequest = z.object({ status: toOptionalField(z.object({ statusCode: optionalText })) });
const entryPoint = z.object({ entryPointType: optionalText, uri: optionalText });

/** Fields of an event that describe its meeting (Google Calendar API, Events, `conferenceData`). */
export const providerMeeting = {
  hangoutLink: optionalText,
  conferenceData: toOptionalField(
    z.object({
      createRequest: toOptionalField(createRequest),
      entryPoints: toOptionalField(toReadableItems(entryPoint)),
    }),
  ),
};
type ProviderMeeting = z.output<z.ZodObject<typeof providerMeeting>>;

/**
 * Returns the fields that request a meeting. The provider silently ignores them without
 * `conferenceDataVersion=1` in the query.
 */
export function createMeetingRequest(requestId: string) {
  return { createRequest: { requestId, conferenceSolutionKey: { type: "hangoutsMeet" } } };
}

/** Returns the URL of the event's video conference, if it has one. */
export function findConferenceLink({ hangoutLink, conferenceData }: ProviderMeeting): string | undefined {
  const entryPoints = conferenceData?.entryPoints?.items ?? [];
  const byVideo = entryPoints.find(({ entryPointType }) => entryPointType === "video");
  return hangoutLink ?? byVideo?.uri;
}

/**
 * Words in host names or paths of meeting services: meet.example.com, zoom.us/j/1. A link without any of them
 * is still listed among the event's links.
 */
const MEETING_NAMES = new Set(
  "meet meeting meetings meetup-join join j.php j w call conference webinar room rooms zoom zoomgov teams webex".split(
    " ",
  ),
);

/**
 * Returns the link that most likely leads to a meeting: the first with the most such words. A location that
 * consists only of a link counts as the meeting, unless it is a map. Returns `undefined` if no link
 * qualifies.
 */
export function chooseMeetingLink(links: readonly string[], location = ""): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const url of links) {
    const names = countMeetingNames(url);
    if (names > most) [best, most] = [url, names];
  }
  const place = links.find((url) => url === location.trim());
  return best ?? (place === undefined || /\bmaps?\b/i.test(place) ? undefined : place);
}

function countMeetingNames(url: string): number {
  const { hostname = "", pathname = "", username = "" } = parseUrl(url) ?? {};
  // "https://zoom.us@evil.example/j/1" looks like one host but leads to another.
  if (username !== "") return 0;
  const parts = [...hostname.split("."), ...pathname.split("/")];
  return parts.filter((part) => MEETING_NAMES.has(part.toLowerCase())).length;
}

/** Fields of an event whose meeting is still being created. */
export const pendingMeeting = { conferenceData: { createRequest: { status: { statusCode: "pending" } } } };

/** Result of requesting a meeting. The event exists in any case. */
export const meetingLinkStatus = z.enum(["created", "pending", "failed"]);

/**
 * Returns the status of the requested meeting. An event without meeting fields counts as `failed`, because
 * the provider ignored the request.
 */
export function getMeetingStatus(event: ProviderMeeting): z.output<typeof meetingLinkStatus> {
  return readStatedStatus(event) ?? "failed";
}

/** Returns the status that the event states, or `undefined` if it states none. */
export function readStatedStatus(event: ProviderMeeting): z.output<typeof meetingLinkStatus> | undefined {
  const statusCode = event.conferenceData?.createRequest?.status?.statusCode;
  if (findConferenceLink(event) !== undefined || statusCode === "success") return "created";
  if (statusCode === undefined) return undefined;
  return statusCode === "pending" ? "pending" : "failed";
}
