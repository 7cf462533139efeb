import type { FilterSearch } from "../filter/filter-search.ts";
import type { ImapSession } from "./imap-session.ts";
import { siftedAtOnce, siftMessages } from "./sift-messages.ts";

export interface OldestChosen {
  /** Ascending. */
  uids: number[];
  /** Those behind this UID were not looked at; `undefined` when all were. */
  upTo: number | undefined;
}

/**
 * The oldest of the UIDs found, `limit` of them, that the filter keeps, among the first `most`. A message whose facts
 * cannot be read may be meant, and is kept: whoever goes on from `upTo` does not come back to it.
 */
export async function chooseOldest(
  session: ImapSession,
  found: readonly number[],
  search: FilterSearch,
  { limit, most }: { limit: number; most: number },
): Promise<OldestChosen> {
  const kept: number[] = [];
  const candidates = found.slice(0, most);
  const atOnce = siftedAtOnce(search.needs);
  for (let start = 0; start < candidates.length && kept.length <= limit; start += atOnce)
    kept.push(...(await keptOf(session, candidates.slice(start, start + atOnce), search)));
  const uids = kept.slice(0, limit);
  if (kept.length > limit) return { uids, upTo: uids.at(-1) };
  return { uids, upTo: candidates.length < found.length ? candidates.at(-1) : undefined };
}

async function keptOf(
  session: ImapSession,
  uids: readonly number[],
  { keeps, needs }: FilterSearch,
): Promise<readonly number[]> {
  if (!keeps) return uids;
  const sifted = await siftMessages(session, uids, keeps, needs);
  return sifted.filter(({ kept }) => kept !== false).map(({ uid }) => uid);
}
