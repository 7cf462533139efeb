import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { systemRandom } from "@plumbline/core/clock/clock.ts";
import { send, sendConditional } from "./send.ts";

export interface ItemKey {
  pk: string;
  sk: string;
}

/** A stored item: its key and its attributes as plain JSON values. */
export interface Item extends ItemKey {
  readonly [attribute: string]: unknown;
}

/** A DynamoDB condition. `#name` refers to the attribute `name`, `:value` to an entry of `values`. */
export interface Condition {
  expression: string;
  values?: Readonly<Record<string, unknown>>;
}

export const IF_ABSENT: Condition = { expression: "attribute_not_exists(#pk)" };

/**
 * Client of one table with items as plain objects. Every read is consistent. Writes return `false` if their
 * condition failed.
 */
export class TableClient {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly #newWriteId: () => string;

  /** `newWriteId` returns an ID for each call of `putOwn`. */
  constructor(client: DynamoDBClient, tableName: string, newWriteId = () => systemRandom.uuid()) {
    this.client = client;
    this.tableName = tableName;
    this.#newWriteId = newWriteId;
  }

  async get(key: ItemKey): Promise<Item | undefined> {
    const command = new GetItemCommand({
      TableName: this.tableName,
      Key: marshallKey(key),
      ConsistentRead: true,
    });
    const { Item: found } = await send(this.client.send(command));
    return found && unmarshallItem(found);
  }

  put(item: Item, condition?: Condition): Promise<boolean> {
    const command = new PutItemCommand({
      TableName: this.tableName,
      Item: marshallItem(item),
      ...(condition && {
        ConditionExpression: condition.expression,
        ...buildPlaceholders(condition.expression, condition.values),
      }),
    });
    return sendConditional(this.client.send(command));
  }

  /**
   * Puts an item that other writers may put with the same content, such as a claim. The SDK repeats a write
   * whose response was lost, and the condition then fails. A write ID stored with the item shows whether the
   * item is from this call.
   */
  async putOwn(item: Item, condition: Condition): Promise<boolean> {
    const write_id = this.#newWriteId();
    if (await this.put({ ...item, write_id }, condition)) return true;
    return (await this.get(item))?.write_id === write_id;
  }

  /**
   * Sets attributes of an item and removes those that are `undefined`. `condition` is required, because an
   * update without one would create missing items.
   */
  update(key: ItemKey, changes: Readonly<Record<string, unknown>>, condition: Condition): Promise<boolean> {
    const assigned = Object.entries(changes).filter(([, value]) => value !== undefined);
    const removed = Object.keys(changes).filter((name) => changes[name] === undefined);
    const values = Object.fromEntries(assigned.map(([name, value]) => [`new_${name}`, value]));
    const clauses = [
      assigned.length > 0 && `SET ${assigned.map(([name]) => `#${name} = :new_${name}`).join(", ")}`,
      removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(", ")}`,
    ];
    const expression = clauses.filter(Boolean).join(" ");
    const command = new UpdateItemCommand({
      TableName: this.tableName,
      Key: marshallKey(key),
      UpdateExpression: expression,
      ConditionExpression: condition.expression,
      ...buildPlaceholders(`${expression} ${condition.expression}`, { ...values, ...condition.values }),
    });
    return sendConditional(this.client.send(command));
  }

  /** Deletes an item if it exists and the condition holds. */
  delete(key: ItemKey, condition: Condition): Promise<boolean> {
    const command = new DeleteItemCommand({
      TableName: this.tableName,
      Key: marshallKey(key),
      ConditionExpression: condition.expression,
      ...buildPlaceholders(condition.expression, condition.values),
    });
    return sendConditional(this.client.send(command));
  }
}

/** Marshalls the key, also of a whole item. */
export function marshallKey({ pk, sk }: ItemKey): Record<string, AttributeValue> {
  return { pk: { S: pk }, sk: { S: sk } };
}

export function marshallItem(item: Item): Record<string, AttributeValue> {
  return marshall(item, { removeUndefinedValues: true });
}

export function unmarshallItem(attributes: Record<string, AttributeValue>): Item {
  return unmarshall(attributes) as Item;
}

/** Removes the key from an item. The shape of the rest is not checked, because only this code writes it. */
export function stripKey<T>({ pk: _pk, sk: _sk, write_id: _write, ...record }: Item): T {
  return record as T;
}

/** Maps every `#name` in an expression to its attribute, and marshalls the values. */
export function buildPlaceholders(expression: string, values: Readonly<Record<string, unknown>> = {}) {
  const names = Object.fromEntries(
    [...expression.matchAll(/#(\w+)/g)].map(([placeholder, name]) => [placeholder, name ?? ""]),
  );
  const placeholderValues = Object.entries(values).map(([name, value]) => [`:${name}`, value]);
  return {
    ExpressionAttributeNames: names,
    ...(placeholderValues.length > 0 && {
      ExpressionAttributeValues: marshall(Object.fromEntries(placeholderValues)),
    }),
  };
}
