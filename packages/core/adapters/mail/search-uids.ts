import type { ImapFlow, SearchObject } from "imapflow";
import { AdapterTransientError } from "../../errors/adapter-error.ts";
import { fetchInOrder } from "./fetch-messages.ts";
import type { FilterSearch } from "./filter/filter-search.ts";
import type { SwallowedFailure } from "./imap-session.ts";
import { messageFacts } from "./read-message.ts";
import { type FoundUids, newestFirst } from "./uid-list.ts";

/** Messages a filter is held against in one command, and at most in one search. */
const SIFTED_AT_ONCE = 200;
const MAX_SIFTED = 2_000;

/** The UIDs a query finds. imapflow answers a search that failed with `false` and throws nothing: that is never "no mail". */
export async function findUids(
  client: ImapFlow,
  swallowed: SwallowedFailure,
  query: SearchObject,
): Promise<FoundUids> {
  swallowed.forget();
  const found = await client.search(query, { uid: true, returnOptions: ["COUNT", "ALL"] });
  const uids = found && !Array.isArray(found) ? (found.all ?? (found.count === 0 ? [] : undefined)) : found;
  if (uids && uids.length > 0) return uids;
  if (swallowed.latest !== undefined) throw swallowed.latest;
  if (uids) return uids;
  throw new AdapterTransientError("The mail server's answer to the search could not be read.");
}

/** The newest of the UIDs that the filter keeps, and whether there are or may be more. */
export async function chooseNewest(
  client: ImapFlow,
  found: FoundUids,
  { keeps, needsStructure }: FilterSearch,
  limit: number,
): Promise<{ uids: number[]; more: boolean }> {
  const candidates = newestFirst(found);
  if (!keeps) {
    const uids = take(candidates, limit + 1);
    return { uids: uids.slice(0, limit), more: uids.length > limit };
  }
  const kept: number[] = [];
  for (let sifted = 0; sifted < MAX_SIFTED; sifted += SIFTED_AT_ONCE) {
    const batch = take(candidates, SIFTED_AT_ONCE);
    const query = { uid: true, internalDate: true, bodyStructure: needsStructure };
    const messages = await fetchInOrder(client, batch, query);
    kept.push(...messages.filter((message) => keeps(messageFacts(message))).map(({ uid }) => uid));
    if (kept.length > limit) return { uids: kept.slice(0, limit), more: true };
    if (batch.length < SIFTED_AT_ONCE) return { uids: kept, more: false };
  }
  return { uids: kept, more: true };
}

function take(uids: Iterator<number>, count: number): number[] {
  const taken: number[] = [];
  while (taken.length < count) {
    const { done, value } = uids.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
