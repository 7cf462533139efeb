import { setImmediate as nextTurn } from "node:timers/promises";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteExpiredHourly } from "../../../packages/local/store/expired-records.ts";
import { type OpenStore, openMemoryStore } from "../../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { TABLES } from "../../../packages/local/store/tables.ts";
import { sampleEvent } from "../../aws/dynamodb/watch-samples.ts";
import { checkedStores } from "../../support/entity-stores.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

let clock: ManualClock;
let opened: OpenStore;
let running: ReturnType<typeof deleteExpiredHourly>;
let logged: string[];

beforeEach(async () => {
  clock = new ManualClock("2026-01-01T00:00:00Z", { autoAdvance: false });
  logged = [];
  const logger = createLogger((line) => logged.push(line), clock, "warn");
  opened = await openMemoryStore(logger);
  await start();
  const { watches } = checkedStores(sqliteStores(opened.store), clock);
  await watches.putEvent(sampleEvent(1, { expires_at: "2026-01-01T12:00:00.000Z" }));
  await watches.putEvent(sampleEvent(2, { expires_at: "2026-01-01T18:00:00.000Z" }));
  await watches.putEvent(sampleEvent(3, { expires_at: "2026-04-01T00:00:00.000Z" }));
});

afterEach(async () => {
  await running.stop();
  await opened.close();
  expect(logged).toEqual([]);
});

/** Waits until the records have been looked at so many times in all. */
async function looks(times: number): Promise<void> {
  while (clock.waits.length < times) await nextTurn();
}

async function start(): Promise<void> {
  const before = clock.waits.length;
  const logger = createLogger((line) => logged.push(line), clock, "warn");
  running = deleteExpiredHourly({ store: opened.store, clock, logger });
  await looks(before + 1);
}

async function restart(): Promise<void> {
  await running.stop();
  await start();
}

async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    const before = clock.waits.length;
    clock.advance(HOUR_MS);
    await looks(before + 1);
  }
}

/** Sequences of the events that the file still holds, whether they are listed or not. */
function kept(): number[] {
  const { store } = opened;
  return store
    .select(TABLES.watchEvents, { sql: "SELECT sequence FROM watch_events", values: [] })
    .map(([sequence]) => Number(sequence))
    .toSorted();
}

test("records are deleted a day after they have expired", async () => {
  await pass(35);
  expect(kept()).toEqual([1, 2, 3]);
  await pass(1);
  expect(kept()).toEqual([2, 3]);
  await pass(6);
  expect(kept()).toEqual([3]);
});

test("a clock that goes a year ahead for less than a day deletes nothing that has not expired", async () => {
  await pass(42);
  clock.jump(YEAR_MS);
  await pass(23);
  expect(kept()).toEqual([3]);
  clock.jump(-YEAR_MS);
  await pass(48);
  expect(kept()).toEqual([3]);
});

test("a clock that goes ahead while the service is off deletes nothing that has not expired", async () => {
  await pass(30);
  await running.stop();
  clock.jump(YEAR_MS);
  await start();
  await pass(10);
  await restart();
  await pass(10);
  expect(kept()).toEqual([1, 2, 3]);
  clock.jump(-YEAR_MS);
  await restart();
  await pass(24);
  expect(kept()).toEqual([3]);
});

test("a clock that was behind deletes nothing for a day once it is right", async () => {
  await pass(10);
  clock.jump(-YEAR_MS);
  await pass(48);
  clock.jump(YEAR_MS);
  // The next look notices the jump, and the day begins.
  await pass(1 + 23);
  expect(kept()).toEqual([1, 2, 3]);
  await pass(1);
  expect(kept()).toEqual([3]);
});

test("the hours between restarts add up, and a night off is no jump", async () => {
  for (let day = 0; day < 3; day++) {
    await pass(8);
    await running.stop();
    clock.jump(16 * HOUR_MS);
    await start();
  }
  expect(kept()).toEqual([3]);
});

test("after weeks off, a clock that goes on for a day is believed", async () => {
  await pass(10);
  await running.stop();
  clock.jump(120 * DAY_MS);
  await start();
  await pass(23);
  expect(kept()).toEqual([1, 2, 3]);
  await pass(1);
  expect(kept()).toEqual([]);
});
