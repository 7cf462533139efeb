import type { MailSender } from "@plumbline/core/tool/destination.ts";
import * as z from "zod";

const address = z.object({ address: z.string(), name: z.string().optional() });

/** A message as a search gives it. */
export const foundMessage = z.object({
  id: z.string().describe("The message's UID in its mailbox."),
  message_id: z.string().optional(),
  from: address.optional(),
  to: z.array(address),
  cc: z.array(address),
  subject: z.string(),
  date: z.string().optional().describe("When the mail server received it."),
  sent_at: z.string().optional().describe("As the sender dated it."),
  unread: z.boolean(),
  flagged: z.boolean(),
  answered: z.boolean(),
  size: z.int().describe("Bytes."),
  attachments: z
    .array(
      z.object({
        filename: z.string().optional(),
        content_type: z.string(),
        size: z.int(),
        inline: z.boolean().optional().describe("Shown within the text, such as a photo or a logo."),
        content_id: z.string().optional(),
      }),
    )
    .describe("Every part that is not text."),
  signed: z.boolean().optional().describe("The signature was not verified."),
  encrypted: z.boolean().optional().describe("The text cannot be read."),
  incomplete: z.boolean().optional().describe("Headers or attachments are missing or could not be read."),
  body: z.string().optional(),
  body_truncated: z.boolean().optional(),
});

export type FoundMessage = z.output<typeof foundMessage>;

/** The sender of a message that can be answered. */
export function answerableSender({ message_id: messageId, from }: FoundMessage): MailSender[] {
  if (messageId === undefined || from === undefined) return [];
  return [{ messageId, address: from.address, name: from.name }];
}

/**
 * Fields of a search's answer that say where it stopped. `more`: older messages match too, or may. The other
 * two are present only when the search did not reach the oldest message. `searched_back_to` is when the
 * oldest message it looked at arrived; `next_cursor` continues behind that message.
 */
export const searchStop = {
  more: z.boolean(),
  searched_back_to: z.string().optional(),
  next_cursor: z.string().optional(),
};
