import { fetchInOrder } from "./fetch-messages.ts";
import type { FilterSearch, MessageFacts } from "./filter/filter-search.ts";
import type { ImapSession } from "./imap-session.ts";
import { messageFacts } from "./read-message.ts";
import { SIFTED_AT_ONCE } from "./search-uids.ts";

export interface OldestChosen {
  /** Ascending. */
  uids: number[];
  /** Those behind this UID were not looked at; `undefined` when all were. */
  upTo: number | undefined;
}

/**
 * The oldest of the UIDs found, `limit` of them, that the filter keeps, among the first `most`. One whose structure cannot be
 * read may have attachments or none, and is kept: whoever goes on from `upTo` does not come back to it.
 */
export async function chooseOldest(
  session: ImapSession,
  found: readonly number[],
  search: FilterSearch,
  { limit, most }: { limit: number; most: number },
): Promise<OldestChosen> {
  const kept: number[] = [];
  const candidates = found.slice(0, most);
  for (let start = 0; start < candidates.length && kept.length <= limit; start += SIFTED_AT_ONCE)
    kept.push(...(await keptOf(session, candidates.slice(start, start + SIFTED_AT_ONCE), search)));
  const uids = kept.slice(0, limit);
  if (kept.length > limit) return { uids, upTo: uids.at(-1) };
  return { uids, upTo: candidates.length < found.length ? candidates.at(-1) : undefined };
}

/** The structure, which a server may have to read the message for, is asked of those alone whose date is right. */
async function keptOf(
  session: ImapSession,
  uids: readonly number[],
  { keeps, needsStructure }: FilterSearch,
): Promise<readonly number[]> {
  if (!keeps) return uids;
  let kept = uids;
  for (const bodyStructure of needsStructure ? [false, true] : [false]) {
    const messages = await fetchInOrder(session, kept, { internalDate: true, bodyStructure });
    kept = messages.filter((message) => mayKeep(keeps, messageFacts(message))).map(({ uid }) => uid);
  }
  return kept;
}

function mayKeep(keeps: (facts: MessageFacts) => boolean, facts: MessageFacts): boolean {
  const possible = facts.hasAttachment === undefined ? [true, false] : [facts.hasAttachment];
  return possible.some((hasAttachment) => keeps({ ...facts, hasAttachment }));
}
