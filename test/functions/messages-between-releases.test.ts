import { readFileSync } from "node:fs";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { expect, test, vi } from "vitest";
import { deliverMessages, pollMessages } from "../../packages/functions/runtime/events.ts";
import { runTimedWork, type TimedWork } from "../../packages/functions/runtime/timed-work.ts";
import { sampleWatch } from "../aws/dynamodb/watch-samples.ts";
import { openWatchTable } from "../aws/dynamodb/watch-table.ts";

const clock = new ManualClock("2026-01-01T00:00:01.000Z");
const logger = { log: () => undefined };
const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 60_000 };

/** Messages as the release before this one sends them. A change of a message keeps the old one here. */
const lastRelease: Messages = JSON.parse(
  readFileSync(new URL("../fixtures/messages/last-release.json", import.meta.url), "utf8"),
);

interface Messages {
  tick: Parameters<typeof runTimedWork>[1];
  due: Parameters<typeof runTimedWork>[1];
  poll: PollBatch;
  deliver: DeliveryBatch;
}

const thisRelease: Messages = {
  tick: { wheel: "inbox" },
  due: { due: "deliveries" },
  poll: {
    wheel: "inbox",
    slot: "inbox#5#3#0",
    dueAt: "2026-01-01T00:00:00.000Z",
    readAt: "2026-01-01T00:00:01.000Z",
    entries: [{ position: "1#w", tenantId: "t-1", watchId: "w" }],
  } satisfies Required<PollBatch>,
  deliver: { tenantId: "t-1", watchId: "w-1", sequences: [1] } satisfies Required<DeliveryBatch>,
};

/** The same with a field that only a later release knows, in every object of it. */
function withLaterFields<T>(message: T): T {
  if (Array.isArray(message)) return message.map((part) => withLaterFields(part)) as T;
  if (typeof message !== "object" || message === null) return message;
  const fields = Object.entries(message).map(([name, value]) => [name, withLaterFields(value)]);
  return { ...Object.fromEntries(fields), since_the_next_release: { any: ["thing"] } };
}

/** Sends a message to each reader and returns what reached the code behind it. */
async function readByAll({ tick: beat, due, poll, deliver }: Messages): Promise<unknown[]> {
  const table = await openWatchTable();
  const reached: unknown[] = [];
  const take = async (batch: unknown) => void reached.push(batch);
  const queue = { send: async () => undefined };
  const { store } = table;
  const lastTick = vi.spyOn(store, "lastTick");
  const dueDeliveries = vi.spyOn(store, "dueDeliveries");
  const work: TimedWork = { store, polls: { feed: queue, inbox: queue }, deliveries: queue, clock, logger };
  await runTimedWork(work, beat);
  reached.push({ wheel: lastTick.mock.lastCall?.[0] });
  await runTimedWork(work, due);
  if (dueDeliveries.mock.calls.length > 0) reached.push({ due: "deliveries" });
  const event = (message: unknown) => ({ Records: [{ messageId: "1", body: JSON.stringify(message) }] });
  const service = { watchPoller: { poll: take }, deliverer: { deliver: take }, clock, logger };
  const done = { batchItemFailures: [] };
  expect(await pollMessages(service as unknown as Service, event(poll), context)).toEqual(done);
  expect(await deliverMessages(service as unknown as Service, event(deliver), context)).toEqual(done);
  await table.close();
  return reached;
}

test.each([
  ["this release", thisRelease],
  ["the last release", lastRelease],
])("every reader takes the messages of %s", async (_which, messages) => {
  expect(await readByAll(messages)).toEqual(Object.values(messages));
});

test("a reader ignores fields that a later release has added", async () => {
  const read = await readByAll(withLaterFields(thisRelease));
  expect(read).toEqual(Object.values(thisRelease));
});

test("the messages of this release are what it sends", async () => {
  const table = await openWatchTable();
  await table.store.create(sampleWatch());
  const sent: PollBatch[] = [];
  const queue = { send: async (batches: readonly PollBatch[]) => void sent.push(...batches) };
  for (let minute = 0; minute < 6; minute++) {
    await tick("feed", { store: table.store, queue, clock, logger });
    clock.advance(60_000);
  }
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(Object.keys(thisRelease.poll).sort());
  await table.close();
});
