import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { ALL_TENANTS, API_KEYS, TENANTS } from "@plumbline/core/access/access-store.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { batchDelete } from "./batches.ts";
import { itemKey, listRange, pointedKey, tenantPartition } from "./record-layout.ts";
import { send } from "./send.ts";
import { type Item, type TableClient, unmarshallItem } from "./table-client.ts";

/**
 * Erases everything that a tenant marked as deleted owns in one table. Erase the key table first, because
 * nothing of the tenant can be decrypted without it. Within a page, API keys are deleted before the pointers
 * that name them, and the list's pointer last, so that the next erasure finds and finishes an interrupted
 * one. The mark stays because concurrent writes check it. It contains only the ID and the time.
 */
export async function eraseTenant(table: TableClient, tenantId: string, clock: Clock): Promise<void> {
  for (let page = await owned(table, tenantId); page.length > 0; page = await owned(table, tenantId)) {
    const pointers = page.filter(({ sk }) => sk.startsWith(listRange(API_KEYS, tenantId).prefix));
    const keys = pointers.map((pointer) => pointedKey(API_KEYS, pointer));
    await batchDelete(table, keys, clock);
    await batchDelete(table, page, clock);
  }
  const { pk, first } = listRange(TENANTS, ALL_TENANTS).range;
  await batchDelete(table, [{ pk, sk: first + tenantId }], clock);
}

/**
 * Returns some of the remaining items in the tenant's partition, apart from the mark. Returns an empty list
 * if there are no more. Always reads from the start, because the items read before have been deleted.
 */
async function owned(table: TableClient, tenantId: string): Promise<Item[]> {
  const mark = itemKey(TENANTS, [tenantId]);
  const command = new QueryCommand({
    TableName: table.tableName,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": { S: tenantPartition(tenantId) } },
    ExpressionAttributeNames: { "#hash": "hash" },
    ProjectionExpression: "pk, sk, #hash",
    ConsistentRead: true,
    Limit: 100,
  });
  const { Items: found = [] } = await send(table.client.send(command));
  return found.map(unmarshallItem).filter(({ sk }) => sk !== mark.sk);
}
