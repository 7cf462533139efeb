import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ImapFlow, MailboxObject, SearchObject } from "imapflow";
import { cleanLine } from "../message/clean-lines.ts";
import type { ImapSession } from "./imap-session.ts";

/** Mailboxes named in a refusal. */
const MAILBOXES_SHOWN = 30;
const MAX_NAME = 100;

export interface OpenedMailbox {
  /** UIDs mean something as long as this stays the same; "0" where the server tells none. */
  uidValidity: string;
  /** The highest UID given so far; of a server that does not tell, that of the last message there is. */
  lastUid: number;
  /** True when the server announced the next UID. */
  toldNextUid: boolean;
}

/**
 * Opens a mailbox with EXAMINE, so that nothing is marked as read. Throws AdapterValidationError when the
 * mailbox does not exist; the error's next step names mailboxes that do.
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

/**
 * imapflow 2.1.2 takes the square of the length of an ESEARCH answer: of more messages than these it could be
 * long.
 */
const MOST_FOR_EXTENDED = 700;

/**
 * The UIDs a query finds, in ascending order; by an extended search (ESEARCH) where it is offered and the
 * mailbox is small. imapflow answers a search that failed with `false` and throws nothing: that is never "no
 * mail". Nor is a part of the answer that it could not read.
 */
export async function findUids({ client, swallowed }: ImapSession, query: SearchObject): Promise<number[]> {
  swallowed.forget();
  const { mailbox, capabilities } = client;
  const extended = capabilities.has("ESEARCH") && mailbox && mailbox.exists <= MOST_FOR_EXTENDED;
  const uids = extended ? await extendedSearch(client, query) : await client.search(query, { uid: true });
  if (swallowed.latest !== undefined) throw swallowed.latest;
  if (uids) return uids;
  throw new AdapterTransientError("The mail server's answer to the search could not be read.");
}

async function extendedSearch(client: ImapFlow, query: SearchObject): Promise<number[] | undefined> {
  const found = await client.search(query, { uid: true, returnOptions: ["COUNT", "ALL"] });
  if (!found || Array.isArray(found)) return found || undefined;
  if (found.all === undefined) return found.count === 0 ? [] : undefined;
  // Mail may have come since the mailbox was opened.
  return uidsOfSet(String(found.all), 2 * MOST_FOR_EXTENDED);
}

/**
 * The UIDs of a set such as "1,5:10" (RFC 3501, `sequence-set`), ascending. `undefined` for what is no set of
 * UIDs and for one of more than `most`: a few letters can stand for thousands of millions.
 */
function uidsOfSet(set: string, most: number): number[] | undefined {
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
