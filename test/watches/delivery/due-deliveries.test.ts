import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { expect, test, vi } from "vitest";
import { MetricsRegistry } from "../../../packages/local/metrics/metrics-registry.ts";
import { startDelivery } from "../../../packages/watches/delivery/delivery.ts";
import { sampleEvent } from "../../aws/dynamodb/watch-samples.ts";
import { openWatchTable } from "../../aws/dynamodb/watch-table.ts";
import { sampleValue } from "../../support/exposition.ts";
import { startedForEach } from "../../support/started.ts";

const on = startedForEach(openWatchTable);
/** Puts a watch's events on their way, due now. */
async function found(watch_id: string, sequences: number): Promise<void> {
  const delivery = startDelivery(on.clock.now());
  const events = Array.from({ length: sequences }, (_, index) =>
    sampleEvent(index + 1, { watch_id, delivery }),
  );
  await Promise.all(events.map((event) => on.store.putEvent(event)));
}

/** Returns the deliveries that one minute sends, by watch. */
async function sent(): Promise<Map<string, number[]>> {
  const batches: DeliveryBatch[] = [];
  const queue = {
    async send(more: readonly DeliveryBatch[]) {
      expect(more.length).toBeLessThanOrEqual(10);
      batches.push(...more);
    },
  };
  const count = await sendDueDeliveries({ store: on.store, clock: on.clock, queue });
  const ofWatch = new Map<string, number[]>();
  for (const { watchId, sequences } of batches) {
    expect(sequences.length).toBeLessThanOrEqual(10);
    ofWatch.set(watchId, [...(ofWatch.get(watchId) ?? []), ...sequences]);
  }
  expect([...ofWatch.values()].flat()).toHaveLength(count);
  return ofWatch;
}

test("fifty of a watch are sent, and what fell due behind its backlog in the same minute", async () => {
  await found("noisy", 1_300);
  const quiet = Array.from({ length: 12 }, (_, index) => `quiet-${index}`);
  for (const watch of quiet) {
    on.clock.advance(60_000);
    await found(watch, 1);
  }
  for (let minute = 0; minute < 2; minute++) {
    on.clock.advance(60_000);
    const all = await sent();
    expect(all.get("noisy")).toHaveLength(50);
    expect(quiet.map((watch) => all.get(watch))).toEqual(quiet.map(() => [1]));
  }
});

test("a watch's deliveries are sent in the order of what was found", async () => {
  await found("one", 25);
  expect((await sent()).get("one")).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect((await sent()).size).toBe(1);
});

test("a minute in which nothing is due does not ask how long the oldest has waited", async () => {
  const oldestDue = vi.spyOn(on.store, "findOldestDue");
  expect((await sent()).size).toBe(0);
  expect(oldestDue).not.toHaveBeenCalled();
});

test("the backlog is measured, and how long its oldest has waited", async () => {
  const metrics = new MetricsRegistry(on.clock);
  const queue = { send: async () => undefined };
  const measured = async () => {
    await sendDueDeliveries({ store: on.store, clock: on.clock, queue, metrics });
    const text = await metrics.text();
    return ["backlog", "backlog_age_seconds"].map((name) =>
      sampleValue(text, `plumbline_delivery_${name}`, {}),
    );
  };
  expect(await measured()).toEqual([0, 0]);
  await found("one", 3);
  on.clock.advance(90_000);
  expect(await measured()).toEqual([3, 90]);
});
