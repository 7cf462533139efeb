import {
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { type Clock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { createTableUnavailableError, send } from "./send.ts";
import {
  buildPlaceholders,
  type Condition,
  type Item,
  type ItemKey,
  marshallItem,
  marshallKey,
  type TableClient,
} from "./table-client.ts";

/** One action of a transaction. `ConditionCheck` writes nothing. */
export type TransactItem = { table: TableClient; condition?: Condition } & (
  | { action: "Put"; item: Item }
  | { action: "Delete" | "ConditionCheck"; item: ItemKey }
);

/** Waits before repeating a transaction that conflicted with another write of the same items. */
const WAITS_MS = [20, 50, 100, 200, 400, 800];

/** Transient reasons for a cancellation. */
const TRANSIENT_REASONS = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];

/**
 * Performs all writes or none. Returns `false` if a condition failed. Takes at most 100 actions, at most one
 * per item (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html). Throws
 * ServiceError `unavailable` if other writes keep conflicting.
 */
export async function transactWrite(items: readonly TransactItem[], clock: Clock): Promise<boolean> {
  const [first] = items;
  if (!first) return true;
  // The token makes the write idempotent, so that the SDK may repeat it after a lost response.
  const input = { TransactItems: items.map(buildAction), ClientRequestToken: systemRandom.uuid() };
  for (const wait of [...WAITS_MS, undefined]) {
    const request = send(first.table.client.send(new TransactWriteItemsCommand(input)));
    const cancelled = await request.then(() => undefined, catchCancellation);
    if (!cancelled) return true;
    const codes = new Set(cancelled.CancellationReasons?.map(({ Code }) => Code));
    if (codes.has("ConditionalCheckFailed")) return false;
    if (!TRANSIENT_REASONS.some((code) => codes.has(code))) throw cancelled;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw createTableUnavailableError();
}

function catchCancellation(error: unknown): TransactionCanceledException {
  if (error instanceof TransactionCanceledException) return error;
  throw error;
}

function buildAction({ table, action, item, condition }: TransactItem): TransactWriteItem {
  const target = action === "Put" ? { Item: marshallItem(item) } : { Key: marshallKey(item) };
  const conditionFields = condition && {
    ConditionExpression: condition.expression,
    ...buildPlaceholders(condition.expression, condition.values),
  };
  return { [action]: { TableName: table.tableName, ...target, ...conditionFields } };
}
