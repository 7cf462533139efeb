import type { Page, PageRequest } from "@plumbline/core/access/page.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { WatchEventRecord } from "@plumbline/core/watches/watch.ts";
import { batchDelete } from "./batch-delete.ts";
import { tenantPartition } from "./credential-item.ts";
import { queryPage } from "./query-page.ts";
import { queryRange } from "./query-range.ts";
import { type Item, stripKey, type TableClient } from "./table-client.ts";
import type { WatchName } from "./watch-item.ts";

/** Digits of a sequence in a sort key, so that the keys sort by it. */
const DIGITS = 12;
const HIGHEST = 10 ** DIGITS - 1;

/** What a watch found, in the tenant's own partition at `WEVENT#<watch>#<sequence>`. */
export class WatchEvents {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** A poll that lost its claim writes over nothing of the one that has it; the same poll may write again. */
  put(event: WatchEventRecord): Promise<boolean> {
    return this.#table.put(eventItem(event), {
      expression: "attribute_not_exists(#pk) OR #fence <= :fence",
      values: { fence: event.fence },
    });
  }

  async list(
    { tenantId, watchId }: WatchName,
    { after, before, limit }: PageRequest & { before: number },
  ): Promise<Page<WatchEventRecord>> {
    const now = this.#clock.now();
    const { items, next } = await queryPage(this.#table, {
      limit,
      after: after === undefined ? undefined : padded(after),
      pk: tenantPartition(tenantId),
      prefix: eventPrefix(watchId),
      read: (found) =>
        found
          .map(eventFromItem)
          .map((event) =>
            event.sequence < before && Date.parse(event.expires_at) > now ? event : undefined,
          ),
    });
    return { items, next: next === null ? null : String(Number(next)) };
  }

  /** Erases those from a sequence on, page by page; what was cut off is finished by the next call. */
  async erase({ tenantId, watchId }: WatchName, from: number): Promise<void> {
    const prefix = eventPrefix(watchId);
    const pk = tenantPartition(tenantId);
    const range = { pk, first: prefix + padded(from), last: prefix + padded(HIGHEST) };
    for await (const items of queryRange(this.#table, range))
      await batchDelete(this.#table, items, this.#clock);
  }
}

function eventPrefix(watchId: string): string {
  return `WEVENT#${watchId}#`;
}

function padded(sequence: number | string): string {
  return String(sequence).padStart(DIGITS, "0");
}

/** `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late and the embedded store never: readers check `expires_at`. */
function eventItem(event: WatchEventRecord): Item {
  const { tenant_id, watch_id, sequence, expires_at } = event;
  const ttl = Math.ceil(Date.parse(expires_at) / 1000);
  return { pk: tenantPartition(tenant_id), sk: eventPrefix(watch_id) + padded(sequence), ...event, ttl };
}

function eventFromItem(item: Item): WatchEventRecord {
  const { ttl: _ttl, ...event } = stripKey<WatchEventRecord & { ttl: number }>(item);
  return event;
}
