import type { FetchQueryObject } from "imapflow";
import type { FilterSearch, NeededFacts } from "../filter/filter-search.ts";
import type { FetchedMessage } from "../message/read-message.ts";
import { readMessageFacts } from "../message/read-message.ts";
import { FETCH_BATCH_SIZE, fetchInOrder } from "./fetch-messages.ts";
import type { ImapSession } from "./imap-session.ts";

/** Maximum number of messages that one search checks against a filter. */
export const MAX_SIFTED = 2_000;
const MAX_BATCH_SIZE = 200;

/** A message that was checked against a filter. */
export interface SiftedMessage {
  uid: number;
  /** True if the message matches the filter. `undefined` if the server's response about it is unreadable. */
  kept: boolean | undefined;
  /** Milliseconds since the epoch. */
  receivedAt: number | undefined;
}

/** Returns the number of messages to check per batch. Envelopes come from strangers and may be large. */
export function chooseBatchSize({ addresses }: NeededFacts): number {
  return addresses ? FETCH_BATCH_SIZE : MAX_BATCH_SIZE;
}

/**
 * Checks messages against a filter. Returns results in the order of the UIDs, without messages that no longer
 * exist. Fetches a message's structure only if everything else matches, because a server may have to read the
 * whole message to determine it.
 */
export async function siftMessages(
  session: ImapSession,
  uids: readonly number[],
  keeps: NonNullable<FilterSearch["keeps"]>,
  needs: NeededFacts,
): Promise<SiftedMessage[]> {
  const messages = new Map<number, FetchedMessage>();
  const keepMessage = (message: FetchedMessage) => keeps(readMessageFacts(message));
  let undecided = uids;
  for (const query of createQueries(needs)) {
    const fetched = new Map((await fetchInOrder(session, undecided, query)).map((each) => [each.uid, each]));
    for (const uid of undecided) {
      const message = fetched.get(uid);
      if (message) messages.set(uid, { ...messages.get(uid), ...message });
      else messages.delete(uid);
    }
    undecided = [...messages.values()]
      .filter((message) => keepMessage(message) !== false)
      .map(({ uid }) => uid);
  }
  return [...messages.values()].map((message) => ({
    uid: message.uid,
    kept: keepMessage(message),
    receivedAt: readMessageFacts(message).receivedAt,
  }));
}

function createQueries({ receivedAt, addresses, hasAttachment }: NeededFacts): FetchQueryObject[] {
  const first = { internalDate: true, envelope: addresses };
  if (!hasAttachment) return [first];
  const structure = { bodyStructure: true };
  return receivedAt || addresses ? [first, structure] : [{ ...first, ...structure }];
}
