import * as z from "zod";

const text = z.string().optional().catch(undefined);
const createRequest = z.object({ status: z.object({ statusCode: text }).optional().catch(undefined) });

/** What an event tells of its meeting (Google Calendar API, Events, `conferenceData`). */
export const providerMeeting = {
  hangoutLink: text,
  conferenceData: z
    .object({
      createRequest: createRequest.optional().catch(undefined),
      entryPoints: z.array(z.object({ entryPointType: text, uri: text })).catch([]),
    })
    .optional()
    .catch(undefined),
};
type ProviderMeeting = z.output<z.ZodObject<typeof providerMeeting>>;

/** Asks for a meeting. Without `conferenceDataVersion=1` in the query the provider ignores it without a word. */
export function meetingRequest(requestId: string) {
  return { createRequest: { requestId, conferenceSolutionKey: { type: "hangoutsMeet" } } };
}

/** Where the meeting is joined by video, if there is one. */
export function meetingLink({ hangoutLink, conferenceData }: ProviderMeeting): string | undefined {
  const byVideo = conferenceData?.entryPoints.find(({ entryPointType }) => entryPointType === "video");
  return hangoutLink ?? byVideo?.uri;
}

/** What an event says while its meeting is being made. */
export const pendingMeeting = { conferenceData: { createRequest: { status: { statusCode: "pending" } } } };

/** How a request for a meeting ended: the event stands in any case. */
export const meetingLinkStatus = z.enum(["created", "pending", "failed"]);

export function meetingStatus(event: ProviderMeeting): z.output<typeof meetingLinkStatus> {
  if (meetingLink(event) !== undefined) return "created";
  return event.conferenceData?.createRequest?.status?.statusCode === "pending" ? "pending" : "failed";
}
