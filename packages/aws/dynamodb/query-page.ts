import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { send } from "./send.ts";
import { type Item, marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";

export interface PageQuery<T> extends PageRequest {
  pk: string;
  /** Beginning of every sort key; the rest of a sort key is the position that `after` and `next` refer to. */
  prefix: string;
  /** Turns found items into listed ones; `undefined` leaves one out. */
  read(items: readonly Item[]): Promise<readonly (T | undefined)[]> | readonly (T | undefined)[];
}

/**
 * One page of a partition in the order of its sort keys. Items left out by `read` never shorten a page: it
 * goes on until the page is full or the partition ends, and `next` is `null` exactly when nothing follows.
 */
export async function queryPage<T>(table: TableClient, query: PageQuery<T>): Promise<Page<T>> {
  const { pk, prefix, limit } = query;
  const found: { position: string; value: T }[] = [];
  let start = query.after === undefined ? undefined : marshallKey({ pk, sk: prefix + query.after });
  do {
    const command = new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": { S: pk }, ":prefix": { S: prefix } },
      ConsistentRead: true,
      Limit: limit + 1 - found.length,
      ExclusiveStartKey: start,
    });
    const answer = await send(table.client.send(command));
    const items = (answer.Items ?? []).map(unmarshallItem);
    const values = await query.read(items);
    for (const [index, item] of items.entries()) {
      const value = values[index];
      if (value !== undefined) found.push({ position: item.sk.slice(prefix.length), value });
    }
    start = answer.LastEvaluatedKey;
  } while (start && found.length <= limit);
  const page = found.slice(0, limit);
  return {
    items: page.map(({ value }) => value),
    next: found.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
}
