import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import { fetchBodies } from "./fetch-bodies.ts";
import type { FoundMessage } from "./found-message.ts";
import { readMessage } from "./read-message.ts";

/** The messages of these UIDs, in their order. */
export async function fetchFound(
  client: ImapFlow,
  uids: readonly number[],
  includeBody: boolean,
): Promise<FoundMessage[]> {
  const messages = await fetchInOrder(client, uids, {
    uid: true,
    envelope: true,
    flags: true,
    internalDate: true,
    size: true,
    bodyStructure: true,
  });
  const bodies = includeBody ? await fetchBodies(client, messages) : undefined;
  return messages.map((message) => ({ ...readMessage(message), ...bodies?.get(message.uid) }));
}

/** A message that was deleted since the search is not among them; what a server tells of one unasked is worked in. */
export async function fetchInOrder(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  if (uids.length === 0) return [];
  const messages = new Map<number, FetchMessageObject>();
  for (const message of await client.fetchAll(uids.join(","), query, { uid: true }))
    messages.set(message.uid, { ...messages.get(message.uid), ...message });
  return uids.flatMap((uid) => messages.get(uid) ?? []);
}
