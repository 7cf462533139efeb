import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { type MissedMinutes, type WatchWheel, WHEEL_KEPT_MS } from "@plumbline/watches/clock/watch-wheel.ts";
import { CLOCK_SKEW_MS } from "@plumbline/watches/service/future-stamp.ts";
import { queryRange } from "./query-range.ts";
import type { Item, ItemKey, TableClient } from "./table-client.ts";

/**
 * Maximum time between writing an entry and its record. A younger entry without a record may belong to a
 * write in progress.
 */
const MAX_WRITE_MS = 60 * 60_000;

/** Sort keys in the partition of a slot: entries, heartbeats and claims of polls, each by position. */
const ENTRY = "AT#";
const BEAT = "BEAT#";
const CLAIM = "CLAIM#";

/**
 * Stores the schedule ("wheel") in partitions of its own: slots at `SLOT#<slot>`, the last minute that was
 * processed at `TICK#<wheel> / TICK`, and missed minutes at `TICK#<wheel> / MISSED`. `clock` is used to
 * recognise recent entries.
 *
 * An entry has the version of its record. An entry that a later version of the record needs is never deleted:
 *
 * A put Y ── record v2 at Y ─────────────────────────── leave X IF put for v1 or before ✗
 * B put X ── record v3 at X ── leave Y IF put for v2 or before ✓
 */
export function createDynamoWatchWheel(table: TableClient, clock: Clock): WatchWheel {
  return {
    /** Keeps an existing entry of a later version. */
    async enter({ tenant_id, id: watch_id, version, paused_at, slot, slot_position }) {
      if (paused_at !== null) return;
      const entry = { tenant_id, watch_id, version, put_at: timestamp(clock.now()) };
      await table.put(
        { ...createSlotKey(slot, ENTRY, slot_position), ...entry },
        { expression: "attribute_not_exists(#pk) OR #version <= :version", values: { version } },
      );
    },

    async leave({ slot, slot_position, version }) {
      const ifNotNewer = { expression: "#version <= :version", values: { version } };
      await table.delete(createSlotKey(slot, ENTRY, slot_position), ifNotNewer);
    },

    async *slotEntries(slot) {
      // Positions are ASCII, in which "~" comes last.
      for await (const items of queryRange(table, createSlotRange(slot, ENTRY, "~"))) {
        for (const { sk, tenant_id, watch_id } of items) {
          const position = sk.slice(ENTRY.length);
          yield { slot, position, tenantId: String(tenant_id), watchId: String(watch_id) };
        }
      }
    },

    async removeSlotEntry({ slot, position }) {
      const oldEnough = timestamp(clock.now() - MAX_WRITE_MS);
      const ifOldEnough = { expression: "#put_at <= :since", values: { since: oldEnough } };
      await table.delete(createSlotKey(slot, ENTRY, position), ifOldEnough);
    },

    async putHeartbeat({ slot, from, ...beat }) {
      const future = timestamp(Date.parse(beat.polled_at) + CLOCK_SKEW_MS);
      await table.put(
        { ...createSlotKey(slot, BEAT, from), ...beat, ttl: computeTtl(beat.polled_at) },
        {
          expression: "attribute_not_exists(#pk) OR #read_at <= :read_at OR #read_at > :future",
          values: { read_at: beat.read_at, future },
        },
      );
    },

    async heartbeatsBegun(slot, position, most) {
      const options = { backwards: true, together: most };
      const range = queryRange(table, createSlotRange(slot, BEAT, position), options);
      const { value: found = [] } = await range.next();
      return (found as Item[]).map(({ sk, to, read_at, began_at, polled_at }) => ({
        slot,
        from: sk.slice(BEAT.length),
        to: String(to),
        read_at: String(read_at),
        ...(began_at === undefined ? {} : { began_at: String(began_at) }),
        polled_at: String(polled_at),
      }));
    },

    claimPoll(slot, from, { now, since }) {
      return table.putOwn(
        { ...createSlotKey(slot, CLAIM, from), claimed_at: now, ttl: computeTtl(now) },
        {
          expression: "attribute_not_exists(#pk) OR #claimed_at < :since OR #claimed_at > :now",
          values: { since, now },
        },
      );
    },

    async lastTick(wheel) {
      const tick = await table.get(createTickKey(wheel, "TICK"));
      return tick && Number(tick.minute);
    },

    /** Never moves the minute backwards, because ticks may run twice or late. */
    async moveTick(wheel, minute) {
      const isLater = { expression: "attribute_not_exists(#pk) OR #minute < :minute", values: { minute } };
      await table.put({ ...createTickKey(wheel, "TICK"), minute }, isLater);
    },

    /** If two calls run concurrently, only one has an effect. */
    async resetTick(wheel, minute, from) {
      const isUnchanged = { expression: "#minute = :from", values: { from } };
      await table.put({ ...createTickKey(wheel, "TICK"), minute }, isUnchanged);
    },

    async missedMinutes(wheel) {
      const found = await table.get(createTickKey(wheel, "MISSED"));
      return (found?.missed ?? []) as readonly MissedMinutes[];
    },

    async putMissedMinutes(wheel, missed) {
      await table.put({ ...createTickKey(wheel, "MISSED"), missed });
    },
  };
}

function createSlotKey(slot: string, prefix: string, position: string): ItemKey {
  return { pk: `SLOT#${slot}`, sk: prefix + position };
}

/** Returns the range of a slot's items up to a position, inclusive. */
function createSlotRange(slot: string, prefix: string, last: string) {
  return { pk: `SLOT#${slot}`, first: prefix, last: prefix + last };
}

function createTickKey(wheel: string, sk: "TICK" | "MISSED"): ItemKey {
  return { pk: `TICK#${wheel}`, sk };
}

function computeTtl(at: string): number {
  return Math.ceil((Date.parse(at) + WHEEL_KEPT_MS) / 1000);
}
