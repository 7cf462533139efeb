import { BatchWriteItemCommand, type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { batchDelete } from "../../../packages/aws/dynamodb/batches.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { startedForEach } from "../../support/started.ts";
import { sampleCredential, sampleKey, sampleTenant } from "./sample-records.ts";

type Command = Parameters<DynamoDBClient["send"]>[0];

let clock: ManualClock;
const embedded = startedForEach(openEmbeddedStore);

beforeEach(() => {
  clock = new ManualClock();
});
/** The embedded client with another way to send. */
function clientThat(send: (command: Command) => Promise<unknown>): DynamoDBClient {
  return Object.create(embedded.client, { send: { value: send } }) as DynamoDBClient;
}

function storesOn(client: DynamoDBClient) {
  const keyTable = new TableClient(client, EMBEDDED_KEY_TABLE);
  return checkedStores(createDynamoStores(new TableClient(client, EMBEDDED_TABLE), keyTable, clock), clock);
}

async function itemsLeft(): Promise<number | undefined> {
  return (await embedded.client.send(new ScanCommand({ TableName: EMBEDDED_TABLE }))).Count;
}

describe("deleting a tenant", () => {
  it("is finished by the next try wherever the first was cut off, and no key opens anything meanwhile", async () => {
    const { access: store, credentials } = storesOn(embedded.client);
    let cutAfter = 0;
    for (let finished = false; !finished; cutAfter++) {
      const id = `t${cutAfter}`;
      await store.createTenant(sampleTenant(id), sampleKey(id, "first"));
      for (let index = 0; index < 20; index++) {
        await credentials.create(sampleCredential({ id: `c${index}`, tenant_id: id, label: `l${index}` }));
      }
      let sent = 0;
      const dying = clientThat((command) =>
        sent++ < cutAfter ? embedded.client.send(command) : Promise.reject(new Error("the process died")),
      );
      const attempt = storesOn(dying).access;
      finished = await attempt.deleteTenant(id, "2026-01-01T00:00:00.000Z").then(
        () => true,
        () => false,
      );
      const tenant = await store.getTenant(id);
      if (cutAfter > 0) expect(tenant?.deleted_at ?? "gone").not.toBeNull();
      await store.deleteTenant(id, "2026-01-02T00:00:00.000Z");
      const marks = cutAfter + 1;
      expect(await itemsLeft(), `cut off after ${cutAfter} requests`).toBe(marks);
    }
    expect(cutAfter).toBeGreaterThan(5);
  });

  it("takes back a credential that comes while or after its tenant is erased", async () => {
    const { access, credentials, opened } = storesOn(embedded.client);
    await access.createTenant(sampleTenant("t"), sampleKey("t", "first"));
    // Sealed before the erasure: this process still has the tenant's data key.
    const late = await opened.seals.seal(sampleCredential({ id: "late", tenant_id: "t", label: "late" }), {
      token: new Secret("token"),
    });
    await access.deleteTenant("t", "2026-01-01T00:00:00.000Z");
    expect(await credentials.create(late)).toBe("tenant_deleted");
    expect(await itemsLeft()).toBe(1);
  });

  it("keeps the time of the first try", async () => {
    await storesOn(embedded.client).access.createTenant(sampleTenant("t"), sampleKey("t", "first"));
    for (const deletedAt of ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"]) {
      const onlyMarks = clientThat((command) =>
        /^(Get|BatchGet|Query|Put)/.test(command.constructor.name)
          ? embedded.client.send(command)
          : Promise.reject(new Error("cut")),
      );
      const store = storesOn(onlyMarks).access;
      await expect(store.deleteTenant("t", deletedAt)).rejects.toMatchObject({ code: "unavailable" });
    }
    const marked = await storesOn(embedded.client).access.getTenant("t");
    expect(marked?.deleted_at).toBe("2026-01-01T00:00:00.000Z");
  });
});

describe("batchDelete", () => {
  const keys = Array.from({ length: 60 }, (_, index) => ({ pk: "p", sk: `s${index}` }));

  /** A table that takes at most `most` deletions a request and hands the rest back. */
  function refusing(most: number) {
    const sizes: number[] = [];
    const client = clientThat((command) => {
      if (!(command instanceof BatchWriteItemCommand)) return embedded.client.send(command);
      const requests = command.input.RequestItems?.[EMBEDDED_TABLE] ?? [];
      sizes.push(requests.length);
      const refused = requests.slice(most);
      return Promise.resolve({ UnprocessedItems: refused.length > 0 ? { [EMBEDDED_TABLE]: refused } : {} });
    });
    return { table: new TableClient(client, EMBEDDED_TABLE), sizes };
  }

  it("deletes in batches of 25, present or not", async () => {
    const table = new TableClient(embedded.client, EMBEDDED_TABLE);
    for (const key of keys.slice(0, 40)) await table.put({ ...key });
    await batchDelete(table, keys, clock);
    expect(await itemsLeft()).toBe(0);
    const { table: counting, sizes } = refusing(25);
    await batchDelete(counting, keys, clock);
    expect(sizes).toEqual([25, 25, 10]);
    expect(clock.waits).toEqual([]);
  });

  it("sends again what was refused, after growing waits", async () => {
    const { table, sizes } = refusing(10);
    await batchDelete(table, keys.slice(0, 25), clock);
    expect(sizes).toEqual([25, 15, 5]);
    expect(clock.waits).toEqual([50, 100]);
  });

  it("gives up on a table that goes on refusing", async () => {
    const { table, sizes } = refusing(0);
    await expect(batchDelete(table, keys.slice(0, 3), clock)).rejects.toMatchObject({ code: "unavailable" });
    expect(sizes).toHaveLength(8);
    expect(clock.waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
  });
});
