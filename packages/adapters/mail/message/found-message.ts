import type { MailSender } from "@plumbline/core/tool/destination.ts";
import * as z from "zod";

const address = z.object({ address: z.string(), name: z.string().optional() });

const attachment = z.object({
  filename: z.string().optional(),
  content_type: z.string(),
  size: z.int(),
  inline: z.boolean().optional().describe("Shown within the text, such as a photo or a logo."),
  content_id: z.string().optional(),
});

/** A message in search results. */
export const foundMessage = z.lazy(() =>
  z.object({
    id: z.string().describe("The message's UID in its mailbox."),
    message_id: z.string().optional(),
    from: address.optional(),
    to: z.array(address),
    cc: z.array(address),
    subject: z.string(),
    date: z.string().optional().describe("When the mail server received it."),
    sent_at: z.string().optional().describe("The sender's date."),
    unread: z.boolean(),
    flagged: z.boolean(),
    answered: z.boolean(),
    size: z.int().describe("Bytes."),
    attachments: z.array(attachment).describe("Every part that is not text."),
    signed: z.boolean().optional().describe("The signature was not verified."),
    encrypted: z.boolean().optional().describe("The text cannot be read."),
    incomplete: z.boolean().optional().describe("Headers or attachments are missing or could not be read."),
    body: z.string().optional(),
    body_truncated: z.boolean().optional(),
  }),
);

export type FoundMessage = z.output<typeof foundMessage>;

/** An event of a calendar attached to a mail. */
const invitedEvent = z.lazy(() =>
  z.object({
    method: z.string().optional().describe("REQUEST invites, CANCEL cancels, REPLY responds."),
    summary: z.string(),
    start: z.string().optional().describe("A date, or a time: in UTC with Z, otherwise in time_zone."),
    end: z.string().optional().describe("As start; for whole days, the day after the last."),
    duration: z.string().optional().describe("Instead of end, an ISO 8601 duration."),
    time_zone: z.string().optional(),
    location: z.string().optional(),
    organizer: z.string().optional().describe("E-mail address."),
    organizer_name: z.string().optional(),
    repeats: z.string().optional().describe("RFC 5545's RRULE."),
    status: z.string().optional(),
  }),
);

export type InvitedEvent = z.output<typeof invitedEvent>;

/** A complete message, as a mail program shows it. */
export const wholeMessage = z.lazy(() =>
  foundMessage.unwrap().extend({
    reply_to: z.array(address).describe("Where its sender wants replies; not always the sender's address."),
    references: z.array(z.string()).describe("Message-IDs of the thread before it, oldest first."),
    list_unsubscribe: z.string().optional().describe("Where to unsubscribe."),
    attachments: z.array(
      attachment.extend({
        part: z.string().describe("Its number, for fetching its bytes over HTTP."),
        text: z.string().optional().describe("Content of a text, CSV, JSON or calendar file."),
        text_truncated: z.boolean().optional(),
      }),
    ),
    events: z.array(invitedEvent).describe("Events of the calendars attached to it."),
  }),
);

export type WholeMessage = z.output<typeof wholeMessage>;

/** Returns the sender of a message if it can be replied to. */
export function findReplyableSender({ message_id: messageId, from }: FoundMessage): MailSender[] {
  if (messageId === undefined || from === undefined) return [];
  return [{ messageId, address: from.address, name: from.name }];
}

/**
 * Fields of a search response that state where the search stopped. `more` is true if older messages match or
 * may match. The other two are set only if the search did not reach the oldest message. `searched_back_to` is
 * the ISO time at which the oldest checked message arrived. `next_cursor` continues after that message.
 */
export const searchEndFields = {
  more: z.boolean(),
  searched_back_to: z.string().optional(),
  next_cursor: z.string().optional(),
};
export type SearchEnd = z.output<z.ZodObject<typeof searchEndFields>>;
