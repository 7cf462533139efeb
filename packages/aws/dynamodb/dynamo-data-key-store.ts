import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { DataKeyRecord, DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { recordStateKey } from "./dynamo-record-state-store.ts";
import { send } from "./send.ts";
import { isStored } from "./stored-item.ts";
import { IF_ABSENT, type ItemKey, stripKey, type TableClient, unmarshallItem } from "./table-client.ts";

const PREFIX = "DEK#";

/**
 * Wrapped data keys in the key table, in the tenant's own partition, at `DEK#<version in nine digits>`, so
 * that they sort by version. Earlier versions kept them in the main table: such a key is copied when first
 * read, unless its tenant was deleted, as a restored main table may hold the keys of one.
 */
export class DynamoDataKeyStore implements DataKeyStore {
  readonly #table: TableClient;
  readonly #keyTable: TableClient;

  constructor(table: TableClient, keyTable: TableClient) {
    this.#table = table;
    this.#keyTable = keyTable;
  }

  async latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    return (
      (await newestIn(this.#keyTable, tenantId)) ?? (await this.#moved(await newestIn(this.#table, tenantId)))
    );
  }

  async get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    const key = dataKeyKey(tenantId, version);
    const item = await this.#keyTable.get(key);
    if (item) return stripKey<DataKeyRecord>(item);
    const earlier = await this.#table.get(key);
    return this.#moved(earlier && stripKey<DataKeyRecord>(earlier));
  }

  /** Leaves the old item: every version of the service that may still run reads it there. */
  async #moved(record: DataKeyRecord | undefined): Promise<DataKeyRecord | undefined> {
    if (!record) return undefined;
    const tenant = await this.#keyTable.get(recordStateKey(STAGE, `tenant/${record.tenant_id}`));
    if (tenant?.revoked_at) return undefined;
    await this.putIfAbsent(record);
    const item = await this.#keyTable.get(dataKeyKey(record.tenant_id, record.version));
    return item && stripKey<DataKeyRecord>(item);
  }

  async putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    const key = dataKeyKey(record.tenant_id, record.version);
    const item = { ...key, ...record };
    if (!(await this.#keyTable.put(item, IF_ABSENT)) && !(await isStored(this.#keyTable, item))) return false;
    if (!(await isTenantDeleted(this.#table, record.tenant_id))) return true;
    const { wrapped } = record;
    await this.#keyTable.delete(key, { expression: "#wrapped = :wrapped", values: { wrapped } });
    return false;
  }
}

function dataKeyKey(tenantId: string, version: number): ItemKey {
  return { pk: tenantPartition(tenantId), sk: PREFIX + String(version).padStart(9, "0") };
}

async function newestIn(table: TableClient, tenantId: string): Promise<DataKeyRecord | undefined> {
  const command = new QueryCommand({
    TableName: table.tableName,
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": { S: tenantPartition(tenantId) }, ":prefix": { S: PREFIX } },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
  });
  const { Items: [newest] = [] } = await send(table.client.send(command));
  return newest && stripKey<DataKeyRecord>(unmarshallItem(newest));
}
