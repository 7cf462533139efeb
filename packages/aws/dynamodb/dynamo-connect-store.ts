import type { ConnectStore, PendingConnect } from "@plumbline/connections/connect/connect-store.ts";
import { isWaiting, KEPT_AFTER_EXPIRY_MS } from "@plumbline/connections/connect/connect-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { queryPage } from "./query-page.ts";
import { type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

const PREFIX = "CONNECT#";

/** Pending connects in the tenant's own partition, at `CONNECT#<id>`. */
export class DynamoConnectStore implements ConnectStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async create(connect: PendingConnect): Promise<"tenant_deleted" | undefined> {
    await this.#table.put(connectItem(connect));
    if (!(await isTenantDeleted(this.#table, connect.tenant_id))) return undefined;
    await this.#table.delete(connectKey(connect), { expression: "attribute_exists(#pk)" });
    return "tenant_deleted";
  }

  async find(tenant_id: string, id: string): Promise<PendingConnect | undefined> {
    const item = await this.#table.get(connectKey({ tenant_id, id }));
    return item && connectFromItem(item);
  }

  /** The SDK repeats a write whose answer was lost, and the repetition finds its own mark in place. */
  use(connect: PendingConnect, { at, by }: { at: string; by: string }): Promise<boolean> {
    return this.#table.update(
      connectKey(connect),
      { used_at: at, used_by: by },
      { expression: "#used_by IN (:unused, :mine)", values: { unused: null, mine: by } },
    );
  }

  list(tenantId: string, { now, ...page }: PageRequest & { now: number }): Promise<Page<PendingConnect>> {
    return queryPage(this.#table, {
      ...page,
      pk: tenantPartition(tenantId),
      prefix: PREFIX,
      read: (items) =>
        items.map(connectFromItem).map((connect) => (isWaiting(connect, now) ? connect : undefined)),
    });
  }
}

function connectKey({ tenant_id, id }: Pick<PendingConnect, "tenant_id" | "id">): ItemKey {
  return { pk: tenantPartition(tenant_id), sk: PREFIX + id };
}

/**
 * `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check
 * `expires_at`.
 */
function connectItem(connect: PendingConnect): Item {
  const ttl = Math.ceil((Date.parse(connect.expires_at) + KEPT_AFTER_EXPIRY_MS) / 1000);
  return { ...connectKey(connect), ...connect, ttl };
}

function connectFromItem(item: Item): PendingConnect {
  const { ttl: _ttl, ...connect } = stripKey<PendingConnect & { ttl: number }>(item);
  return connect;
}
