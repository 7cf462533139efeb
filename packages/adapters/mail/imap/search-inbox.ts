import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { SearchObject } from "imapflow";
import type { Filter } from "../filter/filter.ts";
import { type FilterSearch, planSearch, readSearchAbilities } from "../filter/filter-search.ts";
import type { MailAccount } from "../mail-account.ts";
import type { FoundMessage, SearchEnd } from "../message/found-message.ts";
import { fetchFound, fetchInOrder } from "./fetch-messages.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import { findUids, openMailbox } from "./open-mailbox.ts";
import { checkSearchCursor, type SearchCursor, writeSearchCursor } from "./search-cursor.ts";
import { chooseBatchSize, MAX_SIFTED, type SiftedMessage, siftMessages } from "./sift-messages.ts";

export interface InboxSearch {
  mailbox: string;
  filter: Filter;
  limit: number;
  includeBody: boolean;
  /** Identifier that binds cursors to this search (search-cursor.ts). */
  scope: string;
  /** Position at which an earlier search stopped and this one continues. */
  from?: SearchCursor | undefined;
}

export interface InboxResult extends SearchEnd {
  mailbox: string;
  /** Newest first. */
  messages: FoundMessage[];
  /** Messages with higher UIDs are new, as long as the validity does not change. */
  end: { uid_validity: string; last_uid: number };
}

/** Fraction of the call's time limit after which checking stops, to leave time for returning the results. */
const CHECKING_SHARE = 0.5;

/** Searches one mailbox, read-only, over one connection. Throws AdapterError. */
export function searchInbox(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  { mailbox, filter, limit, includeBody, scope, from }: InboxSearch,
): Promise<InboxResult> {
  const { clock, timeoutMs, deadline } = context;
  const siftUntil = clock.monotonic() + CHECKING_SHARE * Math.min(timeoutMs, deadline.remainingMs());
  return withImapSession(account, socketOptions, context, async (session) => {
    const { uidValidity, lastUid } = await openMailbox(session, mailbox);
    if (from) checkSearchCursor(from, uidValidity);
    const abilities = readSearchAbilities(session.client.capabilities);
    const search = planSearch(filter, abilities, clock.now());
    const decoded = await findUidsBefore(session, search.query, from?.before);
    const undecoded = await findUndecoded(session, search, from?.before);
    const found = [...new Set([...decoded, ...undecoded])].sort((a, b) => a - b);
    const mayContinue = () => clock.monotonic() < siftUntil;
    const { uids, more, stop } = await chooseNewest(session, found, search, { limit, mayContinue });
    const messages = await fetchFound(session, uids, includeBody);
    // A message may have arrived between opening and searching.
    const end = { uid_validity: uidValidity, last_uid: Math.max(lastUid, found.at(-1) ?? 0) };
    const stopped = stop && {
      ...findOldestTime(stop, messages),
      next_cursor: writeSearchCursor({ uidValidity, before: stop.uid, scope }),
    };
    return { mailbox, messages, more, ...stopped, end };
  });
}

async function findUidsBefore(
  session: ImapSession,
  query: SearchObject,
  before: number | undefined,
): Promise<number[]> {
  if (before === undefined) return findUids(session, query);
  return before > 1 ? findUids(session, { uid: `1:${before - 1}`, or: [query] }) : [];
}

/** Maximum number of messages with an undecoded subject to check. */
const MAX_UNDECODED = 100;

/** Finds messages by subjects that the server cannot decode. */
async function findUndecoded(
  session: ImapSession,
  { undecoded }: FilterSearch,
  before: number | undefined,
): Promise<number[]> {
  const uids = undecoded && (await findUidsBefore(session, undecoded.query, before)).slice(-MAX_UNDECODED);
  if (!uids?.length) return [];
  const messages = await fetchInOrder(session, uids, { envelope: true });
  return messages.filter(({ envelope }) => undecoded?.matches(envelope?.subject ?? "")).map(({ uid }) => uid);
}

/**
 * Returns the time of the oldest message checked. If that message is in the result, takes the time from it.
 */
function findOldestTime(
  { uid, receivedAt }: SearchStop,
  messages: readonly FoundMessage[],
): Pick<InboxResult, "searched_back_to"> {
  const time = receivedAt === undefined ? undefined : new Date(receivedAt).toISOString();
  const searched_back_to = time ?? messages.find(({ id }) => id === String(uid))?.date;
  return searched_back_to === undefined ? {} : { searched_back_to };
}

/** Position at which a search stopped before reaching the oldest message. */
interface SearchStop {
  /** The lowest UID checked. */
  uid: number;
  /** Time of receipt of that message in milliseconds since the epoch, or `undefined` if unknown. */
  receivedAt: number | undefined;
}

interface NewestMatches {
  /** Descending. */
  uids: number[];
  /** True if more messages match or may match. */
  more: boolean;
  /** `undefined` if every message was checked. */
  stop: SearchStop | undefined;
}

interface SearchBounds {
  limit: number;
  /** Returns whether there is time to check more messages. */
  mayContinue(): boolean;
}

/** Returns the newest UIDs, of those found (ascending), that match the filter. */
async function chooseNewest(
  session: ImapSession,
  found: readonly number[],
  { keeps, needs }: FilterSearch,
  { limit, mayContinue }: SearchBounds,
): Promise<NewestMatches> {
  const candidates = found.toReversed();
  if (!keeps) return cutAt(candidates, limit) ?? { uids: candidates, more: false, stop: undefined };
  const kept: SiftedMessage[] = [];
  let unreadable = false;
  let last: SiftedMessage | undefined;
  let looked = 0;
  const most = Math.min(candidates.length, MAX_SIFTED);
  while (looked < most && kept.length <= limit && (looked === 0 || mayContinue())) {
    const batch = candidates.slice(looked, Math.min(looked + chooseBatchSize(needs), most));
    const sifted = await siftMessages(session, batch, keeps, needs);
    kept.push(...sifted.filter((message) => message.kept));
    unreadable ||= sifted.some((message) => message.kept === undefined);
    last = sifted.at(-1) ?? last;
    looked += batch.length;
  }
  const uids = kept.map(({ uid }) => uid);
  const cut = cutAt(uids, limit);
  if (cut) return cut;
  const uid = candidates[looked - 1];
  const stop =
    looked < candidates.length && uid !== undefined ? { uid, receivedAt: last?.receivedAt } : undefined;
  return { uids, more: unreadable || stop !== undefined, stop };
}

/** Returns the first `limit` UIDs, or `undefined` if there are no more than that. */
function cutAt(uids: readonly number[], limit: number): NewestMatches | undefined {
  if (uids.length <= limit) return undefined;
  const chosen = uids.slice(0, limit);
  const uid = chosen.at(-1);
  return { uids: chosen, more: true, stop: uid === undefined ? undefined : { uid, receivedAt: undefined } };
}
