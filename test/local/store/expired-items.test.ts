import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "@plumbline/local/store/embedded-store.ts";
import { deleteExpiredDaily } from "@plumbline/local/store/expired-items.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const WAIT = { timeout: 15_000 };
const DAY = 24 * 60 * 60_000;

let store: EmbeddedStore;
let table: TableClient;
const logged: string[] = [];

beforeEach(async () => {
  store = await openEmbeddedStore();
  table = new TableClient(store.client, EMBEDDED_TABLE);
});

afterEach(() => store.close());

test("items go once their time is over, at the start and then every day, and no others", async () => {
  const clock = new ManualClock("2026-01-01T00:00:00Z", { autoAdvance: false });
  const at = (ms: number) => Math.floor((clock.now() + ms) / 1000);
  for (let number = 0; number < 1_200; number++)
    await table.put({ pk: "old", sk: String(number), ttl: at(number % 2 === 0 ? -1 : 3 * DAY) });
  await table.put({ pk: "soon", sk: "1", ttl: at(DAY / 2) });
  await table.put({ pk: "ever", sk: "1" });
  const logger = createLogger((line) => logged.push(line), clock, "debug");
  const sweep = deleteExpiredDaily({ table, clock, logger });
  const passed = async () => {
    await vi.waitFor(() => {
      clock.advance(20);
      expect(clock.waits.at(-1)).toBe(DAY);
    }, WAIT);
  };
  await passed();
  const there = async (pk: string, sk: string) => (await table.get({ pk, sk })) !== undefined;
  expect([await there("old", "0"), await there("old", "1198"), await there("old", "1")]).toEqual([
    false,
    false,
    true,
  ]);
  expect([await there("soon", "1"), await there("ever", "1")]).toEqual([true, true]);
  const before = clock.waits.length;
  clock.advance(DAY);
  await vi.waitFor(() => expect(clock.waits.length).toBeGreaterThan(before), WAIT);
  await passed();
  expect([await there("soon", "1"), await there("ever", "1")]).toEqual([false, true]);
  await sweep.stop();
  expect(logged).toEqual([]);
});
