import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { type RecordState, type RecordStateStore, STAGE } from "@plumbline/core/records/record-state.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { send } from "./send.ts";
import { isStored } from "./stored-item.ts";
import { IF_ABSENT, type ItemKey, stripKey, type TableClient, unmarshallItem } from "./table-client.ts";

const PREFIX = "STATE#";

/**
 * Record states in the key table: a tenant's in its partition, at `STATE#<record>`, so that they go with it;
 * the stage's at `STATE#<record>` of their own, as every request reads one.
 */
export class DynamoRecordStateStore implements RecordStateStore {
  readonly #table: TableClient;
  readonly #keyTable: TableClient;

  /** `table`: the main one, which knows the tenants that were deleted. */
  constructor(table: TableClient, keyTable: TableClient) {
    this.#table = table;
    this.#keyTable = keyTable;
  }

  async get(tenantId: string, record: string): Promise<RecordState | undefined> {
    const item = await this.#keyTable.get(recordStateKey(tenantId, record));
    return item && stripKey<RecordState>(item);
  }

  /** Takes back what a tenant's erasure would miss. */
  async put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    const { tenant_id, record, mac } = state;
    const item = { ...recordStateKey(tenant_id, record), ...state };
    const condition = before && { expression: "#mac = :before", values: { before: before.mac } };
    const written =
      (await this.#keyTable.put(item, condition ?? IF_ABSENT)) || (await isStored(this.#keyTable, item));
    if (!written || tenant_id === STAGE || !(await isTenantDeleted(this.#table, tenant_id))) return written;
    await this.#keyTable.delete(item, { expression: "#mac = :mac", values: { mac } });
    return true;
  }

  async delete(tenantId: string, record: string): Promise<void> {
    await this.#keyTable.delete(recordStateKey(tenantId, record), { expression: "attribute_exists(#pk)" });
  }

  async eachRevoked(take: (state: RecordState) => Promise<void>): Promise<void> {
    let start: ScanCommand["input"]["ExclusiveStartKey"];
    do {
      const command: ScanCommand = new ScanCommand({
        TableName: this.#keyTable.tableName,
        FilterExpression: "attribute_type(revoked_at, :text)",
        ExpressionAttributeValues: { ":text": { S: "S" } },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      });
      const { Items: found = [], LastEvaluatedKey } = await send(this.#keyTable.client.send(command));
      for (const item of found) await take(stripKey<RecordState>(unmarshallItem(item)));
      start = LastEvaluatedKey;
    } while (start);
  }
}

/** Where a record's state is in the key table. */
export function recordStateKey(tenantId: string, record: string): ItemKey {
  if (tenantId === STAGE) return { pk: PREFIX + record, sk: "META" };
  return { pk: tenantPartition(tenantId), sk: PREFIX + record };
}
