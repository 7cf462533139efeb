import { createHash } from "node:crypto";
import { BatchWriteItemCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { marshallItem, TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { CREDENTIALS } from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialFit } from "@plumbline/core/credentials/kinds.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { afterEach, expect, test, vi } from "vitest";
import { toRecordItem } from "../../packages/aws/dynamodb/record-layout.ts";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { SqliteStore } from "../../packages/local/store/sqlite-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { sampleCredential } from "../aws/dynamodb/sample-records.ts";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { checkedStores, type TestStores } from "../support/entity-stores.ts";

const CHAT: CredentialFit = { kinds: ["chatapp_bot", "chatapp_user"] };
const clock = new ManualClock();
const logger = { log: () => undefined };

const hashOf = (label: string) => createHash("sha256").update(label.toLowerCase()).digest("base64url");

type Command = Parameters<DynamoDBClient["send"]>[0];
/** The cost of finding: requests and read units of DynamoDB, or rows of SQLite. */
type Cost = Record<string, number>;

interface Place {
  stores: TestStores;
  /** Stores records and their label's claims, as every release does. */
  fill(records: readonly CredentialRecord[]): Promise<void>;
  /** The cost of what `work` reads. */
  costOf(work: () => Promise<unknown>): Promise<Cost>;
  close(): Promise<void>;
}

async function onDynamoDb(): Promise<Place> {
  const { client, close } = await openEmbeddedStore();
  const cost = { requests: 0, units: 0 };
  const counting: DynamoDBClient = Object.create(client, {
    send: {
      value: async (command: Command) => {
        Object.assign(command.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await client.send(command);
        cost.requests += 1;
        const consumed = Reflect.get(answer, "ConsumedCapacity") as { CapacityUnits: number };
        for (const { CapacityUnits } of [consumed].flat()) cost.units += CapacityUnits;
        return answer;
      },
    },
  });
  const table = (name: string) => new TableClient(counting, name);
  return {
    stores: checkedStores(createDynamoStores(table(EMBEDDED_TABLE), table(EMBEDDED_KEY_TABLE), clock), clock),
    async fill(records) {
      const items = records.flatMap((record) => {
        const { tenant_id, kind, id, label } = record;
        const claim = { pk: `TENANT#${tenant_id}`, sk: `CREDLABEL#${kind}#${hashOf(label)}` };
        return [toRecordItem(CREDENTIALS, record), { ...claim, credential_id: id, claim_version: 1 }];
      });
      for (let start = 0; start < items.length; start += 25) {
        const requests = items
          .slice(start, start + 25)
          .map((item) => ({ PutRequest: { Item: marshallItem(item) } }));
        await client.send(new BatchWriteItemCommand({ RequestItems: { [EMBEDDED_TABLE]: requests } }));
      }
    },
    async costOf(work) {
      const before = { ...cost };
      await work();
      return { requests: cost.requests - before.requests, units: cost.units - before.units };
    },
    close,
  };
}

async function onSqlite(): Promise<Place> {
  const { store, close } = await openMemoryStore(logger);
  const stores = checkedStores(sqliteStores(store), clock);
  return {
    stores,
    async fill(records) {
      for (const record of records) await stores.credentials.create(record);
    },
    async costOf(work) {
      const rows = vi.spyOn(SqliteStore.prototype, "rows").mockClear();
      await work();
      return { rows: rows.mock.results.reduce((sum, { value }) => sum + value.length, 0) };
    },
    close,
  };
}

let open: Place | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await open?.close();
});

const places: [string, () => Promise<Place>][] = [
  ["DynamoDB", onDynamoDb],
  ["SQLite", onSqlite],
];

async function start(openPlace: () => Promise<Place>) {
  open = await openPlace();
  const { stores, costOf } = open;
  const { seals, closingRows } = stores.opened;
  // Asked once a minute while records are unsigned, as those here are.
  await closingRows.has();
  const resolver = new CredentialResolver({ store: stores.credentials, seals, clock, kinds });
  const find = (tenantId: string, fit: CredentialFit) => resolver.find({ tenantId }, undefined, fit);
  const { fill } = open;
  const connect = (tenant_id: string, kind: string, count: number) =>
    fill(
      Array.from({ length: count }, (_, number) =>
        sampleCredential({ id: `${kind}-${number}`, tenant_id, kind, label: `Number ${number}` }),
      ),
    );
  return { stores, costOf, find, connect };
}

test.each(places)(
  "on %s the only account costs the same among 1,000 connections",
  async (_name, openPlace) => {
    const { costOf, find, connect } = await start(openPlace);
    await connect("few", "chatapp_user", 1);
    await connect("many", "chatapp_user", 1);
    for (const kind of ["calendar", "notes", "tracker"]) await connect("many", kind, 333);
    const few = await costOf(() => find("few", CHAT));
    const many = await costOf(() => find("many", CHAT));
    expect(many).toEqual(few);
    // With its state in the table of keys, which opening its token needs.
    expect(few).toEqual(few.rows === undefined ? { requests: 4, units: 3 } : { rows: 2 });
  },
);

test.each(places)("on %s revoked accounts of the same kind cost nothing", async (_name, openPlace) => {
  const { costOf, find, connect, stores } = await start(openPlace);
  await connect("t", "chatapp_bot", 1);
  await find("t", CHAT);
  const alone = await costOf(() => find("t", CHAT));
  await connect("t", "chatapp_user", 50);
  for (let number = 0; number < 50; number++) {
    const record = await stores.credentials.get("t", `chatapp_user-${number}`);
    if (record) await stores.credentials.update({ ...record, revoked_at: "2026-01-02", version: 2 });
  }
  expect(await costOf(() => find("t", CHAT))).toEqual(alone);
});

test.each(places)("on %s a refusal for too many accounts reads what it lists", async (_name, openPlace) => {
  const { costOf, find, connect } = await start(openPlace);
  const refused = (tenant: string) =>
    costOf(() => expect(find(tenant, CHAT)).rejects.toThrow(/Several .*; and at least \d+ more\.$/));
  await connect("some", "chatapp_bot", 30);
  await connect("many", "chatapp_bot", 1_000);
  const cost = await refused("some");
  expect(await refused("many")).toEqual(cost);
  expect(cost).toEqual(cost.rows === undefined ? { requests: 3, units: 23 } : { rows: 22 });
});

test("SQLite finds a kind by its index", async () => {
  open = await onSqlite();
  const { store, close } = await openMemoryStore(logger);
  const select = vi.spyOn(store, "select");
  for await (const _ of checkedStores(sqliteStores(store), clock).credentials.listOfKinds("t", ["notes"]));
  const [table, query] = select.mock.calls[0] ?? expect.fail("It read nothing.");
  const plan = store.select(table, {
    sql: `EXPLAIN QUERY PLAN ${query.sql}`,
    values: query.values,
  });
  expect(JSON.stringify(plan)).toContain("USING INDEX credentials_by_kind (tenant_id=? AND kind=? AND id>?)");
  await close();
});
