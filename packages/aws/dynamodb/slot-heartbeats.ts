import type { Heartbeat } from "@plumbline/watches/service/watch-store.ts";
import { queryLast } from "./query-range.ts";
import type { TableClient } from "./table-client.ts";
import { slotPartition } from "./watch-slots.ts";

const PREFIX = "BEAT#";

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
 * one read later.
 */
export async function putHeartbeat(table: TableClient, heartbeat: Heartbeat): Promise<void> {
  const { slot, from, ...beat } = heartbeat;
  const ttl = Math.ceil(Date.parse(beat.polled_at) / 1000) + KEPT_SECONDS;
  await table.put(
    { pk: slotPartition(slot), sk: PREFIX + from, ...beat, ttl },
    { expression: "attribute_not_exists(#pk) OR #read_at <= :read_at", values: { read_at: beat.read_at } },
  );
}

export async function latestHeartbeat(
  table: TableClient,
  slot: string,
  position: string,
): Promise<Heartbeat | undefined> {
  const range = { pk: slotPartition(slot), first: PREFIX, last: PREFIX + position };
  const begun = await queryLast(table, range, LOOKED_AT);
  return begun
    .map(({ sk, to, read_at, polled_at }) => ({
      slot,
      from: sk.slice(PREFIX.length),
      to: String(to),
      read_at: String(read_at),
      polled_at: String(polled_at),
    }))
    .filter(({ to }) => to >= position)
    .reduce<Heartbeat | undefined>(later, undefined);
}

function later(one: Heartbeat | undefined, other: Heartbeat): Heartbeat {
  return one && one.read_at >= other.read_at ? one : other;
}
