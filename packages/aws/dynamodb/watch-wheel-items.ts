import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { CLOCK_SKEW_MS } from "@plumbline/watches/service/future-stamp.ts";
import type { WatchRecord } from "@plumbline/watches/service/watch.ts";
import type { Heartbeat, MissedMinutes, SlotEntry } from "@plumbline/watches/service/watch-store.ts";
import { queryLast, queryRange } from "./query-range.ts";
import type { Condition, ItemKey, TableClient } from "./table-client.ts";

const SLOT_PREFIX = "AT#";

/**
 * No writer takes so long between an entry and its record: within it, an entry without a record may be one on
 * its way.
 */
const ON_ITS_WAY_MS = 60 * 60_000;

/** The partition of all that stands in a slot. */
export function slotPartition(slot: string): string {
  return `SLOT#${slot}`;
}

/**
 * Where watches stand, at `SLOT#<slot> / AT#<position>`. The record decides where its watch stands; an entry
 * only makes the poller look there, and the poller passes by what the record does not name. So an entry too
 * many is harmless, and one too few would be a watch that is silent for ever. Hence an entry comes before its
 * record and goes after it, and none goes that a record written since has need of:
 *
 *     A   put Y ── record v2 at Y ─────────────────────────── leave X IF put for v1 or before ✗
 *     B                            put X ── record v3 at X ── leave Y IF put for v2 or before ✓
 */
export class WatchSlots {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /**
   * Before a record is written. A paused watch has no entry. Where one of a later version stands, that will
   * do.
   */
  async enter(record: WatchRecord): Promise<void> {
    if (record.paused_at !== null) return;
    const entry = { tenant_id: record.tenant_id, watch_id: record.id, version: record.version };
    await this.#table.put(
      { ...entryKey(record.slot, record.slot_position), ...entry, put_at: timestamp(this.#clock.now()) },
      {
        expression: "attribute_not_exists(#pk) OR #version <= :version",
        values: { version: record.version },
      },
    );
  }

  /** After a record was replaced or erased. */
  async leave({ slot, slot_position, version }: WatchRecord): Promise<void> {
    const noLater: Condition = { expression: "#version <= :version", values: { version } };
    await this.#table.delete(entryKey(slot, slot_position), noLater);
  }

  async *entries(slot: string): AsyncGenerator<SlotEntry> {
    // Positions are ASCII, of which "~" is the last.
    const range = { pk: slotPartition(slot), first: SLOT_PREFIX, last: `${SLOT_PREFIX}~` };
    for await (const items of queryRange(this.#table, range)) {
      for (const { sk, tenant_id, watch_id } of items) {
        const position = sk.slice(SLOT_PREFIX.length);
        yield { slot, position, tenantId: String(tenant_id), watchId: String(watch_id) };
      }
    }
  }

  /** Takes out an entry that no record names, unless it was put lately. */
  async remove({ slot, position }: SlotEntry): Promise<void> {
    const since = timestamp(this.#clock.now() - ON_ITS_WAY_MS);
    await this.#table.delete(entryKey(slot, position), {
      expression: "#put_at <= :since",
      values: { since },
    });
  }
}

/** Returns true when two versions of a record have the same slot entry, or both have no entry. */
export function standsAlike(one: WatchRecord, other: WatchRecord): boolean {
  if (one.paused_at !== null || other.paused_at !== null)
    return one.paused_at !== null && other.paused_at !== null;
  return one.slot === other.slot && one.slot_position === other.slot_position;
}

function entryKey(slot: string, position: string): ItemKey {
  return { pk: slotPartition(slot), sk: SLOT_PREFIX + position };
}

const BEAT_PREFIX = "BEAT#";

/** Longer than the longest interval of a watch, a day. */
const KEPT_SECONDS = 3 * 24 * 60 * 60;

/**
 * Batches move as watches come and go, so heartbeats overlap. A batch holds at most 25 watches, so at most 25
 * that are there began between its first and its last one; the other half is room for beginnings that have
 * gone since.
 */
const LOOKED_AT = 50;

/**
 * Heartbeats at `SLOT#<slot> / BEAT#<from>`: one write a batch. A batch that was read earlier never replaces
 * one read later, unless that one's stamp is ahead of the time now.
 */
export async function putHeartbeat(table: TableClient, heartbeat: Heartbeat): Promise<void> {
  const { slot, from, ...beat } = heartbeat;
  const future = timestamp(Date.parse(beat.polled_at) + CLOCK_SKEW_MS);
  const ttl = Math.ceil(Date.parse(beat.polled_at) / 1000) + KEPT_SECONDS;
  await table.put(
    { pk: slotPartition(slot), sk: BEAT_PREFIX + from, ...beat, ttl },
    {
      expression: "attribute_not_exists(#pk) OR #read_at <= :read_at OR #read_at > :future",
      values: { read_at: beat.read_at, future },
    },
  );
}

export async function latestHeartbeat(
  table: TableClient,
  { slot, position, until }: { slot: string; position: string; until: string | undefined },
): Promise<Heartbeat | undefined> {
  const range = { pk: slotPartition(slot), first: BEAT_PREFIX, last: BEAT_PREFIX + position };
  const begun = await queryLast(table, range, LOOKED_AT);
  return begun
    .map(({ sk, to, read_at, began_at, polled_at }) => ({
      slot,
      from: sk.slice(BEAT_PREFIX.length),
      to: String(to),
      read_at: String(read_at),
      ...(began_at === undefined ? {} : { began_at: String(began_at) }),
      polled_at: String(polled_at),
    }))
    .filter(({ to, polled_at }) => to >= position && (until === undefined || polled_at <= until))
    .reduce<Heartbeat | undefined>(later, undefined);
}

/**
 * Claims at `SLOT#<slot> / CLAIM#<from>`. One from the future, from a clock that was ahead, counts as none.
 */
export function claimPoll(
  table: TableClient,
  { slot, from }: { slot: string; from: string },
  { now, since }: { now: string; since: string },
): Promise<boolean> {
  const ttl = Math.ceil(Date.parse(now) / 1000) + KEPT_SECONDS;
  return table.putOwn(
    { pk: slotPartition(slot), sk: `CLAIM#${from}`, claimed_at: now, ttl },
    {
      expression: "attribute_not_exists(#pk) OR #claimed_at < :since OR #claimed_at > :now",
      values: { since, now },
    },
  );
}

function later(one: Heartbeat | undefined, other: Heartbeat): Heartbeat {
  return one && one.read_at >= other.read_at ? one : other;
}

/** The minute a wheel was last read to, at `TICK#<wheel> / TICK`. */
export async function lastTick(table: TableClient, wheel: string): Promise<number | undefined> {
  const tick = await table.get(tickKey(wheel));
  return tick && Number(tick.minute);
}

/** Ticks may run twice or late: one that has read less than another leaves that one's minute. */
export async function moveTick(table: TableClient, wheel: string, minute: number): Promise<void> {
  await table.put(
    { ...tickKey(wheel), minute },
    { expression: "attribute_not_exists(#pk) OR #minute < :minute", values: { minute } },
  );
}

/** Two at once set it back once. */
export async function resetTick(
  table: TableClient,
  wheel: string,
  minute: number,
  from: number,
): Promise<void> {
  await table.put({ ...tickKey(wheel), minute }, { expression: "#minute = :from", values: { from } });
}

/** Returns the minutes that a wheel has yet to catch up, at `TICK#<wheel> / MISSED`. */
export async function missedMinutes(table: TableClient, wheel: string): Promise<readonly MissedMinutes[]> {
  const found = await table.get(missedKey(wheel));
  return (found?.missed ?? []) as readonly MissedMinutes[];
}

export async function putMissedMinutes(
  table: TableClient,
  wheel: string,
  missed: readonly MissedMinutes[],
): Promise<void> {
  await table.put({ ...missedKey(wheel), missed });
}

function missedKey(wheel: string): ItemKey {
  return { pk: `TICK#${wheel}`, sk: "MISSED" };
}

function tickKey(wheel: string): ItemKey {
  return { pk: `TICK#${wheel}`, sk: "TICK" };
}
