import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { ALL_TENANTS, API_KEYS, TENANTS } from "@plumbline/core/access/access-store.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { batchDelete } from "./batches.ts";
import { itemKey, listRange, pointedKey, tenantPartition } from "./record-layout.ts";
import { send } from "./send.ts";
import { type Item, type TableClient, unmarshallItem } from "./table-client.ts";

/**
 * Erases all that a tenant marked deleted owned in one table; the key table goes first, as nothing of the
 * tenant opens without it. The API keys of a page go before the pointers that name
 * them, the list's pointer last, so an erasure cut off at any point is found, and finished, by the next. The
 * mark stays: it is what a write on its way at that moment is held against, and it holds no more than the id
 * and the time.
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
 * Some of what is left in the tenant's partition beside the mark; nothing when all is gone. Reads from the
 * start each time, as what was read is gone.
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
