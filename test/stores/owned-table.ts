import { DeleteItemCommand, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { ServicePorts } from "@plumbline/service/service-ports.ts";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { TABLES, type Table } from "../../packages/local/store/tables.ts";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";

/** One record as whoever owns the main table sees it. */
export interface OwnedItem {
  /** Tells it from every other. */
  place: string;
  body: Record<string, unknown>;
}

/** The main table in an attacker's hands: all that its owner can do, and nothing of the key table. */
export interface OwnedTable {
  stores: ServicePorts["stores"];
  read(): Promise<OwnedItem[]>;
  /** Puts a record where another is, was, or never was. */
  write(item: OwnedItem): Promise<void>;
  close(): Promise<void>;
}

export async function openOwnedDynamoTable(clock: Clock): Promise<OwnedTable> {
  const embedded = await openEmbeddedStore();
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  const keyTable = new TableClient(embedded.client, EMBEDDED_KEY_TABLE);
  return {
    stores: createDynamoStores(table, keyTable, clock),
    async read() {
      const { Items: items = [] } = await embedded.client.send(
        new ScanCommand({ TableName: EMBEDDED_TABLE }),
      );
      return items.map((item) => ({ place: JSON.stringify([item.pk, item.sk]), body: item }));
    },
    async write({ place, body }) {
      const [pk, sk] = JSON.parse(place);
      const TableName = EMBEDDED_TABLE;
      await embedded.client.send(new DeleteItemCommand({ TableName, Key: { pk, sk } }));
      const Item = { ...(body as Record<string, never>), pk, sk };
      await embedded.client.send(new PutItemCommand({ TableName, Item }));
    },
    close: () => embedded.close(),
  };
}

const MAIN = [TABLES.tenants, TABLES.apiKeys, TABLES.credentials] as const;

export async function openOwnedSqliteTable(clock: Clock): Promise<OwnedTable> {
  const { store, close } = await openMemoryStore(createLogger(() => undefined, clock, "error"));
  return {
    stores: sqliteStores(store),
    read: async () =>
      MAIN.flatMap((table) =>
        store.rows(table, { sql: "", values: [] }).map(({ key, body }) => ({
          place: JSON.stringify([table.name, key]),
          body: JSON.parse(body),
        })),
      ),
    async write({ place, body }) {
      const [name, key] = JSON.parse(place);
      const table: Table = MAIN.find((one) => one.name === name) ?? TABLES.credentials;
      const found =
        table === TABLES.tenants
          ? { deleted: body.deleted_at ? 1 : 0 }
          : table === TABLES.apiKeys
            ? { owner: String(body.tenant_id ?? ""), key_id: String(body.key_id) }
            : { kind: String(body.kind), label: null };
      await store.transact((transaction) =>
        transaction.put(table, { key: Object.values(key), found, record: body }),
      );
    },
    close,
  };
}
