import { type DynamoDBClient, QueryCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient, unmarshallItem } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../support/entity-stores.ts";

type Command = Parameters<DynamoDBClient["send"]>[0];

/**
 * An embedded table in memory with a watch store on it, and ways to look behind that store or to go at it
 * over a worse line.
 */
export async function openWatchTable() {
  const embedded = await openEmbeddedStore();
  const { client } = embedded;
  const clock = new ManualClock("2026-01-01T00:00:00.000Z");
  const storesOn = (other: DynamoDBClient) =>
    checkedStores(
      createDynamoStores(
        new TableClient(other, EMBEDDED_TABLE),
        new TableClient(other, EMBEDDED_KEY_TABLE),
        clock,
      ),
      clock,
    );
  const storeOn = (other: DynamoDBClient) => storesOn(other).watches;
  const storeThat = (send: (command: Command) => Promise<unknown>) =>
    storeOn(Object.create(client, { send: { value: send } }) as DynamoDBClient);
  const isRead = (command: Command) => /^(Get|BatchGet|Query)/.test(command.constructor.name);
  return {
    client,
    clock,
    table: new TableClient(client, EMBEDDED_TABLE),
    store: storeOn(client),
    storeOn,
    accessOn: (other: DynamoDBClient) => storesOn(other).access,
    /** A store with another way to send. */
    storeThat,
    /** A store whose process dies before its request number `count` (from 0) is sent. */
    storeDyingAfter(count: number) {
      let sent = 0;
      return storeThat((command) =>
        sent++ < count ? client.send(command) : Promise.reject(new Error("the process died")),
      );
    },
    /** A store whose writes are all sent twice, as the SDK does when the first answer is lost. */
    storeLosingAnswers: () =>
      storeThat(async (command) => {
        if (!isRead(command)) await client.send(command);
        return client.send(command);
      }),
    /** A store on a table that hands out at most two items a request. */
    storeWithShortPages: () =>
      storeThat((command) => {
        if (command instanceof QueryCommand) command.input.Limit = Math.min(command.input.Limit ?? 2, 2);
        return client.send(command);
      }),
    /** All that is stored, as `pk / sk`, in order. */
    async keys() {
      const { Items: items = [] } = await client.send(new ScanCommand({ TableName: EMBEDDED_TABLE }));
      return items
        .map(unmarshallItem)
        .map(({ pk, sk }) => `${pk} / ${sk}`)
        .toSorted();
    },
    close: () => embedded.close(),
  };
}

export type WatchTable = Awaited<ReturnType<typeof openWatchTable>>;

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}
