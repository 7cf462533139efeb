import {
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { send } from "./send.ts";
import { type Item, marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";

/** A range of sort keys in one partition, including both ends. */
export interface SortKeyRange {
  pk: string;
  first: string;
  last: string;
}

export interface RangeOptions {
  /** Starts with the last item. */
  backwards?: boolean | undefined;
  /** Maximum number of items per request. */
  together?: number | undefined;
  /** Starts after this sort key. */
  after?: string | undefined;
}

/**
 * Yields all items of a range in order, page by page as the table returns them (at most 1 MB each). Requests
 * the next page only when it is needed.
 */
export async function* queryRange(
  table: TableClient,
  range: SortKeyRange,
  { backwards = false, together, after }: RangeOptions = {},
): AsyncGenerator<Item[]> {
  const start = after === undefined ? undefined : marshallKey({ pk: range.pk, sk: after });
  const options = { ScanIndexForward: !backwards, Limit: together, ExclusiveStartKey: start };
  for await (const { Items: items = [] } of queryPages(table, range, options))
    yield items.map(unmarshallItem);
}

/** Counts the items in a range, up to `limit`. */
export async function countRange(table: TableClient, range: SortKeyRange, limit: number): Promise<number> {
  let count = 0;
  for await (const { Count: more = 0 } of queryPages(table, range, { Select: "COUNT", Limit: limit })) {
    count += more;
    if (count >= limit) return limit;
  }
  return count;
}

async function* queryPages(
  table: TableClient,
  { pk, first, last }: SortKeyRange,
  { ExclusiveStartKey: start, ...reading }: Partial<QueryCommandInput>,
): AsyncGenerator<QueryCommandOutput> {
  let next = start;
  do {
    const command = new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: { ":pk": { S: pk }, ":first": { S: first }, ":last": { S: last } },
      ConsistentRead: true,
      ...reading,
      ExclusiveStartKey: next,
    });
    const page = await send(table.client.send(command));
    yield page;
    next = page.LastEvaluatedKey;
  } while (next);
}

/** Yields all items of a table that have a field, other than null. */
export async function* scanItemsWith(table: TableClient, field: string): AsyncGenerator<Item> {
  let start: ScanCommand["input"]["ExclusiveStartKey"];
  do {
    const command: ScanCommand = new ScanCommand({
      TableName: table.tableName,
      FilterExpression: "attribute_exists(#field) AND NOT attribute_type(#field, :null_type)",
      ExpressionAttributeNames: { "#field": field },
      ExpressionAttributeValues: { ":null_type": { S: "NULL" } },
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    const { Items: found = [], LastEvaluatedKey } = await send(table.client.send(command));
    yield* found.map(unmarshallItem);
    start = LastEvaluatedKey;
  } while (start);
}
