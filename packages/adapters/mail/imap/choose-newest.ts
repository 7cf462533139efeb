import type { FilterSearch } from "../filter/filter-search.ts";
import type { ImapSession } from "./imap-session.ts";
import { MAX_SIFTED, type SiftedMessage, siftedAtOnce, siftMessages } from "./sift-messages.ts";

/** Where a search stopped before it came to the oldest message. */
export interface SearchStop {
  /** The lowest UID that was looked at. */
  uid: number;
  /** When that message was received, in milliseconds since the epoch; `undefined` where it was not asked or not told. */
  receivedAt: number | undefined;
}

export interface NewestChosen {
  /** Descending. */
  uids: number[];
  /** More messages match, or may match. */
  more: boolean;
  /** `undefined` when every message was looked at. */
  stop: SearchStop | undefined;
}

export interface ChoosingBounds {
  limit: number;
  /** Answers whether there is time to sift more messages. */
  mayContinue(): boolean;
}

/** Chooses the newest of the UIDs found (ascending) that the filter keeps. */
export async function chooseNewest(
  session: ImapSession,
  found: readonly number[],
  { keeps, needs }: FilterSearch,
  { limit, mayContinue }: ChoosingBounds,
): Promise<NewestChosen> {
  const candidates = found.toReversed();
  if (!keeps) return cutAt(candidates, limit) ?? { uids: candidates, more: false, stop: undefined };
  const kept: SiftedMessage[] = [];
  let unreadable = false;
  let last: SiftedMessage | undefined;
  let looked = 0;
  const most = Math.min(candidates.length, MAX_SIFTED);
  while (looked < most && kept.length <= limit && (looked === 0 || mayContinue())) {
    const batch = candidates.slice(looked, Math.min(looked + siftedAtOnce(needs), most));
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

/** `undefined` when there are no more than the limit. */
function cutAt(uids: readonly number[], limit: number): NewestChosen | undefined {
  if (uids.length <= limit) return undefined;
  const chosen = uids.slice(0, limit);
  const uid = chosen.at(-1);
  return { uids: chosen, more: true, stop: uid === undefined ? undefined : { uid, receivedAt: undefined } };
}
