import type { DueDelivery } from "@plumbline/watches/service/watch-store.ts";
import { tenantOf, tenantPartition } from "./credential-item.ts";
import type { SortKeyRange } from "./query-range.ts";
import type { ItemKey } from "./table-client.ts";
import type { WatchName } from "./watch-item.ts";

/** Digits of a sequence in a sort key, so that the keys sort by it. */
const DIGITS = 12;
const HIGHEST = 10 ** DIGITS - 1;
const PREFIX = "WEVENT#";

/** Events are in the tenant's own partition, at `WEVENT#<watch>#<sequence in twelve digits>`. */
export function eventKey({ tenantId, watchId }: WatchName, sequence: number): ItemKey {
  return { pk: tenantPartition(tenantId), sk: eventPrefix(watchId) + padded(sequence) };
}

/** Returns the beginning of the sort keys of a watch's events; the sequence follows it. */
export function eventPrefix(watchId: string): string {
  return `${PREFIX}${watchId}#`;
}

export function padded(sequence: number | string): string {
  return String(sequence).padStart(DIGITS, "0");
}

/** A watch's events between two sequences, both included. */
export function eventRange(
  { tenantId, watchId }: WatchName,
  first: number,
  last: number = HIGHEST,
): SortKeyRange {
  const prefix = eventPrefix(watchId);
  return { pk: tenantPartition(tenantId), first: prefix + padded(first), last: prefix + padded(last) };
}

/** The event that a key was made for. */
export function readEventKey({ pk, sk }: ItemKey): DueDelivery {
  const end = sk.length - DIGITS;
  return {
    tenantId: tenantOf(pk),
    watchId: sk.slice(PREFIX.length, end - 1),
    sequence: Number(sk.slice(end)),
  };
}
