import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

type Command = Parameters<DynamoDBClient["send"]>[0];

/**
 * A client that loses the answer of its next write of an item whose sort key begins so: the write is taken,
 * what else happens meanwhile happens, and then it is sent again, as the SDK does by itself.
 */
export function losingAnswerOf(
  client: DynamoDBClient,
  sortKey: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): DynamoDBClient {
  let lost = false;
  return Object.create(client, {
    send: {
      value: async (command: Command) => {
        const item: { sk?: { S?: string } } | undefined = Reflect.get(command.input, "Item");
        if (!lost && item?.sk?.S?.startsWith(sortKey)) {
          lost = true;
          await client.send(command);
          await meanwhile();
        }
        return client.send(command);
      },
    },
  }) as DynamoDBClient;
}

/**
 * A client that makes every conditional write, loses its answer and makes it again. It adds the conditions
 * to `seen`.
 */
export function losingEveryAnswer(client: DynamoDBClient, seen = new Set<string>()): DynamoDBClient {
  const send = async (command: Command) => {
    const condition: unknown = Reflect.get(command.input, "ConditionExpression");
    if (typeof condition === "string") seen.add(condition);
    if (typeof condition === "string" || "TransactItems" in command.input) await client.send(command);
    return client.send(command);
  };
  return Object.create(client, { send: { value: send } }) as DynamoDBClient;
}
