import type { FetchQueryObject } from "imapflow";
import type { FoundMessage } from "../message/found-message.ts";
import { readMessage } from "../message/read-message.ts";
import { fetchBodies } from "./fetch-bodies.ts";
import { type FetchedMessage, fetchedMessage } from "./fetched-message.ts";
import type { ImapSession } from "./imap-session.ts";

/** Messages fetched in one command: a stranger may have filled each with a megabyte of names. */
export const FETCHED_AT_ONCE = 25;

/** The messages of these UIDs, in their order. */
export async function fetchFound(
  session: ImapSession,
  uids: readonly number[],
  includeBody: boolean,
): Promise<FoundMessage[]> {
  const query = { envelope: true, flags: true, internalDate: true, size: true, bodyStructure: true };
  const found: FoundMessage[] = [];
  for (let start = 0; start < uids.length; start += FETCHED_AT_ONCE) {
    const messages = await fetchInOrder(session, uids.slice(start, start + FETCHED_AT_ONCE), query);
    const bodies = includeBody ? await fetchBodies(session.client, messages) : undefined;
    found.push(...messages.map((message) => ({ ...readMessage(message), ...bodies?.get(message.uid) })));
  }
  return found;
}

/**
 * Fetches messages by UID. One that was deleted since the search is not among them. One whose answer imapflow cannot read,
 * and therefore drops, is asked for again with less; a search must not overlook it.
 */
export async function fetchInOrder(
  { client, swallowed }: ImapSession,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchedMessage[]> {
  const messages = new Map<number, FetchedMessage>();
  const withoutStructure = { ...query, bodyStructure: false };
  for (const asked of [query, withoutStructure, { ...withoutStructure, envelope: false }]) {
    const missing = uids.filter((uid) => !messages.has(uid));
    if (missing.length === 0) break;
    swallowed.forget();
    for await (const message of client.fetch(missing.join(","), { ...asked, uid: true }, { uid: true })) {
      // Flags that changed meanwhile may be told by themselves.
      if (missing.includes(message.uid))
        messages.set(message.uid, { ...messages.get(message.uid), ...fetchedMessage(message) });
    }
    if (!swallowed.unreadable) break;
  }
  if (swallowed.unreadable && messages.size < uids.length) throw swallowed.latest;
  return uids.flatMap((uid) => messages.get(uid) ?? []);
}
