import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { placeInIndex } from "./due-deliveries.ts";
import { type Item, stripKey } from "./table-client.ts";
import { eventKey } from "./watch-event-key.ts";

/**
 * `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check
 * `expires_at`.
 */
export function eventItem(event: WatchEventRecord): Item {
  const { tenant_id: tenantId, watch_id: watchId, sequence, expires_at } = event;
  const ttl = Math.ceil(Date.parse(expires_at) / 1000);
  return { ...eventKey({ tenantId, watchId }, sequence), ...placeInIndex(event), ...event, ttl };
}

export function eventFromItem(item: Item): WatchEventRecord {
  const {
    ttl: _ttl,
    gsi1pk: _gsi1pk,
    gsi1sk: _gsi1sk,
    ...event
  } = stripKey<WatchEventRecord & { ttl: number; gsi1pk?: string; gsi1sk?: string }>(item);
  return event;
}
