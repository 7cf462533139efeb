import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MailAccount } from "../mail-account.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import { findUids, openMailbox } from "./open-mailbox.ts";

/** Maximum time to wait for the copy to be saved. */
const SAVE_TIMEOUT_MS = 10_000;

export interface SentCopy {
  message: Buffer;
  /** With its angle brackets. */
  messageId: string;
  /** Time of sending, in milliseconds since the epoch. */
  sentAt: number;
  /** Target mailbox. `true` means the mailbox that the server marks as Sent. */
  mailbox: true | string;
}

/** Outcome of saving a copy: the mailbox that contains it, or the reason why it was not saved. */
export type SavedCopy = { saved_to: string } | { not_saved: string };

/**
 * Saves a copy of a sent message to the account's Sent mailbox, marked as read. The message has already been
 * sent, so a failure is returned as a reason instead of failing the call.
 */
export async function saveSent(
  copy: SentCopy,
  account: () => MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
): Promise<SavedCopy> {
  const { clock, deadline, signal, conceal, noteReach } = context;
  const timeoutMs = Math.min(context.timeoutMs, SAVE_TIMEOUT_MS);
  const bounds = { clock, deadline, signal, conceal, noteReach, timeoutMs };
  try {
    const saved_to = await withImapSession(account(), socketOptions, bounds, (session) =>
      append(session, copy),
    );
    return { saved_to };
  } catch (error) {
    return {
      not_saved: error instanceof AdapterError ? error.message : "The mail server did not accept the copy.",
    };
  }
}

/** Appends the copy, unless the server has already saved one itself. */
async function append(
  session: ImapSession,
  { message, messageId, sentAt, mailbox }: SentCopy,
): Promise<string> {
  const { client } = session;
  const path = mailbox === true ? await findSentMailbox(session) : mailbox;
  await openMailbox(session, path);
  const present = await findUids(session, { header: { "Message-ID": messageId } }).catch(() => []);
  // With a mailbox open read-only, imapflow omits the flags.
  await client.mailboxClose();
  if (present.length === 0 && !(await client.append(path, message, ["\\Seen"], new Date(sentAt))))
    throw new AdapterValidationError("The mail server did not accept the copy.");
  return path;
}

/**
 * Finds the Sent mailbox by SPECIAL-USE (RFC 6154), or by a common name, which imapflow knows in many
 * languages.
 */
async function findSentMailbox({ client }: ImapSession): Promise<string> {
  const listed = await client.list();
  const sent = listed.find(({ specialUse, flags }) => specialUse === "\\Sent" && !flags.has("\\Noselect"));
  if (sent) return sent.path;
  throw new AdapterValidationError(
    "There is no Sent mailbox; set metadata.save_sent of the credential to the one to use.",
  );
}
