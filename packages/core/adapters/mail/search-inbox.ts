import type { ImapFlow, MailboxObject } from "imapflow";
import type { SocketOptionsFor } from "../../egress/socket-options.ts";
import { AdapterTransientError, AdapterValidationError } from "../../errors/adapter-error.ts";
import { cleanLine } from "./clean-lines.ts";
import { fetchFound } from "./fetch-messages.ts";
import type { Filter } from "./filter/filter.ts";
import { filterSearch } from "./filter/filter-search.ts";
import type { FoundMessage } from "./found-message.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import type { MailAccount } from "./mail-account.ts";
import { chooseNewest, findUids } from "./search-uids.ts";

/** Mailboxes named in a refusal. */
const MAILBOXES_SHOWN = 30;
const MAX_NAME = 100;

export interface InboxSearch {
  mailbox: string;
  filter: Filter;
  limit: number;
  includeBody: boolean;
}

export interface InboxAnswer {
  mailbox: string;
  /** Newest first. */
  messages: FoundMessage[];
  /** Older ones match too, or were not looked at. */
  more: boolean;
  /** Where the search ended: messages with higher UIDs are new, as long as the validity stays the same. */
  cursor: { uid_validity: string; last_uid: number };
}

/** Searches one mailbox, read-only, over one connection. Throws AdapterError. */
export function searchInbox(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  { mailbox, filter, limit, includeBody }: InboxSearch,
): Promise<InboxAnswer> {
  return withImapSession(account, socketOptions, context, async (session) => {
    const { capabilities } = session.client;
    const opened = await openReadOnly(session.client, mailbox);
    const last = await lastUid(session, opened);
    const abilities = { gmail: capabilities.has("X-GM-EXT-1"), within: capabilities.has("WITHIN") };
    const search = filterSearch(filter, abilities, context.clock.now());
    const found = await findUids(session, search.query);
    const { uids, more } = await chooseNewest(session, found, search, limit);
    const messages = await fetchFound(session, uids, includeBody);
    // A message may have come between opening and searching.
    const cursor = {
      uid_validity: String(opened.uidValidity ?? 0),
      last_uid: Math.max(last, found.at(-1) ?? 0),
    };
    return { mailbox, messages, more, cursor };
  });
}

/** EXAMINE: nothing is marked as read. What there is in place of a mailbox that is missing is part of the refusal. */
async function openReadOnly(client: ImapFlow, mailbox: string): Promise<Partial<MailboxObject>> {
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

/** The highest UID given so far; a server that does not tell the next one is asked for the last. */
async function lastUid(session: ImapSession, { uidNext, exists }: Partial<MailboxObject>): Promise<number> {
  if (uidNext !== undefined) return uidNext - 1;
  return exists ? ((await findUids(session, { uid: "*" })).at(-1) ?? 0) : 0;
}

function isMissingMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("mailboxMissing" in error && error.mailboxMissing === true) return true;
  return "serverResponseCode" in error && error.serverResponseCode === "NONEXISTENT";
}
