import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { startedForEach } from "../support/started.ts";
import { LINES, LONG_TEXTS, NAMES, NOTES, type Note, OWNERS, PASSES, STATES } from "./record-kinds.ts";
import { describeRecordStore } from "./record-store-suite.ts";

const KEPT_UNTIL = "2026-01-02T00:00:00.500Z";

describe("records on DynamoDB", () => {
  const embedded = startedForEach(openEmbeddedStore);
  let table: TableClient;
  let keyTable: TableClient;
  beforeEach(async () => {
    table = new TableClient(embedded.client, EMBEDDED_TABLE);
    keyTable = new TableClient(embedded.client, EMBEDDED_KEY_TABLE);
  });
  const open = () => new DynamoRecordStore(table, keyTable, new ManualClock("2026-01-01T00:00:00.000Z"));
  describeRecordStore(open);

  it("have the items of released versions", async () => {
    const store = open();
    await store.insert(NOTES, {
      ...{ tenant_id: "t", id: "n", revision: "r", kept_until: KEPT_UNTIL, text: "a", decided_at: null },
    });
    await store.insert(LINES, { tenant_id: "t", sequence: 12, text: "a" });
    await store.insert(OWNERS, { tenant_id: "t", name: "Acme", deleted_at: null });
    await store.insert(PASSES, { hash: "h1", key_id: "k1", tenant_id: "t", revoked_at: null });
    await store.insert(PASSES, { hash: "h2", key_id: "k2", tenant_id: null, revoked_at: null });
    await store.insert(NAMES, { tenant_id: "t", subscription: "s", watch_id: "w" });
    await store.insert(STATES, { tenant_id: "t", record: "a/b", version: 1, revoked_at: null });
    await store.insert(STATES, { tenant_id: STAGE, record: "a/b", version: 1, revoked_at: null });
    await store.put(LONG_TEXTS, {
      ...{ tenant_id: "t", approval_id: "a", name: "n", text: "x".repeat(350_001), kept_until: KEPT_UNTIL },
    });
    const ttl = { N: String(Date.parse("2026-01-02T00:00:01.000Z") / 1000) };
    expect(await keysIn(EMBEDDED_TABLE)).toEqual([
      "APIKEY#h1 META",
      "APIKEY#h2 META",
      "OPERATORS KEY#k2 hash",
      "TENANT#t APPROVAL#n",
      "TENANT#t APPROVALTEXT#a#n#000",
      "TENANT#t APPROVALTEXT#a#n#001",
      "TENANT#t KEY#k1 hash",
      "TENANT#t META",
      "TENANT#t WSUB#s watch_id",
      "TENANTS TENANT#t ",
    ]);
    expect(await keysIn(EMBEDDED_KEY_TABLE)).toEqual([
      "STATE#a/b META",
      "TENANT#t AUDIT#000000000012",
      "TENANT#t STATE#a/b",
    ]);
    expect(await table.get({ pk: "TENANT#t", sk: "APPROVAL#n" })).toMatchObject({
      id: "n",
      ttl: Number(ttl.N),
    });
    expect(await table.get({ pk: "TENANT#t", sk: "APPROVALTEXT#a#n#001" })).toEqual({
      ...{ pk: "TENANT#t", sk: "APPROVALTEXT#a#n#001", piece: "x", pieces: 2, ttl: Number(ttl.N) },
    });
  });

  it("are not there where a mark is in their place", async () => {
    const key = { pk: "TENANT#t", sk: "APPROVAL#n" };
    await table.put({ ...key, never_finished: true });
    const store = open();
    const note: Note = { tenant_id: "t", id: "n", revision: "r", kept_until: KEPT_UNTIL, text: "a" };
    expect(await store.get(NOTES, ["t", "n"])).toBeUndefined();
    expect((await store.page(NOTES, "t", { limit: 2 })).items).toEqual([]);
    expect(await store.insert(NOTES, note)).toBe("taken");
    expect(await store.change(NOTES, ["t", "n"], { text: "b" }, {})).toBe(false);
    expect(await store.replace(NOTES, note, { decided_at: undefined })).toBe(false);
    expect(await table.get(key)).toEqual({ ...key, never_finished: true });
  });

  /** Keys of a table's items in order, and the attributes of those with few. */
  async function keysIn(TableName: string): Promise<string[]> {
    const { Items: items = [] } = await embedded.client.send(new ScanCommand({ TableName }));
    return items
      .map(({ pk, sk, ...others }) => {
        const names = Object.keys(others);
        return `${pk?.S} ${sk?.S}${names.length < 2 ? ` ${names.join()}` : ""}`;
      })
      .sort();
  }
});
