import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { send } from "./send.ts";
import { type Item, type marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";

/** Sort keys of one partition, both ends included. */
export interface SortKeyRange {
  pk: string;
  first: string;
  last: string;
}

export interface RangeReading {
  /** The last one first. */
  backwards?: boolean;
  /** At most so many items a time. */
  together?: number;
}

/**
 * All items of a range, in order, as the table hands them out (at most 1 MB a time); the next request waits
 * until it is wanted.
 */
export async function* queryRange(
  table: TableClient,
  range: SortKeyRange,
  { backwards = false, together }: RangeReading = {},
): AsyncGenerator<Item[]> {
  let start: ReturnType<typeof marshallKey> | undefined;
  do {
    const command: QueryCommand = new QueryCommand({
      ...rangeInput(table, range),
      ScanIndexForward: !backwards,
      Limit: together,
      ExclusiveStartKey: start,
    });
    const { Items: items = [], LastEvaluatedKey: end } = await send(table.client.send(command));
    yield items.map(unmarshallItem);
    start = end;
  } while (start);
}

/** The last items of a range, the last one first. */
export async function queryLast(table: TableClient, range: SortKeyRange, limit: number): Promise<Item[]> {
  const command = new QueryCommand({ ...rangeInput(table, range), ScanIndexForward: false, Limit: limit });
  const { Items: items = [] } = await send(table.client.send(command));
  return items.map(unmarshallItem);
}

/** Counts the items in a range, and stops counting at `most`. */
export async function countRange(table: TableClient, range: SortKeyRange, most: number): Promise<number> {
  let count = 0;
  let start: ReturnType<typeof marshallKey> | undefined;
  while (count < most) {
    const command: QueryCommand = new QueryCommand({
      ...rangeInput(table, range),
      Select: "COUNT",
      Limit: most - count,
      ExclusiveStartKey: start,
    });
    const { Count: more = 0, LastEvaluatedKey: end } = await send(table.client.send(command));
    count += more;
    if (!end) break;
    start = end;
  }
  return count;
}

function rangeInput(table: TableClient, { pk, first, last }: SortKeyRange) {
  return {
    TableName: table.tableName,
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: { ":pk": { S: pk }, ":first": { S: first }, ":last": { S: last } },
    ConsistentRead: true,
  };
}
