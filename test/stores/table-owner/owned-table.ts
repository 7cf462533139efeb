import { DeleteItemCommand, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { openMemoryStore } from "../../../packages/local/store/open-store.ts";
import type { SqlValue } from "../../../packages/local/store/rows.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { findTable, TABLES, type Table } from "../../../packages/local/store/tables.ts";
import type { Place } from "../../support/api-on-stores.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { wrappingKeyService } from "../../support/wrapping-key-service.ts";

/** A record as whoever owns the main table sees it. */
export interface OwnedItem {
  /** Tells it from every other. */
  readonly place: string;
  /** Its attributes. Columns of SQLite that are not part of the record begin with `#`. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The records of one table by their places. */
export type Moment = ReadonlyMap<string, OwnedItem>;

/** One table of a platform, with all that its owner can do. */
interface WholeTable {
  read(): Promise<OwnedItem[]>;
  write(item: OwnedItem): Promise<void>;
  remove(place: string): Promise<void>;
}

/** The main table in an attacker's hands, and the key table in the test's. */
export interface OwnedTable extends Place {
  main: WholeTable;
  keyTable: WholeTable;
}

/** Reads every record of a table. */
export async function momentOf(table: WholeTable): Promise<Moment> {
  return new Map((await table.read()).map((item) => [item.place, item]));
}

/** Puts a table back to a moment. */
export async function restore(table: WholeTable, moment: Moment): Promise<void> {
  const now = await momentOf(table);
  for (const place of now.keys()) if (!moment.has(place)) await table.remove(place);
  for (const [place, item] of moment)
    if (JSON.stringify(now.get(place)?.body) !== JSON.stringify(item.body)) await table.write(item);
}

export async function openOwnedDynamoTable(clock: Clock): Promise<OwnedTable> {
  const { client, close } = await openEmbeddedStore({ sendsDirectly: true });
  const owned = (TableName: string): WholeTable => {
    const keyOf = (place: string) => {
      const [pk, sk] = JSON.parse(place);
      return { pk, sk };
    };
    const remove = async (place: string) => {
      await client.send(new DeleteItemCommand({ TableName, Key: marshall(keyOf(place)) }));
    };
    return {
      async read() {
        const { Items: items = [] } = await client.send(new ScanCommand({ TableName }));
        return items
          .map((item) => unmarshall(item))
          .map(({ pk, sk, ...body }) => ({ place: JSON.stringify([pk, sk]), body }));
      },
      async write({ place, body }) {
        await remove(place);
        const Item = marshall({ ...body, ...keyOf(place) }, { removeUndefinedValues: true });
        await client.send(new PutItemCommand({ TableName, Item }));
      },
      remove,
    };
  };
  return {
    stores: createDynamoStores(
      new TableClient(client, EMBEDDED_TABLE),
      new TableClient(client, EMBEDDED_KEY_TABLE),
      clock,
    ),
    keys: wrappingKeyService(seededRandom("keys")),
    main: owned(EMBEDDED_TABLE),
    keyTable: owned(EMBEDDED_KEY_TABLE),
    close,
  };
}

/** The tables of SQLite that are apart from the main table, with rights of their own, on AWS. */
const OF_KEYS: readonly Table[] = [
  TABLES.dataKeys,
  TABLES.auditEntries,
  TABLES.recordStates,
  TABLES.expiringStates,
  TABLES.conversationEntries,
  TABLES.endedVisits,
];

export async function openOwnedSqliteTable(clock: Clock): Promise<OwnedTable> {
  const { store, close } = await openMemoryStore(createLogger(() => undefined, clock, "error"));
  const rowsOf = (table: Table): OwnedItem[] => {
    const [keys, found] = [Object.keys(table.key), Object.keys(table.found)];
    const sql = `SELECT ${[...keys, ...found, "body"].join(", ")} FROM ${table.name}`;
    return store.select(table, { sql, values: [] }).map((values) => {
      const key = Object.fromEntries(keys.map((name, index) => [name, values[index]]));
      const columns = found.map((name, index) => [`#${name}`, values[keys.length + index]]);
      const body = { ...JSON.parse(String(values.at(-1))), ...Object.fromEntries(columns) };
      return { place: JSON.stringify([table.name, key]), body };
    });
  };
  const owned = (tables: readonly Table[]): WholeTable => ({
    read: async () => tables.flatMap(rowsOf),
    write({ place, body }) {
      const [name, columnsOfKey] = JSON.parse(place);
      const key = Object.values<SqlValue>(columnsOfKey);
      const table = findTable(name);
      const columns = Object.keys(table.found).map((column) => [column, body[`#${column}`] ?? null]);
      const found: Record<string, SqlValue> = Object.fromEntries(columns);
      const fields = Object.entries(body).filter(([field]) => !field.startsWith("#"));
      return store.transact((transaction) => {
        transaction.delete(table, key);
        transaction.put(table, { key, found, record: Object.fromEntries(fields) });
      });
    },
    remove(place) {
      const [name, key] = JSON.parse(place);
      return store.transact((transaction) => transaction.delete(findTable(name), Object.values(key)));
    },
  });
  const ofMain = Object.values(TABLES).filter(
    (table: Table) => table !== TABLES.facts && !OF_KEYS.includes(table),
  );
  return {
    stores: sqliteStores(store),
    keys: wrappingKeyService(seededRandom("keys")),
    main: owned(ofMain),
    keyTable: owned(OF_KEYS),
    close,
  };
}

/** Lists the stores, each with how to open a table of it. */
export const OWNED_TABLES = [
  ["a SQLite table", openOwnedSqliteTable],
  ["a DynamoDB table", openOwnedDynamoTable],
] as const;
