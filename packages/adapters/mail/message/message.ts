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
  /** Shown only in the sender's own copy. */
  bcc?: readonly MailAddress[] | undefined;
  replyTo?: MailAddress | undefined;
  /** Message-ID of the message this one replies to, with its angle brackets. */
  inReplyTo?: string | undefined;
  /** Message-IDs of the thread so far, oldest first. The last is the message replied to. */
  references?: readonly string[] | undefined;
  listUnsubscribe?: string | undefined;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  attachments: readonly Attachment[];
  /** MIME boundary. Does not occur in the content. */
  boundary: string;
}

/**
 * Composes the message in the format of RFC 5322. All content comes from the argument: reads no file and
 * fetches no URL.
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
      contentType: chooseMediaType(file),
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
 * Returns the given media type, or one derived from the file extension. An old registration maps `.gzip` to a
 * multipart type, which an attachment cannot have.
 */
export function chooseMediaType({ filename, content_type }: Attachment): string {
  if (content_type !== undefined) return content_type;
  const detected = detectMimeType(filename);
  return detected.startsWith("multipart/") ? "application/octet-stream" : detected;
}
