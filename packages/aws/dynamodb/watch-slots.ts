import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import type { WatchRecord } from "@plumbline/watches/service/watch.ts";
import type { SlotEntry } from "@plumbline/watches/service/watch-store.ts";
import { queryRange } from "./query-range.ts";
import type { Condition, ItemKey, TableClient } from "./table-client.ts";

const PREFIX = "AT#";

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
    const range = { pk: slotPartition(slot), first: PREFIX, last: `${PREFIX}~` };
    for await (const items of queryRange(this.#table, range)) {
      for (const { sk, tenant_id, watch_id } of items) {
        const position = sk.slice(PREFIX.length);
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
  return { pk: slotPartition(slot), sk: PREFIX + position };
}
