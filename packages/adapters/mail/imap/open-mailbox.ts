import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ImapFlow, MailboxObject, SearchObject } from "imapflow";
import { cleanLine } from "../message/clean-lines.ts";
import type { ImapSession } from "./imap-session.ts";

/** Maximum number of mailboxes listed in an error message. */
const MAX_LISTED_MAILBOXES = 30;
const MAX_NAME = 100;

export interface OpenedMailbox {
  /** UIDs are valid as long as this does not change. "0" if the server does not send it. */
  uidValidity: string;
  /** The highest UID assigned so far, or the last message's UID if the server does not send the next UID. */
  lastUid: number;
  /** True if the server sent the next UID. */
  hasNextUid: boolean;
}

/**
 * Opens a mailbox with EXAMINE, so that nothing is marked as read. Throws AdapterValidationError if the
 * mailbox does not exist. The error's next step lists existing mailboxes.
 */
export async function openMailbox(session: ImapSession, mailbox: string): Promise<OpenedMailbox> {
  const opened = await examine(session.client, mailbox);
  return {
    uidValidity: String(opened.uidValidity ?? 0),
    lastUid: await findLastUid(session, opened),
    hasNextUid: opened.uidNext !== undefined,
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
      .slice(0, MAX_LISTED_MAILBOXES)
      .map(({ path }) => cleanLine(path, MAX_NAME));
    throw new AdapterValidationError(`There is no mailbox called ${mailbox}.`, {
      nextStep: `Use one of: ${names.join(", ")}.`,
      providerCode: "NONEXISTENT",
    });
  }
  throw new AdapterTransientError("The mail server closed the connection.");
}

/** Determines the highest UID. If the server does not send the next UID, searches for it. */
async function findLastUid(
  session: ImapSession,
  { uidNext, exists }: Partial<MailboxObject>,
): Promise<number> {
  if (uidNext !== undefined) return uidNext - 1;
  return exists ? ((await findUids(session, { uid: "*" })).at(-1) ?? 0) : 0;
}

function isMissingMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("mailboxMissing" in error && error.mailboxMissing === true) return true;
  return "serverResponseCode" in error && error.serverResponseCode === "NONEXISTENT";
}

/**
 * Maximum number of messages for which to use an extended search. imapflow 2.1.2 takes time quadratic in the
 * length of an ESEARCH response.
 */
const MAX_EXTENDED_SEARCH = 700;

/**
 * Returns the UIDs that a query finds, in ascending order. Uses an extended search (ESEARCH) if it is
 * supported and the mailbox is small. imapflow returns `false` for a failed search. This function throws
 * instead, so that a failed search or an unreadable response never counts as "no mail".
 */
export async function findUids({ client, swallowed }: ImapSession, query: SearchObject): Promise<number[]> {
  swallowed.forget();
  const { mailbox, capabilities } = client;
  const extended = capabilities.has("ESEARCH") && mailbox && mailbox.exists <= MAX_EXTENDED_SEARCH;
  const uids = extended ? await searchExtended(client, query) : await client.search(query, { uid: true });
  if (swallowed.latest !== undefined) throw swallowed.latest;
  if (uids) return uids;
  throw new AdapterTransientError("The mail server's response to the search could not be read.");
}

async function searchExtended(client: ImapFlow, query: SearchObject): Promise<number[] | undefined> {
  const found = await client.search(query, { uid: true, returnOptions: ["COUNT", "ALL"] });
  if (!found || Array.isArray(found)) return found || undefined;
  if (found.all === undefined) return found.count === 0 ? [] : undefined;
  // Mail may have arrived since the mailbox was opened.
  return parseUidSet(String(found.all), 2 * MAX_EXTENDED_SEARCH);
}

/**
 * Parses a set such as "1,5:10" (RFC 3501, `sequence-set`) into ascending UIDs. Returns `undefined` for
 * anything else, and for more than `most` UIDs, because a short text can represent billions.
 */
function parseUidSet(set: string, most: number): number[] | undefined {
  const uids: number[] = [];
  for (const part of set.split(",")) {
    const match = /^([1-9]\d{0,9})(?::([1-9]\d{0,9}))?$/.exec(part);
    if (!match) return undefined;
    const [first, last = first] = match
      .slice(1)
      .map((text) => (text === undefined ? undefined : Number(text)));
    if (first === undefined || last === undefined) return undefined;
    const [low, high] = [Math.min(first, last), Math.max(first, last)];
    if (uids.length + high - low >= most) return undefined;
    for (let uid = low; uid <= high; uid++) uids.push(uid);
  }
  return uids.sort((a, b) => a - b);
}
