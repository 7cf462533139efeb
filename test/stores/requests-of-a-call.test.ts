import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createApp } from "@plumbline/http/app.ts";
import { allRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addUse, noUse, openCountedStore, type StoreUse } from "../bench/watch-simulation-store.ts";
import { readAnswer } from "../http/api-under-test.ts";
import { type ApiOnStores, FEED, HOOKS, startApiOnStores } from "../support/api-on-stores.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { wrappingKeyService } from "../support/wrapping-key-service.ts";

/** Requests that read and that write, and the units in which DynamoDB bills them. */
type Cost = readonly [reads: number, writes: number, readUnits: number, writeUnits: number];
const FIGURES = ["reads", "writes", "read units", "write units"] as const;

/** A process that serves the API. */
interface Process {
  service: Service;
  call(path: string, body: object, headers?: Record<string, string>): Promise<void>;
}

/** Prepares one piece of work, does it, and returns the cost of doing it. */
type Work = (process: Process) => Promise<StoreUse>;

const clock = new ManualClock();
const random = seededRandom("requests of a call");
const POST = "tools/chatapp_post_channel";
const MESSAGE = { arguments: { channel: "C0GENERAL", text: "Green." } };

/** Counts round trips: requests that wait for nothing else's answer are sent in one. */
class RoundTrips {
  count = 0;
  #waiting: (() => void)[] = [];

  join(): Promise<void> {
    return new Promise((send) => {
      if (this.#waiting.push(send) === 1) void this.#sendTogether();
    });
  }

  async #sendTogether(): Promise<void> {
    for (let joined = 0; joined < this.#waiting.length; ) {
      joined = this.#waiting.length;
      for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
    }
    this.count += 1;
    const together = this.#waiting;
    this.#waiting = [];
    for (const send of together) send();
  }
}

const roundTrips = new RoundTrips();
let api: ApiOnStores;
let use: StoreUse;
let number = 0;

beforeAll(async () => {
  const { table, stores, use: counted } = await openCountedStore(clock);
  table.client.middlewareStack.add(
    (next) => async (args) => {
      await roundTrips.join();
      return next(args);
    },
    { step: "initialize", priority: "high" },
  );
  use = counted;
  const keys = wrappingKeyService(random);
  api = await startApiOnStores({ stores, keys, close: async () => undefined }, clock, random);
  const { call } = startProcess(api.service);
  await call("credentials", { kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await call("watches", { type: "feed", url: FEED, interval_minutes: 1, deliver_to: HOOKS.feed });
  await call(POST, MESSAGE, { "x-run-id": "known" });
  await api.pass(1);
  publish();
  await api.pass(1);
  await api.deliver();
});
afterAll(() => api.close());

function startProcess(service = api.anotherProcess()): Process {
  const app = createApp(service, allRoutes(service));
  return {
    service,
    async call(path, body, headers = {}) {
      const answer = await readAnswer(
        await app.fetch(api.request("POST", `/api/v1/${path}`, { body, headers })),
      );
      if (answer.status >= 300 || answer.json.ok === false) throw new Error(answer.text);
    },
  };
}

/** Counts the requests of `work`, and of the writes that it left for later. */
async function costOf(work: () => Promise<unknown>): Promise<StoreUse> {
  const cost = noUse();
  await settle();
  const before = { ...use };
  await work();
  await settle();
  addUse(cost, before, use);
  return cost;
}

/** Waits for writes that no caller waits for, such as when a key was last used. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
}

const calling =
  (path: string, body: object, headersOf: () => Record<string, string> = () => ({})): Work =>
  ({ call }) =>
    costOf(() => call(path, body, headersOf()));

/** Moves to the next full minute. By then the log of calls is written, too. */
async function passMinute(): Promise<void> {
  clock.advance(60_000 - (clock.now() % 60_000));
  await settle();
}

async function tickNow({ watchStore: store, logger }: Service): Promise<PollBatch[]> {
  const sent: PollBatch[] = [];
  const queue = { send: async (batches: readonly PollBatch[]) => void sent.push(...batches) };
  await tick("feed", { store, queue, clock, logger });
  return sent;
}

async function dueBatch(): Promise<PollBatch> {
  await passMinute();
  const [batch] = await tickNow(api.service);
  return batch ?? expect.fail("Nothing is due.");
}

const polling =
  (published: () => void): Work =>
  async ({ service }) => {
    const batch = await dueBatch();
    published();
    return costOf(() => service.watchPoller.poll(batch));
  };

const publish = () => api.publish(`item ${number++}`);

const ticking: Work = async ({ service }) => {
  await passMinute();
  return costOf(() => tickNow(service));
};

const delivering: Work = async ({ service }) => {
  const { watchStore: store } = api.service;
  await api.deliver();
  publish();
  await api.service.watchPoller.poll(await dueBatch());
  const due: DeliveryBatch[] = [];
  const queue = { send: async (batches: readonly DeliveryBatch[]) => void due.push(...batches) };
  await sendDueDeliveries({ store, queue, clock });
  const [batch] = due;
  if (!batch || due.length > 1) return expect.fail(`${due.length} batches are due.`);
  return costOf(async () => expect(await service.deliverer.deliver(batch)).toBe(1));
};

/** The first time in a process, and the second time. */
const works: readonly [name: string, work: Work, cold: Cost, warm: Cost][] = [
  ["a post", calling(POST, MESSAGE), [8, 1, 10, 1], [5, 0, 7, 0]],
  [
    "a post with an Idempotency-Key",
    calling(POST, MESSAGE, () => ({ "idempotency-key": `key-${number++}` })),
    [11, 3, 13, 3],
    [6, 2, 8, 2],
  ],
  [
    "a post of a run that is known",
    calling(POST, MESSAGE, () => ({ "x-run-id": "known" })),
    [10, 1, 12, 1],
    [6, 0, 8, 0],
  ],
  [
    "a research",
    calling("tools/grounded_research", { arguments: { query: "When was Ada Lovelace born?" } }),
    [3, 1, 5, 1],
    [2, 0, 4, 0],
  ],
  ["a poll that finds nothing", polling(() => undefined), [3, 1, 3, 1], [2, 1, 2, 1]],
  ["a poll that finds one event", polling(publish), [7, 4, 7, 4], [3, 4, 3, 4]],
  ["a tick", ticking, [30, 1, 30, 1], [30, 1, 30, 1]],
  ["a delivery", delivering, [9, 2, 12, 2], [7, 2, 10, 2]],
];

test.each(works)("%s asks DynamoDB for no more than it may", async (_name, work, cold, warm) => {
  const process = startProcess();
  for (const [when, most] of Object.entries({ cold, warm })) {
    const { reads, writes, readUnits, writeUnits } = await work(process);
    for (const [at, figure] of [reads, writes, readUnits, writeUnits].entries())
      expect.soft(figure, `${FIGURES[at]}, ${when}`).toBeLessThanOrEqual(most[at] ?? 0);
  }
});

/** With those after the provider has answered: one, for a post with an Idempotency-Key. */
test.each([
  ["a post", 5, 2],
  ["a post with an Idempotency-Key", 10, 5],
])("%s waits for no more round trips to DynamoDB than it must", async (name, cold, warm) => {
  const [, work] = works.find(([one]) => one === name) ?? [];
  const process = startProcess();
  for (const most of [cold, warm]) {
    const before = roundTrips.count;
    await work?.(process);
    expect.soft(roundTrips.count - before).toBe(most);
  }
});
