import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ImapFlow, MailboxObject } from "imapflow";
import { cleanLine } from "../message/clean-lines.ts";
import type { ImapSession } from "./imap-session.ts";
import { findUids } from "./search-uids.ts";

/** Mailboxes named in a refusal. */
const MAILBOXES_SHOWN = 30;
const MAX_NAME = 100;

export interface OpenedMailbox {
  /** UIDs mean something as long as this stays the same; "0" where the server tells none. */
  uidValidity: string;
  /** The highest UID given so far; of a server that does not tell, that of the last message there is. */
  lastUid: number;
  /** Whether the server tells. */
  toldNextUid: boolean;
}

/**
 * EXAMINE: nothing is marked as read. Throws AdapterValidationError for a mailbox that is missing; what there is in its place is
 * part of the refusal.
 */
export async function openMailbox(session: ImapSession, mailbox: string): Promise<OpenedMailbox> {
  const opened = await examine(session.client, mailbox);
  return {
    uidValidity: String(opened.uidValidity ?? 0),
    lastUid: await lastUid(session, opened),
    toldNextUid: opened.uidNext !== undefined,
  };
}

async function examine(client: ImapFlow, mailbox: string): Promise<Partial<MailboxObject>> {
  try {
    const opened: MailboxObject | undefined = await client.mailboxOpen(mailbox, { readOnly: true });
    if (opened) return { ...opened };
  } catch (error) {
    if (!isMissingMailbox(error)) throw error;
    const names = (await client.list())
      .filter(({ flags }) => !flags.has("\\Noselect"))
      .slice(0, MAILBOXES_SHOWN)
      .map(({ path }) => cleanLine(path, MAX_NAME));
    throw new AdapterValidationError(`There is no mailbox called ${mailbox}.`, {
      nextStep: `Name one of: ${names.join(", ")}.`,
      providerCode: "NONEXISTENT",
    });
  }
  throw new AdapterTransientError("The mail server closed the connection.");
}

/** A server that does not tell the next UID is asked for the last. */
async function lastUid(session: ImapSession, { uidNext, exists }: Partial<MailboxObject>): Promise<number> {
  if (uidNext !== undefined) return uidNext - 1;
  return exists ? ((await findUids(session, { uid: "*" })).at(-1) ?? 0) : 0;
}

function isMissingMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("mailboxMissing" in error && error.mailboxMissing === true) return true;
  return "serverResponseCode" in error && error.serverResponseCode === "NONEXISTENT";
}
