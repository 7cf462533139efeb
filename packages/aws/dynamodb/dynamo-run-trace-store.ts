import type { KeepAnswer, RunTraceRecord, RunTraceStore } from "@plumbline/core/policy/run-trace-store.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { type Condition, type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/**
 * Traces of runs in the tenant's own partition, at `RUN#<id>`. Every write is held against the revision it
 * replaces; a write that the SDK repeats finds its own revision in place.
 */
export class DynamoRunTraceStore implements RunTraceStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async find(tenantId: string, id: string): Promise<RunTraceRecord | undefined> {
    const item = await this.#table.get(traceKey(tenantId, id));
    if (!item) return undefined;
    const { ttl: _ttl, ...record } = stripKey<RunTraceRecord & { ttl: number }>(item);
    return record;
  }

  async keep(record: RunTraceRecord, replaces: string | undefined): Promise<KeepAnswer> {
    if (!(await this.#table.put(traceItem(record), ifReplaces(replaces, record.revision)))) return "taken";
    if (!(await isTenantDeleted(this.#table, record.tenant_id))) return "kept";
    const mine = { expression: "#revision = :mine", values: { mine: record.revision } };
    await this.#table.delete(traceKey(record.tenant_id, record.id), mine);
    return "tenant_deleted";
  }
}

function traceKey(tenantId: string, id: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `RUN#${id}` };
}

/** `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check. */
function traceItem(record: RunTraceRecord): Item {
  const ttl = Math.ceil(Date.parse(record.expires_at) / 1000);
  return { ...traceKey(record.tenant_id, record.id), ...record, ttl };
}

function ifReplaces(revision: string | undefined, mine: string): Condition {
  if (revision === undefined)
    return { expression: "attribute_not_exists(#pk) OR #revision = :mine", values: { mine } };
  return { expression: "#revision IN (:replaced, :mine)", values: { replaced: revision, mine } };
}
