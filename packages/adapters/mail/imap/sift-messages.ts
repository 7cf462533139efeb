import type { FetchQueryObject } from "imapflow";
import type { FilterSearch, NeededFacts } from "../filter/filter-search.ts";
import type { FetchedMessage } from "../message/read-message.ts";
import { messageFacts } from "../message/read-message.ts";
import { FETCHED_AT_ONCE, fetchInOrder } from "./fetch-messages.ts";
import type { ImapSession } from "./imap-session.ts";

/** Maximum number of messages that one search checks against a filter. */
export const MAX_SIFTED = 2_000;
const SIFTED_AT_ONCE = 200;

/** A message that was checked against a filter. */
export interface SiftedMessage {
  uid: number;
  /** True if the message matches the filter, `undefined` if the server's response about it is unreadable. */
  kept: boolean | undefined;
  /** Milliseconds since the epoch. */
  receivedAt: number | undefined;
}

/** Returns the number of messages to check at once. Envelopes come from strangers and may be large. */
export function siftedAtOnce({ addresses }: NeededFacts): number {
  return addresses ? FETCHED_AT_ONCE : SIFTED_AT_ONCE;
}

/**
 * Checks messages against a filter. Results are in the order of the UIDs, without messages that no longer
 * exist. A server may have to read a message to determine its structure, so the structure is fetched only if
 * everything else matches.
 */
export async function siftMessages(
  session: ImapSession,
  uids: readonly number[],
  keeps: NonNullable<FilterSearch["keeps"]>,
  needs: NeededFacts,
): Promise<SiftedMessage[]> {
  const messages = new Map<number, FetchedMessage>();
  const keptOf = (message: FetchedMessage) => keeps(messageFacts(message));
  let undecided = uids;
  for (const query of queriesFor(needs)) {
    const fetched = new Map((await fetchInOrder(session, undecided, query)).map((each) => [each.uid, each]));
    for (const uid of undecided) {
      const message = fetched.get(uid);
      if (message) messages.set(uid, { ...messages.get(uid), ...message });
      else messages.delete(uid);
    }
    undecided = [...messages.values()].filter((message) => keptOf(message) !== false).map(({ uid }) => uid);
  }
  return [...messages.values()].map((message) => ({
    uid: message.uid,
    kept: keptOf(message),
    receivedAt: messageFacts(message).receivedAt,
  }));
}

function queriesFor({ receivedAt, addresses, hasAttachment }: NeededFacts): FetchQueryObject[] {
  const first = { internalDate: true, envelope: addresses };
  if (!hasAttachment) return [first];
  const structure = { bodyStructure: true };
  return receivedAt || addresses ? [first, structure] : [{ ...first, ...structure }];
}
