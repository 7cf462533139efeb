import type { ImapFlow, MailboxObject } from "imapflow";
import type { SocketOptionsFor } from "../../egress/socket-options.ts";
import { AdapterTransientError, AdapterValidationError } from "../../errors/adapter-error.ts";
import { fetchFound } from "./fetch-messages.ts";
import type { Filter } from "./filter/filter.ts";
import { filterSearch } from "./filter/filter-search.ts";
import type { FoundMessage } from "./found-message.ts";
import { type SessionBounds, withImapSession } from "./imap-session.ts";
import type { MailAccount } from "./mail-account.ts";
import { chooseNewest, findUids } from "./search-uids.ts";
import { newestFirst } from "./uid-list.ts";

/** Mailboxes named in a refusal. */
const MAILBOXES_SHOWN = 30;

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
  bounds: SessionBounds,
  { mailbox, filter, limit, includeBody }: InboxSearch,
): Promise<InboxAnswer> {
  return withImapSession(account, socketOptions, bounds, async ({ client, swallowed }) => {
    const { uidValidity, uidNext = 1 } = await openReadOnly(client, mailbox);
    const { capabilities } = client;
    const abilities = { gmail: capabilities.has("X-GM-EXT-1"), within: capabilities.has("WITHIN") };
    const search = filterSearch(filter, abilities, bounds.clock.now());
    const found = await findUids(client, swallowed, search.query);
    const { uids, more } = await chooseNewest(client, found, search, limit);
    const messages = await fetchFound(client, uids, includeBody);
    // A message may have come between opening and searching.
    const [highest = 0] = newestFirst(found);
    const cursor = { uid_validity: String(uidValidity ?? 0), last_uid: Math.max(uidNext - 1, highest) };
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
    const names = (await client.list()).map(({ path }) => path).slice(0, MAILBOXES_SHOWN);
    throw new AdapterValidationError(`There is no mailbox called ${mailbox}.`, {
      nextStep: `Name one of: ${names.join(", ")}.`,
      providerCode: "NONEXISTENT",
    });
  }
  throw new AdapterTransientError("The mail server closed the connection.");
}

function isMissingMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("mailboxMissing" in error && error.mailboxMissing === true) return true;
  return "serverResponseCode" in error && error.serverResponseCode === "NONEXISTENT";
}
