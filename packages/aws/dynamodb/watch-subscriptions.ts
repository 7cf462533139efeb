import type { WatchRecord } from "@plumbline/watches/service/watch.ts";
import { tenantPartition } from "./credential-item.ts";
import { tableUnavailable } from "./send.ts";
import { IF_ABSENT, type ItemKey, type TableClient } from "./table-client.ts";

/** Every turn means that another writer got ahead; so many in a row are a storm, not a race. */
const MAX_TURNS = 20;

/**
 * Which watch each of a tenant's subscriptions names, so that two equal ones at the same time make one watch.
 */
export class WatchSubscriptions {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async claim(tenantId: string, key: string, watchId: string): Promise<string> {
    const item = { ...subscriptionItemKey(tenantId, key), watch_id: watchId };
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      if (await this.#table.put(item, IF_ABSENT)) return watchId;
      const named = await this.watch(tenantId, key);
      if (named !== undefined) return named;
    }
    throw tableUnavailable();
  }

  async watch(tenantId: string, key: string): Promise<string | undefined> {
    const item = await this.#table.get(subscriptionItemKey(tenantId, key));
    return item && String(item.watch_id);
  }

  /** Leaves a subscription that names another watch. */
  async free({ tenant_id, id, subscription }: WatchRecord): Promise<void> {
    if (subscription === undefined) return;
    const condition = { expression: "#watch_id = :id", values: { id } };
    await this.#table.delete(subscriptionItemKey(tenant_id, subscription), condition);
  }
}

function subscriptionItemKey(tenantId: string, key: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `WSUB#${key}` };
}
