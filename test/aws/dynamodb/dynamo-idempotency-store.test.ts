import { type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { dynamoAccessStores } from "@plumbline/aws/dynamodb/dynamo-access-stores.ts";
import { DynamoIdempotencyStore } from "@plumbline/aws/dynamodb/dynamo-idempotency-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { IdempotencyRecord } from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { sampleKey, sampleTenant } from "./sample-records.ts";

let embedded: EmbeddedStore;
let store: DynamoIdempotencyStore;
beforeEach(async () => {
  embedded = await openEmbeddedStore();
  store = storeOn(embedded.client);
});
afterEach(() => embedded.close());

function storeOn(client: DynamoDBClient): DynamoIdempotencyStore {
  return new DynamoIdempotencyStore(new TableClient(client, EMBEDDED_TABLE));
}

function record(revision: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    tenant_id: "t",
    id: "a".repeat(64),
    revision,
    fingerprint_cipher: "v1.k1.sealed",
    provider_key: "p",
    in_flight_until: "2026-01-01T00:05:00.000Z",
    result_cipher: null,
    expires_at: "2026-01-02T00:05:00.500Z",
    ...changes,
  };
}

/** A client whose writes are all sent twice, as the SDK does when the first answer is lost. */
function losingAnswers(): DynamoDBClient {
  return Object.create(embedded.client, {
    send: {
      async value(command: Parameters<DynamoDBClient["send"]>[0]) {
        if (!command.constructor.name.startsWith("Get")) await embedded.client.send(command);
        return embedded.client.send(command);
      },
    },
  }) as DynamoDBClient;
}

describe("a claim", () => {
  it("is read back as it was written, and by its own tenant alone", async () => {
    expect(await store.claim(record("r1"))).toBe("claimed");
    expect(await store.find("t", record("r1").id)).toEqual(record("r1"));
    expect(await store.find("u", record("r1").id)).toBeUndefined();
    expect(await store.claim(record("r2", { tenant_id: "u" }))).toBe("claimed");
  });

  it("is had by one of many", async () => {
    const answers = await Promise.all(
      ["r1", "r2", "r3", "r4"].map((revision) => store.claim(record(revision))),
    );
    expect(answers.toSorted()).toEqual(["claimed", "taken", "taken", "taken"]);
  });

  it("replaces what was read, and nothing that came since", async () => {
    await store.claim(record("r1"));
    const answers = await Promise.all(
      ["r2", "r3"].map((revision) => store.claim(record(revision), record("r1"))),
    );
    expect(answers.toSorted()).toEqual(["claimed", "taken"]);
    expect(await store.claim(record("r4"), record("r1"))).toBe("taken");
  });

  it("does not replace what is gone", async () => {
    expect(await store.claim(record("r2"), record("r1"))).toBe("taken");
    expect(await store.find("t", record("r1").id)).toBeUndefined();
  });

  it("is released as it was written, and a later one is not", async () => {
    await store.claim(record("r1"));
    await store.claim(record("r2"), record("r1"));
    await store.release(record("r1"));
    expect(await store.find("t", record("r2").id)).toEqual(record("r2"));
    await store.release(record("r2"));
    expect(await store.find("t", record("r2").id)).toBeUndefined();
  });
});

describe("a result", () => {
  it("takes the place of its claim, unless that was lost", async () => {
    await store.claim(record("r1"));
    const done = record("r2", { result_cipher: "v1.k1.more" });
    expect(await store.complete(done, "r1")).toBe(true);
    expect(await store.find("t", done.id)).toEqual(done);
    expect(await store.complete(record("r3"), "r1")).toBe(false);
    await store.release(done);
    expect(await store.complete(record("r4"), "r2")).toBe(false);
    expect(await store.find("t", done.id)).toBeUndefined();
  });

  it("tells the table when it may go", async () => {
    await store.claim(record("r1"));
    const { Items: items = [] } = await embedded.client.send(new ScanCommand({ TableName: EMBEDDED_TABLE }));
    expect(items).toMatchObject([{ ttl: { N: String(Date.parse("2026-01-02T00:05:01Z") / 1000) } }]);
  });

  it("fits the table when it is as large as results are kept", async () => {
    await store.claim(record("r1"));
    const largest = record("r2", { result_cipher: "x".repeat(Math.ceil((262_144 * 4) / 3) + 100) });
    expect(await store.complete(largest, "r1")).toBe(true);
  });
});

describe("a write whose answer was lost", () => {
  it("counts as the one that was made", async () => {
    const losing = storeOn(losingAnswers());
    expect(await losing.claim(record("r1"))).toBe("claimed");
    expect(await losing.claim(record("r2"), record("r1"))).toBe("claimed");
    expect(await losing.complete(record("r3"), "r2")).toBe(true);
    await losing.release(record("r3"));
    expect(await store.find("t", record("r1").id)).toBeUndefined();
  });

  it("changes nothing when its repetition comes after the next write", async () => {
    await store.claim(record("r1"));
    await store.complete(record("r2", { result_cipher: "kept" }), "r1");
    expect(await store.claim(record("r1"))).toBe("taken");
    expect(await store.find("t", record("r2").id)).toMatchObject({ revision: "r2", result_cipher: "kept" });
  });
});

describe("a tenant that is deleted", () => {
  const itemsLeft = async () =>
    (await embedded.client.send(new ScanCommand({ TableName: EMBEDDED_TABLE }))).Items?.map(
      ({ sk }) => sk?.S,
    );

  it("takes its calls with it, and gets no claim and no result after that", async () => {
    const table = new TableClient(embedded.client, EMBEDDED_TABLE);
    const access = dynamoAccessStores(table, table, new ManualClock()).access;
    await access.createTenant(sampleTenant("t"), sampleKey("t", "first"));
    expect(await store.claim(record("r1"))).toBe("claimed");
    await access.deleteTenant("t", "2026-01-01T00:00:00.000Z");
    expect(await itemsLeft()).toEqual(["META"]);
    expect(await store.complete(record("r2"), "r1")).toBe(false);
    expect(await store.claim(record("r3"))).toBe("tenant_deleted");
    expect(await itemsLeft()).toEqual(["META"]);
  });
});
