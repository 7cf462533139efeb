import type { WatchRecord } from "../service/watch.ts";

/** A watch's place in the time wheel: all that a tick reads. `position` sorts within the slot. */
export interface SlotEntry {
  slot: string;
  position: string;
  tenantId: string;
  watchId: string;
}

/**
 * A batch of one slot was polled, all that stood there from one position to another (both included). Times
 * are ISO 8601 in UTC.
 */
export interface Heartbeat {
  slot: string;
  from: string;
  to: string;
  /** When the slot was read: a watch that was put there later was not polled. */
  read_at: string;
  /** When the first look of it began; left out by earlier versions. */
  began_at?: string | undefined;
  /** When all of it had been polled. */
  polled_at: string;
}

/** Minutes that a wheel missed, and how far they have been caught up. */
export interface MissedMinutes {
  /** Minutes since the epoch, both included. */
  first: number;
  last: number;
  /** Slots that were sent since, of those that were due in these minutes, in their order (tick.ts). */
  done: number;
}

/** Heartbeats and claims of polls are kept for longer than the longest interval of a watch, a day. */
export const WHEEL_KEPT_MS = 3 * 24 * 60 * 60_000;

/**
 * Keeps the time wheel; each platform implements it. An object of functions, which the watch store takes
 * over.
 */
export interface WatchWheel {
  /**
   * Puts a watch into its slot, before its record is written. A paused watch has no entry. Does nothing where
   * an entry is part of the record.
   */
  enter(record: WatchRecord): Promise<void>;
  /** Takes a watch out of its slot, after its record was replaced or erased. */
  leave(record: WatchRecord): Promise<void>;
  /** The entries of a slot in order of position. */
  slotEntries(slot: string): AsyncIterable<SlotEntry>;
  /**
   * Takes an entry out that no record names; one that was put lately stays, as its record may be on its way.
   */
  removeSlotEntry(entry: SlotEntry): Promise<void>;
  /** One that was read earlier never replaces one read later, unless that one's stamp is in the future. */
  putHeartbeat(heartbeat: Heartbeat): Promise<void>;
  /** The last `most` heartbeats of a slot that begin at a position or before it. */
  heartbeatsBegun(slot: string, position: string, most: number): Promise<readonly Heartbeat[]>;
  /**
   * Claims the poll of the batch that begins at a position; `false` while another claim stands that is not
   * older than `since`. One from the future, from a clock that was ahead, counts as none. Times are ISO 8601
   * in UTC.
   */
  claimPoll(slot: string, from: string, claim: { now: string; since: string }): Promise<boolean>;
  /** The minute (since the epoch) a wheel was last read to; `undefined` before the first tick. */
  lastTick(wheel: string): Promise<number | undefined>;
  /** Moves it on, never back. */
  moveTick(wheel: string, minute: number): Promise<void>;
  /** Sets it back to `minute`, where it still stands at `from`. */
  resetTick(wheel: string, minute: number, from: number): Promise<void>;
  /** Returns the minutes that the wheel missed and has yet to catch up, the oldest first. */
  missedMinutes(wheel: string): Promise<readonly MissedMinutes[]>;
  putMissedMinutes(wheel: string, missed: readonly MissedMinutes[]): Promise<void>;
}

/**
 * Batches move as watches come and go, so heartbeats overlap. A batch holds at most 25 watches, so those that
 * cover a position are among the last 25 that begin before it; the other half is room for watches that have
 * gone.
 */
const HEARTBEATS_READ = 50;

/**
 * Of the heartbeats that cover a position, the one read last. Those polled after `until` (ISO 8601 in UTC)
 * are left out.
 */
export async function latestHeartbeat(
  wheel: WatchWheel,
  { slot, position, until }: { slot: string; position: string; until?: string | undefined },
): Promise<Heartbeat | undefined> {
  const begun = await wheel.heartbeatsBegun(slot, position, HEARTBEATS_READ);
  return begun
    .filter(({ to, polled_at }) => to >= position && (until === undefined || polled_at <= until))
    .reduce<Heartbeat | undefined>(
      (one, other) => (one && one.read_at >= other.read_at ? one : other),
      undefined,
    );
}

/** Returns true when two versions of a record have the same slot entry, or both have no entry. */
export function standsAlike(one: WatchRecord, other: WatchRecord): boolean {
  if (one.paused_at !== null || other.paused_at !== null)
    return one.paused_at !== null && other.paused_at !== null;
  return one.slot === other.slot && one.slot_position === other.slot_position;
}
