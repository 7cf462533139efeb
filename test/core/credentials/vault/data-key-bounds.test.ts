import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { DataKey, DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { expect, test } from "vitest";
import { MemoryRecordStore } from "../../../support/memory-record-store.ts";
import { dataKeyRecords } from "../../../support/raw-records.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { storeWith } from "../../../support/store-with.ts";
import { countingKeyService } from "./counting-key-service.ts";

const ZERO = Buffer.alloc(32);
const MOST_DATA_KEYS = 1_000;
const MOST_FIELD_KEYS = 1_000;

function setUp(records: RecordStore = new MemoryRecordStore()) {
  const service = countingKeyService(seededRandom("bounds"));
  const dataKeys = new DataKeys({ records, keys: service, clock: new ManualClock(), stage: "test" });
  return { records, service, dataKeys };
}

const newDataKey = () => new DataKey("t", 1, Buffer.alloc(32, 7), 0);
const isZero = (key: Buffer) => key.equals(ZERO);
/** The places of the keys that were zeroed. */
const zeroedIn = (keys: readonly Buffer[]) => keys.flatMap((key, at) => (isZero(key) ? [at] : []));

test("a thousand data keys are kept, and the next pushes out one alone", async () => {
  const { dataKeys, service } = setUp();
  const use = (number: number) => dataKeys.withKey(`t${number}`, "current", ({ version }) => version);
  for (let number = 1; number <= MOST_DATA_KEYS; number += 1) await use(number);
  expect(zeroedIn(service.given)).toEqual([]);
  await use(MOST_DATA_KEYS + 1);
  expect(zeroedIn(service.given)).toEqual([0]);
});

test("a deleted tenant has no key, and none that was made for it is left in memory", async () => {
  const { dataKeys, service } = setUp(
    storeWith<RecordStore>(new MemoryRecordStore(), { insert: async () => "tenant_deleted" }),
  );
  const gone = new KeyUnavailableError("The data key of this tenant does not exist.");
  await expect(dataKeys.withKey("t", "current", ({ version }) => version)).rejects.toEqual(gone);
  await expect(dataKeys.readLatestVersion("t")).rejects.toEqual(gone);
  await expect(dataKeys.rotate("t")).rejects.toEqual(gone);
  expect(service.given).toHaveLength(3);
  expect(zeroedIn(service.given)).toEqual([0, 1, 2]);
});

test("a new version is used at once where it was made, without asking the key service again", async () => {
  const { dataKeys, service } = setUp();
  const versionInUse = () => dataKeys.withKey("t", "current", ({ version }) => version);
  expect(await versionInUse()).toBe(1);
  expect(await dataKeys.rotate("t")).toBe(2);
  expect(await versionInUse()).toBe(2);
  expect(service.operations).toEqual(["generate t", "generate t"]);
});

test("of two processes that make a new version at once, both go on with the same one", async () => {
  const { records, service, dataKeys } = setUp();
  await dataKeys.withKey("t", "current", ({ version }) => version);
  const other = new DataKeys({ records, keys: service, clock: new ManualClock(), stage: "test" });
  expect(await Promise.all([dataKeys.rotate("t"), other.rotate("t")])).toEqual([2, 2]);
  expect(await dataKeyRecords(records).latest("t")).toMatchObject({ version: 2 });
  expect(zeroedIn(service.given)).toHaveLength(1);
});

test("a data key keeps a thousand field keys, and zeroes the one unused longest for the next", () => {
  const dataKey = newDataKey();
  const keys = Array.from({ length: MOST_FIELD_KEYS }, (_, number) =>
    dataKey.deriveFieldKey(`field ${number}`),
  );
  expect(dataKey.deriveFieldKey("field 0")).toBe(keys[0]);
  expect(zeroedIn(keys)).toEqual([]);
  dataKey.deriveFieldKey("one more");
  expect(zeroedIn(keys)).toEqual([1]);
  expect(dataKey.deriveFieldKey("field 0")).toBe(keys[0]);
  expect(dataKey.deriveFieldKey("field 1")).toEqual(newDataKey().deriveFieldKey("field 1"));
});

test("a data key that leaves memory takes its field keys along", () => {
  const dataKey = newDataKey();
  const { plaintext } = dataKey;
  const keys = ["one", "other"].map((binding) => dataKey.deriveFieldKey(binding));
  expect(zeroedIn([plaintext, ...keys])).toEqual([]);
  dataKey.zero();
  expect(zeroedIn([plaintext, ...keys])).toEqual([0, 1, 2]);
});
