import type { SocketOptionsFor } from "../../egress/socket-options.ts";
import { fetchFound } from "./fetch-messages.ts";
import type { Filter } from "./filter/filter.ts";
import { filterSearch, searchAbilities } from "./filter/filter-search.ts";
import type { FoundMessage } from "./found-message.ts";
import { type SessionContext, withImapSession } from "./imap-session.ts";
import type { MailAccount } from "./mail-account.ts";
import { openMailbox } from "./open-mailbox.ts";
import { chooseNewest, findUids } from "./search-uids.ts";

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
    const { uidValidity, lastUid } = await openMailbox(session, mailbox);
    const abilities = searchAbilities(session.client.capabilities);
    const search = filterSearch(filter, abilities, context.clock.now());
    const found = await findUids(session, search.query);
    const { uids, more } = await chooseNewest(session, found, search, limit);
    const messages = await fetchFound(session, uids, includeBody);
    // A message may have come between opening and searching.
    const cursor = { uid_validity: uidValidity, last_uid: Math.max(lastUid, found.at(-1) ?? 0) };
    return { mailbox, messages, more, cursor };
  });
}
