import { timestamp } from "@plumbline/core/clock/clock.ts";
import { CLOCK_SKEW_MS } from "@plumbline/watches/service/future-stamp.ts";
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
 * one read later, unless that one's stamp is ahead of the time now.
 */
export async function putHeartbeat(table: TableClient, heartbeat: Heartbeat): Promise<void> {
  const { slot, from, ...beat } = heartbeat;
  const future = timestamp(Date.parse(beat.polled_at) + CLOCK_SKEW_MS);
  const ttl = Math.ceil(Date.parse(beat.polled_at) / 1000) + KEPT_SECONDS;
  await table.put(
    { pk: slotPartition(slot), sk: PREFIX + from, ...beat, ttl },
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
  const range = { pk: slotPartition(slot), first: PREFIX, last: PREFIX + position };
  const begun = await queryLast(table, range, LOOKED_AT);
  return begun
    .map(({ sk, to, read_at, began_at, polled_at }) => ({
      slot,
      from: sk.slice(PREFIX.length),
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
  return table.put(
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
