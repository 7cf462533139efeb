import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { Filter, FilterTerm } from "../filter/filter.ts";
import { type FilterSearch, planSearch, readSearchAbilities } from "../filter/filter-search.ts";
import type { MailAccount } from "../mail-account.ts";
import type { FoundMessage } from "../message/found-message.ts";
import { fetchFound } from "./fetch-messages.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import { advanceCursor, type MailCursor, type PollStart, planPoll } from "./mail-cursor.ts";
import { findUids, type OpenedMailbox, openMailbox } from "./open-mailbox.ts";
import { addSeen, hashMail, parseSeenHashes } from "./seen-hashes.ts";
import { chooseBatchSize, MAX_SIFTED, siftMessages } from "./sift-messages.ts";

/** Maximum number of messages per poll. */
const MAX_MESSAGES = 50;
/**
 * Overlap for a recreated mailbox, because the last poll took some time and the server's clock may differ.
 */
const RECREATED_MARGIN_MS = 3_600_000;

/** One watch's poll of a mailbox. Watches of the same mailbox share one connection. */
export interface MailPoll {
  filter: Filter;
  /** Position at which the last poll stopped. Null for the first poll, which only sets the baseline. */
  cursor: MailCursor | null;
  /**
   * ISO time of the last successful poll, used if the mailbox's UIDs have become invalid. If null, such a
   * poll also sets a baseline.
   */
  since: string | null;
}

export interface NewMail {
  /** Oldest first, at most 50. The next poll reads the rest, from the cursor. */
  messages: IdentifiedMessage[];
  cursor: MailCursor;
  /** True if the mailbox was recreated since the last poll (mail-cursor.ts). */
  recreated: boolean;
  more: boolean;
}

/**
 * Reads new messages of a mailbox for several watches, read-only and over one connection. Results are in the
 * order of the polls. Either all succeed or it throws AdapterError.
 */
export function readNewMail(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  mailbox: string,
  looks: readonly MailPoll[],
): Promise<NewMail[]> {
  return withImapSession(account, socketOptions, context, async (session) => {
    const opened = await openMailbox(session, mailbox);
    const found: NewMail[] = [];
    for (const look of looks) found.push(await pollMailbox(session, opened, look, context.clock.now()));
    return found;
  });
}

async function pollMailbox(
  session: ImapSession,
  opened: OpenedMailbox,
  { filter, cursor, since }: MailPoll,
  now: number,
): Promise<NewMail> {
  const { uidValidity: uid_validity, lastUid } = opened;
  const begun = planPoll(cursor, since, opened);
  const { after, anewUpTo, recreated } = begun;
  const anew = anewUpTo !== undefined;
  const seen = cursor?.seen ?? "";
  if (lastUid <= after) {
    const unmoved = advanceCursor(begun, { uid_validity, last_uid: after, seen }, false);
    return { messages: [], cursor: unmoved, recreated, more: false };
  }
  const terms = [...filter.terms, ...createReceivedTerms(begun)];
  const search = planSearch({ terms }, readSearchAbilities(session.client.capabilities), now);
  const found = await findUidsBetween(session, after, anewUpTo, search);
  const reported = parseSeenHashes(seen);
  // Checks every message of a recreated mailbox. Those skipped as too old would otherwise be left for the
  // next poll, which would take them for new.
  const bounds = anew
    ? { limit: MAX_MESSAGES + reported.size, most: found.length }
    : { limit: MAX_MESSAGES, most: MAX_SIFTED };
  const { uids, upTo } = await chooseOldest(session, found, search, bounds);
  const fetched = await fetchFound(session, uids, false);
  const unreported = anew ? fetched.filter((message) => !reported.has(hashMail(message))) : fetched;
  const messages = unreported.slice(0, MAX_MESSAGES);
  const cutAt = unreported.length > messages.length ? Number(messages.at(-1)?.id) : upTo;
  // A message may have arrived between opening and searching.
  const last_uid = cutAt ?? Math.min(Math.max(lastUid, found.at(-1) ?? 0), anewUpTo ?? Infinity);
  const end = { uid_validity, last_uid, seen: addSeen(seen, messages.map(hashMail)) };
  return {
    messages: assignIdentities(messages, reported, uid_validity),
    cursor: advanceCursor(begun, end, cutAt !== undefined),
    recreated,
    more: cutAt !== undefined || last_uid < lastUid,
  };
}

/**
 * Finds the UIDs after `after`, up to `upTo`. `*` means the last message, even if its UID is lower than the
 * start.
 */
async function findUidsBetween(
  session: ImapSession,
  after: number,
  upTo: number | undefined,
  { query }: FilterSearch,
): Promise<number[]> {
  const found = await findUids(session, { uid: `${after + 1}:*`, or: [query] });
  return found.filter((uid) => uid > after && uid <= (upTo ?? uid));
}

/** Creates the condition on the time of receipt, which applies only to a recreated mailbox. */
function createReceivedTerms({ since, anewUpTo }: PollStart): FilterTerm[] {
  if (anewUpTo === undefined || since === null) return [];
  return [{ type: "received", bound: "since", at: Date.parse(since) - RECREATED_MARGIN_MS }];
}

interface OldestMatches {
  /** Ascending. */
  uids: number[];
  /** UID after which messages were not checked, or `undefined` if all were checked. */
  upTo: number | undefined;
}

/**
 * Returns the oldest `limit` UIDs that match the filter, among the first `most`. Includes a message whose
 * facts are unreadable: it may match, and the next poll, which starts from `upTo`, would not check it again.
 */
async function chooseOldest(
  session: ImapSession,
  found: readonly number[],
  search: FilterSearch,
  { limit, most }: { limit: number; most: number },
): Promise<OldestMatches> {
  const kept: number[] = [];
  const candidates = found.slice(0, most);
  const atOnce = chooseBatchSize(search.needs);
  for (let start = 0; start < candidates.length && kept.length <= limit; start += atOnce)
    kept.push(...(await filterUids(session, candidates.slice(start, start + atOnce), search)));
  const uids = kept.slice(0, limit);
  if (kept.length > limit) return { uids, upTo: uids.at(-1) };
  return { uids, upTo: candidates.length < found.length ? candidates.at(-1) : undefined };
}

async function filterUids(
  session: ImapSession,
  uids: readonly number[],
  { keeps, needs }: FilterSearch,
): Promise<readonly number[]> {
  if (!keeps) return uids;
  const sifted = await siftMessages(session, uids, keeps, needs);
  return sifted.filter(({ kept }) => kept !== false).map(({ uid }) => uid);
}

interface IdentifiedMessage {
  identity: string;
  message: FoundMessage;
}

/**
 * Assigns identities to messages of one mailbox, oldest first:
 *
 * - Within one UIDVALIDITY, a UID identifies a mail. Every mail is reported once, because the cursor passes
 *   each UID once.
 * - A mail's identity is its hash, so that it stays the same under another UIDVALIDITY and UID.
 * - A hash that was already reported (`seen`, or earlier in this list) belongs to another mail that looks the
 *   same. Its identity is the hash with UIDVALIDITY and UID.
 * - In a recreated mailbox, UIDs have no meaning. A hash that was reported is the same mail, which is removed
 *   before it gets here.
 */
function assignIdentities(
  messages: readonly FoundMessage[],
  seen: ReadonlySet<string>,
  uidValidity: string,
): IdentifiedMessage[] {
  const reported = new Set(seen);
  return messages.map((message) => {
    const hash = hashMail(message);
    const identity = reported.has(hash) ? `${hash} ${uidValidity}:${message.id}` : hash;
    reported.add(hash);
    return { identity, message };
  });
}
