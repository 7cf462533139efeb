import type { WatchRecord } from "../service/watch.ts";

/**
 * A watch's entry in the schedule wheel, which is all that a tick reads. `position` sorts within the slot.
 */
export interface SlotEntry {
  slot: string;
  position: string;
  tenantId: string;
  watchId: string;
}

/**
 * Records that a batch of one slot was polled: all entries from one position to another (inclusive). Times
 * are ISO 8601 in UTC.
 */
export interface Heartbeat {
  slot: string;
  from: string;
  to: string;
  /** Time at which the slot was read. A watch added later was not polled. */
  read_at: string;
  /** Time at which its first poll started. Earlier versions omit it. */
  began_at?: string | undefined;
  /** Time at which the last poll had ended. */
  polled_at: string;
}

/** Minutes that a wheel missed, and how far they have been caught up. */
export interface MissedMinutes {
  /** Minutes since the epoch, inclusive. */
  first: number;
  last: number;
  /** Number of slots sent since, of those due in these minutes, in their order (tick.ts). */
  done: number;
}

/**
 * Time for which heartbeats and claims of polls are kept. It exceeds the longest interval of a watch, a day.
 */
export const WHEEL_KEPT_MS = 3 * 24 * 60 * 60_000;

/**
 * Stores the schedule wheel. Each platform implements it as an object of functions, which the watch store
 * includes.
 */
export interface WatchWheel {
  /**
   * Puts a watch into its slot before its record is written. A paused watch has no entry. Does nothing if an
   * entry is part of the record.
   */
  enter(record: WatchRecord): Promise<void>;
  /** Removes a watch from its slot after its record was replaced or deleted. */
  leave(record: WatchRecord): Promise<void>;
  /** Yields the entries of a slot in order of position. */
  slotEntries(slot: string): AsyncIterable<SlotEntry>;
  /**
   * Removes an entry that no record refers to. A recent entry stays, because its record may still be written.
   */
  removeSlotEntry(entry: SlotEntry): Promise<void>;
  /** Never replaces a heartbeat with one that was read earlier, unless the stored time is in the future. */
  putHeartbeat(heartbeat: Heartbeat): Promise<void>;
  /** Returns the last `most` heartbeats of a slot that start at or before a position. */
  heartbeatsBegun(slot: string, position: string, most: number): Promise<readonly Heartbeat[]>;
  /**
   * Claims the poll of the batch that starts at a position. Returns `false` if there is another claim no
   * older than `since`. A claim from the future, written by a clock that was ahead, does not count. Times are
   * ISO 8601 in UTC.
   */
  claimPoll(slot: string, from: string, claim: { now: string; since: string }): Promise<boolean>;
  /** Returns the minute (since the epoch) of a wheel's last tick, or `undefined` before the first. */
  lastTick(wheel: string): Promise<number | undefined>;
  /** Moves it forward, never back. */
  moveTick(wheel: string, minute: number): Promise<void>;
  /** Sets it back to `minute` if it is still `from`. */
  resetTick(wheel: string, minute: number, from: number): Promise<void>;
  /** Returns the minutes that the wheel missed and has not caught up yet, oldest first. */
  missedMinutes(wheel: string): Promise<readonly MissedMinutes[]>;
  putMissedMinutes(wheel: string, missed: readonly MissedMinutes[]): Promise<void>;
}

/**
 * Number of heartbeats to read. Batches shift as watches are added and removed, so heartbeats overlap. A
 * batch contains at most 25 watches, so those that cover a position are among the last 25 that start before
 * it. The other half allows for watches that were removed.
 */
const HEARTBEATS_READ = 50;

/**
 * Returns the heartbeat that covers each of some ascending positions and was read last, among those polled up
 * to `until` (ISO 8601 in UTC). Positions without one are absent.
 */
export async function findLatestHeartbeats(
  wheel: WatchWheel,
  { slot, positions, until }: { slot: string; positions: readonly string[]; until?: string | undefined },
): Promise<ReadonlyMap<string, Heartbeat>> {
  const begun = await wheel.heartbeatsBegun(
    slot,
    positions.at(-1) ?? "",
    HEARTBEATS_READ + positions.length - 1,
  );
  const latest = new Map<string, Heartbeat>();
  for (const heartbeat of begun) {
    if (until !== undefined && heartbeat.polled_at > until) continue;
    for (const position of positions) {
      const isCovered = heartbeat.from <= position && position <= heartbeat.to;
      if (isCovered && heartbeat.read_at > (latest.get(position)?.read_at ?? ""))
        latest.set(position, heartbeat);
    }
  }
  return latest;
}

/** Returns true if two versions of a record have the same slot entry, or both have no entry. */
export function hasSameEntry(one: WatchRecord, other: WatchRecord): boolean {
  if (one.paused_at !== null || other.paused_at !== null)
    return one.paused_at !== null && other.paused_at !== null;
  return one.slot === other.slot && one.slot_position === other.slot_position;
}
