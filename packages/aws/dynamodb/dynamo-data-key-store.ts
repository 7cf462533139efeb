import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { DataKeyRecord, DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";
import { tenantPartition } from "./credential-item.ts";
import { send } from "./send.ts";
import { IF_ABSENT, type ItemKey, stripKey, type TableClient, unmarshallItem } from "./table-client.ts";
import { isTenantDeleted } from "./tenant-mark.ts";

const PREFIX = "DEK#";

/**
 * Wrapped data keys in the tenant's own partition, at `DEK#<version in nine digits>` so that they sort by
 * version.
 */
export class DynamoDataKeyStore implements DataKeyStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    const command = new QueryCommand({
      TableName: this.#table.tableName,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": { S: tenantPartition(tenantId) }, ":prefix": { S: PREFIX } },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
    });
    const { Items: [newest] = [] } = await send(this.#table.client.send(command));
    return newest && stripKey<DataKeyRecord>(unmarshallItem(newest));
  }

  async get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    const item = await this.#table.get(dataKeyKey(tenantId, version));
    return item && stripKey<DataKeyRecord>(item);
  }

  /**
   * After a lost answer the SDK's repetition says `false`; the reader that follows finds our own record and
   * goes on with it.
   */
  async putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    const key = dataKeyKey(record.tenant_id, record.version);
    if (!(await this.#table.put({ ...key, ...record }, IF_ABSENT))) return false;
    if (!(await isTenantDeleted(this.#table, record.tenant_id))) return true;
    const { wrapped } = record;
    await this.#table.delete(key, { expression: "#wrapped = :wrapped", values: { wrapped } });
    return false;
  }
}

function dataKeyKey(tenantId: string, version: number): ItemKey {
  return { pk: tenantPartition(tenantId), sk: PREFIX + String(version).padStart(9, "0") };
}
