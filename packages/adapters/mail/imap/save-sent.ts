import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MailAccount } from "../mail-account.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import { findUids, openMailbox } from "./open-mailbox.ts";

/** The sender does not wait longer for the copy. */
const LONGEST_SAVE_MS = 10_000;

/** A copy of a sent message. */
export interface SentCopy {
  message: Buffer;
  /** With its angle brackets. */
  messageId: string;
  /** When it was sent, in milliseconds since the epoch. */
  sentAt: number;
  /** Where it goes; `true`: to the mailbox that the server calls its Sent. */
  mailbox: true | string;
}

/** Outcome of saving a copy: the mailbox that holds it, or the reason why it was not saved. */
export type SavedCopy = { saved_to: string } | { not_saved: string };

/**
 * Puts a copy of a sent message into the account's Sent mailbox, marked as read. The message has already been
 * sent, so a failure here must not fail the call; the reason is returned instead.
 */
export async function saveSent(
  copy: SentCopy,
  account: () => MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
): Promise<SavedCopy> {
  const { clock, deadline, signal, conceal, noteReach } = context;
  const timeoutMs = Math.min(context.timeoutMs, LONGEST_SAVE_MS);
  const bounds = { clock, deadline, signal, conceal, noteReach, timeoutMs };
  try {
    const saved_to = await withImapSession(account(), socketOptions, bounds, (session) =>
      append(session, copy),
    );
    return { saved_to };
  } catch (error) {
    return {
      not_saved: error instanceof AdapterError ? error.message : "The mail server did not take the copy.",
    };
  }
}

/** A server that keeps a copy of what it sends has it already. */
async function append(
  session: ImapSession,
  { message, messageId, sentAt, mailbox }: SentCopy,
): Promise<string> {
  const { client } = session;
  const path = mailbox === true ? await sentMailbox(session) : mailbox;
  await openMailbox(session, path);
  const present = await findUids(session, { header: { "Message-ID": messageId } }).catch(() => []);
  // Of a mailbox that is open for reading alone, imapflow leaves the flags out.
  await client.mailboxClose();
  if (present.length === 0 && !(await client.append(path, message, ["\\Seen"], new Date(sentAt))))
    throw new AdapterValidationError("The mail server did not take the copy.");
  return path;
}

/**
 * By SPECIAL-USE (RFC 6154), else by the names that mail programs give it, which imapflow knows in many
 * languages.
 */
async function sentMailbox({ client }: ImapSession): Promise<string> {
  const listed = await client.list();
  const sent = listed.find(({ specialUse, flags }) => specialUse === "\\Sent" && !flags.has("\\Noselect"));
  if (sent) return sent.path;
  throw new AdapterValidationError(
    "There is no Sent mailbox; name one in metadata.save_sent of the credential.",
  );
}
