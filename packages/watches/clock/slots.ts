import { createHash } from "node:crypto";
import { INTERVALS, type Interval, type WatchSource } from "../service/watch.ts";

/** Feeds and inboxes have separate ticks and polls, so that a flood in one does not delay the other. */
export type Wheel = Exclude<WatchSource["type"], "approvals">;
export const WHEELS: readonly Wheel[] = ["feed", "inbox"];

/** Number of partitions of a slot. */
const SHARDS = 4;

/** A watch's position in the schedule wheel. Computed and written once. */
export interface Place {
  slot: string;
  position: string;
}

/**
 * Computes a watch's position. A tenant's watches of the same feed or mailbox have the same minute and shard
 * and neighbouring positions, so that one batch polls them together, over one connection. All mailboxes of a
 * tenant are placed together too, because the tenant's data key decrypts them all.
 */
export function choosePlace(tenantId: string, id: string, source: WatchSource, interval: Interval): Place {
  const ofSource = hashOf(hashSource(tenantId, source));
  const together = source.type === "inbox" ? hashOf(tenantId) : ofSource;
  const minute = together.readUInt32BE(0) % interval;
  const shard = together.readUInt8(4) % SHARDS;
  const near = source.type === "inbox" ? [together, ofSource] : [ofSource];
  return {
    slot: formatSlot(source.type, interval, minute, shard),
    position: [...near.map((hash) => hash.subarray(5, 13).toString("hex")), id].join("#"),
  };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Returns the key shared by watches that can be polled together. */
export function hashSource(tenantId: string, source: WatchSource): string {
  if (source.type === "approvals") return JSON.stringify([tenantId, source.type]);
  return JSON.stringify(
    source.type === "feed"
      ? [tenantId, "feed", source.url]
      : [tenantId, "inbox", source.credential_id, source.mailbox],
  );
}

/** Yields a wheel's slots that are due in the minutes from `first` to `last` (since the epoch), each once. */
export function* listDueSlots(wheel: Wheel, first: number, last: number): Generator<string> {
  for (const interval of INTERVALS) {
    const minutes = new Set<number>();
    for (let minute = first; minute <= last && minutes.size < interval; minute++)
      minutes.add(minute % interval);
    for (const minute of minutes)
      for (let shard = 0; shard < SHARDS; shard++) yield formatSlot(wheel, interval, minute, shard);
  }
}

/** Returns the last minute (since the epoch), up to `minute`, in which a slot was due. */
export function findLastDue(slot: string, minute: number): number {
  const [interval, ofInterval] = slot.split("#").slice(1).map(Number);
  if (!interval || ofInterval === undefined) throw new Error(`There is no slot ${slot}.`);
  return minute - ((((minute - ofInterval) % interval) + interval) % interval);
}

function formatSlot(wheel: WatchSource["type"], interval: Interval, minute: number, shard: number): string {
  return `${wheel}#${interval}#${minute}#${shard}`;
}
