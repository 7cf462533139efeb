import type { CallBlock } from "@plumbline/core/calls/call-record.ts";
import type { BlockRange, CallStore } from "@plumbline/core/calls/call-store.ts";
import type { HourSum } from "@plumbline/core/calls/usage-sums.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { queryRange } from "./query-range.ts";
import { type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/** Sums that are written side by side. */
const WRITTEN_TOGETHER = 25;

/**
 * The log of calls in the tenant's own partition, at `CALLS#<id of the block>`, and the sums of its hours at
 * `CALLSUM#<hour>`.
 */
export class DynamoCallStore implements CallStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async append(block: CallBlock): Promise<"tenant_deleted" | undefined> {
    const item = { ...blockKey(block.tenant_id, block.id), ...block, ttl: ttlOf(block) };
    await this.#table.put(item);
    return this.#unlessDeleted(block.tenant_id, [item]);
  }

  async find(tenantId: string, blockId: string): Promise<CallBlock | undefined> {
    const item = await this.#table.get(blockKey(tenantId, blockId));
    return item && recordOf<CallBlock>(item);
  }

  async blocks(tenantId: string, { first, last, limit }: BlockRange): Promise<CallBlock[]> {
    // DynamoDB refuses a range that ends before it begins.
    if (first > last) return [];
    const { pk, sk } = blockKey(tenantId, first);
    const range = { pk, first: sk, last: blockKey(tenantId, last).sk };
    const found: CallBlock[] = [];
    for await (const items of queryRange(this.#table, range, { backwards: true, together: limit })) {
      found.push(...items.map((item) => recordOf<CallBlock>(item)));
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  async sums(tenantId: string, { first, last }: { first: string; last: string }): Promise<HourSum[]> {
    const { pk, sk } = sumKey(tenantId, first);
    const found: HourSum[] = [];
    for await (const items of queryRange(this.#table, { pk, first: sk, last: sumKey(tenantId, last).sk }))
      found.push(...items.map((item) => recordOf<HourSum>(item)));
    return found;
  }

  async keepSums(sums: readonly HourSum[]): Promise<void> {
    const items = sums.map((sum) => ({ ...sumKey(sum.tenant_id, sum.hour), ...sum, ttl: ttlOf(sum) }));
    for (let from = 0; from < items.length; from += WRITTEN_TOGETHER)
      await Promise.all(items.slice(from, from + WRITTEN_TOGETHER).map((item) => this.#table.put(item)));
    const [sum] = sums;
    if (sum) await this.#unlessDeleted(sum.tenant_id, items);
  }

  /** Takes a write back whose tenant was deleted meanwhile. */
  async #unlessDeleted(tenantId: string, items: readonly ItemKey[]): Promise<"tenant_deleted" | undefined> {
    if (!(await isTenantDeleted(this.#table, tenantId))) return undefined;
    for (const item of items) await this.#table.delete(item, { expression: "attribute_exists(#pk)" });
    return "tenant_deleted";
  }
}

function blockKey(tenantId: string, id: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `CALLS#${id}` };
}

function sumKey(tenantId: string, hour: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `CALLSUM#${hour}` };
}

/** `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check. */
function ttlOf({ expires_at }: { expires_at: string }): number {
  return Math.ceil(Date.parse(expires_at) / 1000);
}

function recordOf<Stored>(item: Item): Stored {
  const { ttl: _ttl, ...record } = stripKey<Stored & { ttl: number }>(item);
  return record as Stored;
}
