import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type DataKey, DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import {
  type KeyService,
  KeyServiceBusyError,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { describe, expect, it } from "vitest";
import { MemoryRecordStore } from "../../../support/memory-record-store.ts";
import { dataKeyRecords } from "../../../support/raw-records.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { countingKeyService } from "./counting-key-service.ts";

const FIVE_MINUTES = 5 * 60_000;

function setUp(options: { maxEntries?: number; keys?: KeyService } = {}) {
  const records = new MemoryRecordStore();
  const store = dataKeyRecords(records);
  const clock = new ManualClock();
  const service = countingKeyService(seededRandom("data keys"));
  const { keys = service, ...rest } = options;
  return {
    records,
    store,
    clock,
    service,
    dataKeys: new DataKeys({ records, keys, clock, stage: "test", ...rest }),
  };
}

const copy = (key: DataKey) => Buffer.from(key.plaintext);

describe("DataKeys", () => {
  it("makes a tenant's first key and goes on with it", async () => {
    const { dataKeys, store, service } = setUp();
    const first = await dataKeys.withKey("t", "current", (key) => ({ key: copy(key), version: key.version }));
    const again = await dataKeys.withKey("t", 1, (key) => ({ key: copy(key), version: key.version }));
    expect(first).toEqual({ key: expect.any(Buffer), version: 1 });
    expect(first.key).toHaveLength(32);
    expect(again).toEqual(first);
    expect(service.operations).toEqual(["generate t"]);
    expect(await store.get("t", 1)).toMatchObject({
      tenant_id: "t",
      version: 1,
      created_at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("asks the key service once for a hundred calls at once, and again after five minutes", async () => {
    const { dataKeys, service, clock } = setUp();
    const hundred = () =>
      Promise.all(Array.from({ length: 100 }, () => dataKeys.withKey("t", "current", copy)));
    const keys = await hundred();
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(service.operations).toEqual(["generate t"]);
    clock.advance(FIVE_MINUTES - 1);
    await hundred();
    expect(service.operations).toHaveLength(1);
    clock.advance(1);
    expect(await hundred()).toEqual(keys);
    expect(service.operations).toEqual(["generate t", "unwrap t"]);
    expect(service.given[0]).toEqual(Buffer.alloc(32));
  });

  it("asks once when sealing and opening start together on a cold cache", async () => {
    const { records, clock, service, dataKeys } = setUp();
    await dataKeys.withKey("t", "current", copy);
    const cold = new DataKeys({ records, keys: service, clock, stage: "test" });
    const calls = [1, "current", 1, "current"] as const;
    await Promise.all(calls.map((version) => cold.withKey("t", version, copy)));
    expect(service.operations).toEqual(["generate t", "unwrap t"]);
  });

  it("keeps tenants apart", async () => {
    const { dataKeys, service } = setUp();
    const one = await dataKeys.withKey("t1", "current", copy);
    const other = await dataKeys.withKey("t2", "current", copy);
    expect(one.equals(other)).toBe(false);
    expect(service.operations).toEqual(["generate t1", "generate t2"]);
  });

  it("zeroes a key that is pushed out, the one unused longest first", async () => {
    const { dataKeys, service } = setUp({ maxEntries: 2 });
    for (const tenant of ["t1", "t2", "t1", "t3"]) await dataKeys.withKey(tenant, "current", copy);
    const zero = Buffer.alloc(32);
    expect(service.given.map((key) => key.equals(zero))).toEqual([false, true, false]);
    await dataKeys.withKey("t2", "current", copy);
    expect(service.operations.at(-1)).toBe("unwrap t2");
  });

  it("zeroes and forgets all on clear", async () => {
    const { dataKeys, service } = setUp();
    for (const tenant of ["t1", "t2"]) await dataKeys.withKey(tenant, "current", copy);
    dataKeys.clear();
    expect(service.given.every((key) => key.equals(Buffer.alloc(32)))).toBe(true);
    await dataKeys.withKey("t1", "current", copy);
    expect(service.operations.at(-1)).toBe("unwrap t1");
  });

  it("lets two processes race for the first key and go on with the same one", async () => {
    const { records, store, clock } = setUp();
    const services = ["one", "two"].map((seed) => countingKeyService(seededRandom(seed)));
    const processes = services.map((keys) => new DataKeys({ records, keys, clock, stage: "test" }));
    const [one, two] = await Promise.all(processes.map((dataKeys) => dataKeys.withKey("t", "current", copy)));
    expect(one).toEqual(two);
    expect(services.map(({ operations }) => operations)).toEqual([
      ["generate t"],
      ["generate t", "unwrap t"],
    ]);
    expect(services[1]?.given[0]).toEqual(Buffer.alloc(32));
    expect(await store.latest("t")).toMatchObject({ version: 1 });
  });

  it("seals with a new version once the old one is five minutes old, and still opens with the old", async () => {
    const { dataKeys, store, service, clock } = setUp();
    const first = await dataKeys.withKey("t", "current", copy);
    const { wrapped } = await service.generateDataKey({
      tenant_id: "t",
      purpose: "tenant-data",
      stage: "test",
    });
    await store.putIfAbsent({ tenant_id: "t", version: 2, wrapped, created_at: "2026-01-01T00:00:00.000Z" });
    clock.advance(FIVE_MINUTES);
    expect(await dataKeys.withKey("t", "current", (key) => key.version)).toBe(2);
    expect(await dataKeys.withKey("t", 1, copy)).toEqual(first);
  });

  it("says that a key which does not exist cannot be had", async () => {
    const { dataKeys, service } = setUp();
    await expect(dataKeys.withKey("t", 7, copy)).rejects.toThrow(KeyUnavailableError);
    expect(service.operations).toEqual([]);
  });

  it("passes the key service's own failures on and asks again the next time", async () => {
    const failures = [new KeyServiceBusyError("throttled")];
    const good = countingKeyService(seededRandom("good"));
    const keys: KeyService = {
      ...good,
      async generateDataKey(context) {
        const failure = failures.pop();
        if (failure) throw failure;
        return good.generateDataKey(context);
      },
    };
    const { dataKeys } = setUp({ keys });
    await expect(dataKeys.withKey("t", "current", copy)).rejects.toThrow(KeyServiceBusyError);
    expect(await dataKeys.withKey("t", "current", copy)).toHaveLength(32);
  });
});
