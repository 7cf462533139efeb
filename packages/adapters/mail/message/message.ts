import MailComposer from "nodemailer/lib/mail-composer";
import { detectMimeType } from "nodemailer/lib/mime-funcs";
import type { MailAddress } from "./address.ts";
import type { Attachment } from "./send-arguments.ts";

/** A message before it is composed. When sent, blind-copy recipients appear only in the envelope. */
export interface OutgoingMessage {
  /** With its angle brackets. */
  messageId: string;
  /** Milliseconds since the epoch. */
  date: number;
  from: MailAddress;
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  /** Only in the sender's own copy. */
  bcc?: readonly MailAddress[] | undefined;
  replyTo?: MailAddress | undefined;
  /** Message-ID of the message this one replies to, with its angle brackets. */
  inReplyTo?: string | undefined;
  /** The thread so far, oldest message first. The message replied to is last. */
  references?: readonly string[] | undefined;
  listUnsubscribe?: string | undefined;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  attachments: readonly Attachment[];
  /** Does not occur in the content. */
  boundary: string;
}

/**
 * Composes the message in the format of RFC 5322. All content comes from the argument: no file is read and no
 * URL fetched.
 */
export function composeMessage(message: OutgoingMessage): Promise<Buffer> {
  const {
    messageId,
    date,
    from,
    to,
    cc,
    bcc = [],
    replyTo,
    inReplyTo,
    references = inReplyTo,
    listUnsubscribe,
    subject,
    text,
    html,
    attachments,
    boundary,
  } = message;
  const composer = new MailComposer({
    messageId,
    date: new Date(date),
    from,
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    replyTo,
    inReplyTo,
    references: typeof references === "string" ? references : references && [...references],
    headers: listUnsubscribe === undefined ? {} : { "List-Unsubscribe": `<${listUnsubscribe}>` },
    subject,
    text,
    html,
    attachments: attachments.map((file) => ({
      filename: file.filename,
      content: Buffer.from(file.content_base64, "base64"),
      contentType: mediaType(file),
      contentDisposition: file.content_id === undefined ? "attachment" : "inline",
      ...(file.content_id === undefined ? {} : { cid: file.content_id }),
    })),
    baseBoundary: boundary,
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const compiled = composer.compile();
  compiled.keepBcc = true;
  return compiled.build();
}

/**
 * Returns the given media type, or one based on the file extension. An old registration maps `.gzip` to a
 * multipart type, which an attachment cannot have.
 */
export function mediaType({ filename, content_type }: Attachment): string {
  if (content_type !== undefined) return content_type;
  const detected = detectMimeType(filename);
  return detected.startsWith("multipart/") ? "application/octet-stream" : detected;
}
