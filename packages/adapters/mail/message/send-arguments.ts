import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { addressArgument, type MailAddress } from "./address.ts";

/** Above the limit of 1 MiB on a request body, which takes effect first. */
const MAX_BASE64 = 1_400_000;
const FILE_NAME = /^[^\p{Cc}/\\]+$/u;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
/** An attachment cannot have a multipart type, because a multipart consists of parts. */
const MEDIA_TYPE = /^(?!multipart\/)[a-z\d][\w!#$&^.+-]*\/[a-z\d][\w!#$&^.+-]*$/i;

const ONE_ASCII_URL = /^[!-;=?-~]+$/;

/** A file given inline. A path or a URL cannot be given. */
const attachmentArgument = z.strictObject({
  filename: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => FILE_NAME.test(name), "must be a file name without path or control characters"),
  content_base64: z
    .string()
    .min(1)
    .max(MAX_BASE64)
    .refine((text) => BASE64.test(text), "must be base64"),
  content_type: z
    .string()
    .max(127)
    .refine(
      (type) => MEDIA_TYPE.test(type),
      "must be a media type such as application/pdf, but not multipart",
    )
    .optional(),
  content_id: z
    .string()
    .max(200)
    .regex(/^[\w.@+-]+$/, "must be letters, digits and . @ + - _")
    .optional()
    .describe("For cid: in html."),
});

export type Attachment = z.output<typeof attachmentArgument>;

/** Maximum number of recipients in all three lists together. The strictest provider's limit. */
const MAX_RECIPIENTS = 100;
/**
 * Maximum length of a header value. A line has 998 characters (RFC 5322, 2.1.1), including the space that
 * folds it.
 */
const MAX_HEADER = 997;
const MAX_CONTENT = 1_000_000;

const ONE_LINE = /^\P{Cc}*$/u;
/** Matches Message-IDs as they occur in practice, which includes spaces, quotes and other alphabets. */
const MESSAGE_ID = /^(?:<[^<>\p{Cc}]+>|[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+)$/u;

const addresses = z.array(addressArgument).min(1).max(MAX_RECIPIENTS);
const content = z.string().min(1).max(MAX_CONTENT);

/** One Message-ID, usually in its angle brackets. */
export const messageIdArgument = z
  .string()
  .trim()
  .max(MAX_HEADER)
  .refine((text) => MESSAGE_ID.test(text), "must be a Message-ID such as <id@example.com>");

/** ID of a mail that a search found: its UID or its Message-ID. */
export const mailIdArgument = z
  .string()
  .trim()
  .min(1)
  .max(MAX_HEADER)
  .refine(
    (text) => /^[1-9]\d{0,9}$/.test(text) || MESSAGE_ID.test(text),
    "must be an id or a message_id from email_search",
  );

export const sendArguments = z.object({
  to: addresses.describe("As ada@example.com or Ada <ada@example.com>."),
  cc: addresses.optional().describe("Copies."),
  bcc: addresses.optional().describe("Hidden recipients."),
  subject: z
    .string()
    .max(MAX_HEADER)
    .refine((text) => ONE_LINE.test(text), "must be one line")
    .describe("One line."),
  text: content.optional().describe("Plain text; this, html or both."),
  html: content.optional().describe("HTML body."),
  attachments: z.array(attachmentArgument).max(20).optional().describe("Files, inline."),
  list_unsubscribe: z
    .url({ protocol: /^(?:https|mailto)$/, error: "must be an https or mailto URL" })
    .max(500)
    // A bracket would end the URL in the header, and a second one could follow (RFC 2369).
    .refine((url) => ONE_ASCII_URL.test(url), "must be one URL, with anything but ASCII percent-encoded")
    .optional()
    .describe("https or mailto URL."),
  reply_to: addressArgument.optional().describe("Where replies should go."),
  in_reply_to: messageIdArgument.optional().describe("message_id of the mail you reply to."),
});

export type SendArguments = z.output<typeof sendArguments>;

/** A message to send, which may be part of a thread. */
export interface ThreadMessage extends SendArguments {
  /** Message-IDs. The message replied to is last. */
  references?: readonly string[];
}

export const replyArguments = z.object({
  in_reply_to: mailIdArgument.describe("The mail's message_id, or its id if it has none."),
  to: addresses.optional().describe("Instead of its sender."),
  quote: z.boolean().default(true).describe("Not to people who were not on it."),
  ...sendArguments.pick({ cc: true, text: true, html: true }).shape,
});

export type ReplyArguments = z.output<typeof replyArguments>;

/**
 * Returns the three lists of recipients without duplicates. An address stays in the first list that contains
 * it, in the order to, cc, bcc. Throws AdapterValidationError if there are too many recipients.
 */
export function removeDuplicateRecipients({ to, cc = [], bcc = [] }: SendArguments) {
  const seen = new Set<string>();
  const isFirstOccurrence = ({ address }: MailAddress) => {
    const known = seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return !known;
  };
  const recipients = {
    to: to.filter(isFirstOccurrence),
    cc: cc.filter(isFirstOccurrence),
    bcc: bcc.filter(isFirstOccurrence),
  };
  if (seen.size <= MAX_RECIPIENTS) return recipients;
  throw new AdapterValidationError(
    `to, cc and bcc list ${seen.size} recipients; a message may have ${MAX_RECIPIENTS} in total.`,
    { nextStep: "Send it in several messages." },
  );
}
