import { BatchGetItemCommand } from "@aws-sdk/client-dynamodb";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { batchGet } from "../../../packages/aws/dynamodb/batches.ts";
import { EMBEDDED_TABLE } from "../../support/dynalite/embedded-table.ts";
import { sampleWatch } from "./watch-samples.ts";
import { openWatchTable, type WatchTable } from "./watch-table.ts";

let on: WatchTable;
beforeEach(async () => {
  on = await openWatchTable();
});
afterEach(() => on.close());

const name = (watchId: string, tenantId = "t") => ({ tenantId, watchId });

/** Makes watches and takes the state or the record of some away. */
async function createSome(): Promise<void> {
  for (const id of ["w1", "w2", "w3", "w4", "w5"]) await on.store.create(sampleWatch({ id }));
  await on.store.create(sampleWatch({ id: "w1", tenant_id: "u" }));
  const there = { expression: "attribute_exists(#pk)" };
  await on.table.delete({ pk: "TENANT#t", sk: "WSTATE#w2" }, there);
  await on.table.delete({ pk: "TENANT#t", sk: "WATCH#w4" }, there);
}

describe("a batch of watches", () => {
  it("has those of which record and state are there, of several tenants, each once", async () => {
    await createSome();
    const asked = ["w1", "w2", "w3", "w4", "w6"].map((id) => name(id));
    const found = await on.store.getMany([...asked, name("w1"), name("w1", "u"), name("w3", "u")]);
    const names = found.map(({ record }) => `${record.tenant_id}/${record.id}`);
    expect(names.toSorted()).toEqual(["t/w1", "t/w3", "u/w1"]);
    expect(found.find(({ record }) => record.tenant_id === "u")).toEqual(sampleWatch({ tenant_id: "u" }));
    expect(await on.store.getMany([])).toEqual([]);
  });

  /** A table that reads at most `most` keys a request and hands the rest back. */
  function refusing(most: number) {
    const sizes: number[] = [];
    const consistent = new Set<boolean | undefined>();
    const store = on.storeThat(async (command) => {
      if (!(command instanceof BatchGetItemCommand)) return on.client.send(command);
      const { Keys: keys = [], ...how } = command.input.RequestItems?.[EMBEDDED_TABLE] ?? { Keys: [] };
      sizes.push(keys.length);
      consistent.add(how.ConsistentRead);
      const [read, refused] = [keys.slice(0, most), keys.slice(most)];
      const answer =
        read.length > 0
          ? await on.client.send(
              new BatchGetItemCommand({ RequestItems: { [EMBEDDED_TABLE]: { Keys: read } } }),
            )
          : {};
      return {
        ...answer,
        UnprocessedKeys: refused.length > 0 ? { [EMBEDDED_TABLE]: { Keys: refused, ...how } } : {},
      };
    });
    return { store, sizes, consistent };
  }

  it("is asked for again as far as it was refused, after growing waits", async () => {
    await createSome();
    const { store, sizes } = refusing(3);
    const found = await store.getMany(["w1", "w3", "w5", "w6"].map((id) => name(id)));
    expect(found.map(({ record }) => record.id).toSorted()).toEqual(["w1", "w3", "w5"]);
    expect(sizes).toEqual([8, 5, 2]);
    expect(on.clock.waits).toEqual([50, 100]);
  });

  it("is read at half the price, as of a moment ago, and one watch as of now", async () => {
    const { store, consistent } = refusing(100);
    await store.getMany([name("w1")]);
    expect(consistent).toEqual(new Set([false]));
    consistent.clear();
    await store.get("t", "w1");
    await store.list("t", { limit: 1 });
    expect(consistent).toEqual(new Set([true]));
  });

  it("is given up when the table goes on refusing", async () => {
    const { store, sizes } = refusing(0);
    await expect(store.getMany([name("w1")])).rejects.toMatchObject({ code: "unavailable" });
    expect(sizes).toHaveLength(8);
    expect(on.clock.waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
  });

  it("may be larger than a request", async () => {
    const keys = Array.from({ length: 130 }, (_, index) => ({ pk: "p", sk: `s${index}` }));
    for (const key of keys) await on.table.put({ ...key });
    const table = new TableClient(on.client, EMBEDDED_TABLE);
    const places = [...keys, { pk: "p", sk: "none" }].map((key) => ({ table, key }));
    const found = await batchGet(places, { clock: on.clock, consistent: true });
    expect(found.map((item) => item?.sk)).toEqual([...keys.map(({ sk }) => sk), undefined]);
  });
});

describe("the list of a tenant's watches", () => {
  it("goes page by page in the order of ids and leaves out what is not a whole watch", async () => {
    await createSome();
    const first = await on.store.list("t", { limit: 2 });
    expect([first.items.map(({ record }) => record.id), first.next]).toEqual([["w1", "w3"], "w3"]);
    const second = await on.store.list("t", { limit: 2, after: "w3" });
    expect(second).toEqual({ items: [sampleWatch({ id: "w5" })], next: null });
    expect(await on.store.list("v", { limit: 2 })).toEqual({ items: [], next: null });
  });
});
