import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { ALL_TENANTS, API_KEYS, TENANTS } from "@plumbline/core/access/access-records.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { batchDelete } from "./batches.ts";
import { createItemKey, formatTenantPartition, listRange, readPointedKey } from "./record-layout.ts";
import { send } from "./send.ts";
import { type Item, type TableClient, unmarshallItem } from "./table-client.ts";

/**
 * Erases everything in one table that a tenant marked as deleted owns. Erase the key table first, because
 * without it nothing of the tenant can be decrypted. Within a page, API keys are deleted before the pointers
 * to them, and the list's pointer last, so that a later call can finish an interrupted erasure. The mark
 * remains, because concurrent writes check it. It contains only the ID and the time.
 */
export async function eraseTenant(table: TableClient, tenantId: string, clock: Clock): Promise<void> {
  for (
    let page = await queryRemaining(table, tenantId);
    page.length > 0;
    page = await queryRemaining(table, tenantId)
  ) {
    const pointers = page.filter(({ sk }) => sk.startsWith(listRange(API_KEYS, tenantId).prefix));
    const keys = pointers.map((pointer) => readPointedKey(API_KEYS, pointer));
    await batchDelete(table, keys, clock);
    await batchDelete(table, page, clock);
  }
  const { pk, first } = listRange(TENANTS, ALL_TENANTS).range;
  await batchDelete(table, [{ pk, sk: first + tenantId }], clock);
}

/**
 * Returns some of the remaining items in the tenant's partition, except the mark. Returns an empty list if
 * none remain. Always reads from the start, because earlier items have been deleted.
 */
async function queryRemaining(table: TableClient, tenantId: string): Promise<Item[]> {
  const mark = createItemKey(TENANTS, [tenantId]);
  const command = new QueryCommand({
    TableName: table.tableName,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": { S: formatTenantPartition(tenantId) } },
    ExpressionAttributeNames: { "#hash": "hash" },
    ProjectionExpression: "pk, sk, #hash",
    ConsistentRead: true,
    Limit: 100,
  });
  const { Items: found = [] } = await send(table.client.send(command));
  return found.map(unmarshallItem).filter(({ sk }) => sk !== mark.sk);
}
