import {
  type Heartbeat,
  type MissedMinutes,
  type WatchWheel,
  WHEEL_KEPT_MS,
} from "@plumbline/watches/clock/watch-wheel.ts";
import { isFuture } from "@plumbline/watches/service/future-stamp.ts";
import { asBytes } from "./rows.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Number of slot entries per read. */
const READ_BATCH_SIZE = 1_000;

/** A wheel's last minute, and the minutes on which it still has to catch up. */
interface TickRecord {
  minute: number;
  missed?: readonly MissedMinutes[];
}

/** The time wheel. A slot entry is part of its watch's row, so both are always consistent. */
export function sqliteWatchWheel(store: SqliteStore): WatchWheel {
  const readTick = (wheel: string) => store.record<TickRecord>(TABLES.ticks, wheel);
  /** Changes a wheel's record. `change` returns the new record, or the stored one to change nothing. */
  const changeTick = (
    wheel: string,
    change: (stored: TickRecord | undefined) => TickRecord | undefined,
  ): Promise<void> =>
    store.transact((transaction) => {
      const stored = transaction.get(TABLES.ticks, [wheel]) as TickRecord | undefined;
      const record = change(stored);
      if (record !== undefined && record !== stored)
        transaction.put(TABLES.ticks, { key: [wheel], found: {}, record });
    });

  return {
    enter: async () => undefined,
    leave: async () => undefined,
    removeSlotEntry: async () => undefined,

    async *slotEntries(slot) {
      let after = "";
      for (;;) {
        const found = store.select(TABLES.watches, {
          sql: `SELECT ${["position", "tenant_id", "id"].map(asBytes).join(", ")} FROM watches
            WHERE slot = ? AND position > ? ORDER BY position LIMIT ?`,
          values: [slot, after, READ_BATCH_SIZE],
        });
        for (const [position, tenantId, watchId] of found)
          yield { slot, position: String(position), tenantId: String(tenantId), watchId: String(watchId) };
        if (found.length < READ_BATCH_SIZE) return;
        after = String(found.at(-1)?.[0]);
      }
    },

    putHeartbeat(heartbeat) {
      return store.transact((transaction) => {
        const key = [heartbeat.slot, heartbeat.from];
        const stored = transaction.get(TABLES.heartbeats, key) as Heartbeat | undefined;
        const now = Date.parse(heartbeat.polled_at);
        if (stored && stored.read_at > heartbeat.read_at && !isFuture(stored.read_at, now)) return;
        const found = { expires_at: now + WHEEL_KEPT_MS };
        transaction.put(TABLES.heartbeats, { key, found, record: heartbeat });
      });
    },

    async heartbeatsBegun(slot, position, most) {
      return store.listRecords<Heartbeat>(TABLES.heartbeats, {
        sql: "WHERE slot = ? AND start <= ? ORDER BY start DESC LIMIT ?",
        values: [slot, position, most],
      });
    },

    /** Claims are stored with the heartbeats, under separate slots. */
    claimPoll(slot, from, { now, since }) {
      return store.transact((transaction) => {
        const key = [`claim ${slot}`, from];
        const stored = transaction.get(TABLES.heartbeats, key) as { claimed_at: string } | undefined;
        if (stored && stored.claimed_at >= since && stored.claimed_at <= now) return false;
        const found = { expires_at: Date.parse(now) + WHEEL_KEPT_MS };
        transaction.put(TABLES.heartbeats, { key, found, record: { claimed_at: now } });
        return true;
      });
    },

    lastTick: async (wheel) => readTick(wheel)?.minute,
    missedMinutes: async (wheel) => readTick(wheel)?.missed ?? [],
    moveTick: (wheel, minute) =>
      changeTick(wheel, (stored) => (stored && stored.minute >= minute ? stored : { ...stored, minute })),
    resetTick: (wheel, minute, from) =>
      changeTick(wheel, (stored) => (stored?.minute === from ? { ...stored, minute } : stored)),
    putMissedMinutes: (wheel, missed) => changeTick(wheel, (stored) => stored && { ...stored, missed }),
  };
}
