import { cleanText, listLinks } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActiveEvent, Attendee, DescribedEvent, ProviderMoment } from "./event.ts";
import { chooseMeetingLink, findConferenceLink } from "./meeting-link.ts";

/** Longer values are truncated and end with "…". */
const MAX_LENGTH = { title: 300, description: 1_000, identifier: 320, url: 2_048 };
const MAX_ATTENDEES = 100;
const MAX_LINKS = 10;
/** Maximum length of text to parse. Longer than the provider allows. */
const MAX_PARSED = 50_000;

/** Converts an event to our format, with plain text of limited length and checked links. */
export function describeEvent(event: ActiveEvent): DescribedEvent {
  const { start } = event;
  const end = event.endTimeUnspecified ? {} : event.end;
  const special = toPlainText(event.eventType, MAX_LENGTH.identifier);
  const { items: attendees = [], unreadable = 0 } = event.attendees ?? {};
  const self = attendees.find((one) => one.self);
  const myResponse = self ? describeResponse(self) : null;
  const links = findLinks(event);
  const joined = checkLink(findConferenceLink(event)) ?? chooseMeetingLink(links, event.location) ?? null;
  return {
    id: event.id,
    url: checkLink(event.htmlLink),
    summary: toPlainText(event.summary, MAX_LENGTH.title),
    status: event.status,
    ...(special === null || special === "default" ? {} : { type: special }),
    all_day: isWholeDay(start) || (formatMoment(start) === null && isWholeDay(end)),
    start: formatMoment(start),
    end: formatMoment(end),
    time_zone: isWholeDay(start) ? null : toPlainText(start.timeZone, MAX_LENGTH.identifier),
    location: toPlainText(event.location, MAX_LENGTH.title),
    description: toPlainText(event.description, MAX_LENGTH.description),
    organizer: toPlainText(event.organizer?.email, MAX_LENGTH.identifier),
    organizer_name: toPlainText(event.organizer?.displayName, MAX_LENGTH.identifier) ?? undefined,
    attendees: attendees.slice(0, MAX_ATTENDEES).map((one) => ({
      email: toPlainText(one.email, MAX_LENGTH.identifier),
      name: toPlainText(one.displayName, MAX_LENGTH.identifier) ?? undefined,
      is_resource: one.resource || undefined,
      response: describeResponse(one),
    })),
    attendees_omitted: event.attendeesOmitted || unreadable > 0 || attendees.length > MAX_ATTENDEES,
    my_response: myResponse,
    shows_as: event.transparency === "transparent" || myResponse === "declined" ? "free" : "busy",
    meeting_link: joined,
    links: links.filter((url) => url !== joined).slice(0, MAX_LINKS),
    attachments: event.attachments?.items.slice(0, MAX_LINKS).flatMap(({ title, fileUrl }) => {
      const url = checkLink(fileUrl);
      return url === null ? [] : [{ title: toPlainText(title, MAX_LENGTH.title), url }];
    }),
    recurring: event.recurringEventId !== undefined,
  };
}

function describeResponse({ responseStatus }: Attendee): string {
  return toPlainText(responseStatus, MAX_LENGTH.identifier) ?? "needsAction";
}

/** Returns the valid links in location and description, in order. */
function findLinks({ location = "", description = "" }: ActiveEvent): string[] {
  // A location may be a URL without scheme: meet.example.com/abc
  const place = /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(location) ? `https://${location}` : location;
  const links = [place, description].flatMap((text) => listLinks(cutText(text, MAX_PARSED)));
  return [...new Set(links)].filter((url) => checkLink(url) !== null);
}

function isWholeDay({ date, dateTime }: ProviderMoment): boolean {
  return date !== undefined && dateTime === undefined;
}

function formatMoment({ date, dateTime }: ProviderMoment): string | null {
  return dateTime ?? date ?? null;
}

function toPlainText(text: string | undefined, maxLength: number): string | null {
  // Limit the text before cleaning, since the rest would be truncated anyway.
  const clean = cleanText(cutText(text ?? "", 16 * maxLength));
  if (clean === "") return null;
  return clean.length > maxLength ? `${cutText(clean, maxLength - 1)}…` : clean;
}

/**
 * Returns a valid https link, otherwise `null`. A link over the length limit is dropped, because a truncated
 * link would not work.
 */
function checkLink(url: string | undefined): string | null {
  return url !== undefined && url.length <= MAX_LENGTH.url && /^https:\/\/[^\s]+$/i.test(url) ? url : null;
}
