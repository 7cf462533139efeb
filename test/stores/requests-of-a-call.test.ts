import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import type { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
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
  /** Returns the text of the answer. */
  call(path: string, body: object, headers?: Record<string, string>): Promise<string>;
}

/** Prepares one piece of work, does it, and returns the cost of doing it. */
type Work = (process: Process) => Promise<StoreUse>;

const clock = new ManualClock();
const random = seededRandom("requests of a call");
const POST = "tools/chatapp_post_channel";
const QUESTION = { messages: [{ role: "user", content: "Tell me a joke about engines." }], max_steps: 2 };
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
/** When a provider or the model was last asked: the requests and the round trips until then. */
let asked = { requests: 0, roundTrips: 0 };
let table: TableClient;
let api: ApiOnStores;
let use: StoreUse;
let number = 0;

beforeAll(async () => {
  const { stores, use: counted, ...opened } = await openCountedStore(clock);
  table = opened.table;
  table.client.middlewareStack.add(
    (next) => async (args) => {
      await roundTrips.join();
      return next(args);
    },
    { step: "initialize", priority: "high" },
  );
  use = counted;
  const keys = wrappingKeyService(random);
  api = await startApiOnStores({ stores, keys, close: async () => undefined }, clock, random, {
    hasModel: true,
    onAsked: () => {
      asked = { requests: use.reads + use.writes, roundTrips: roundTrips.count };
    },
  });
  const { call } = startProcess(api.service);
  await call("credentials", { kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await call("watches", { type: "feed", url: FEED, interval_minutes: 1, deliver_to: HOOKS.feed });
  await call(POST, MESSAGE, { "x-run-id": "known" });
  // Loads the agent's modules, which would otherwise separate requests that are sent together.
  await call("agent/stream", QUESTION);
  await api.pass(1);
  publish();
  await api.pass(1);
  await api.deliver();
});
afterAll(() => api.close());

/** Starts an instance of a function on AWS. */
function startProcess(opened = api.anotherProcess()): Process {
  const service = { ...opened, stageLimits: new DynamoStageLimits(table, opened) };
  const app = createApp(service, createRoutes(service));
  return {
    service,
    async call(path, body, headers = {}) {
      const answer = await readAnswer(
        await app.fetch(api.request("POST", `/api/v1/${path}`, { body, headers })),
      );
      if (answer.status >= 300 || answer.json.ok === false) throw new Error(answer.text);
      return answer.text;
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
  ["a post", calling(POST, MESSAGE), [8, 2, 10, 2], [4, 1, 7, 1]],
  [
    "a post with an Idempotency-Key",
    calling(POST, MESSAGE, () => ({ "idempotency-key": `key-${number++}` })),
    [11, 4, 13, 4],
    [5, 3, 8, 3],
  ],
  [
    "a post of a run that is known",
    calling(POST, MESSAGE, () => ({ "x-run-id": "known" })),
    [10, 2, 12, 2],
    [5, 1, 8, 1],
  ],
  [
    "a research",
    calling("tools/grounded_research", { arguments: { query: "When was Ada Lovelace born?" } }),
    [3, 2, 5, 2],
    [1, 1, 4, 1],
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

/** Requests in a row before the provider or the model is asked, and how many those are in all. */
type Way = readonly [inARow: number, inAll: number];

const ways: readonly [name: string, path: string, body: object, cold: Way, warm: Way][] = [
  ["a post", POST, MESSAGE, [6, 10], [2, 5]],
  ["a question to the agent", "agent/stream", QUESTION, [4, 9], [2, 4]],
];

test.each(ways)(
  "%s waits for few requests to DynamoDB before another service is asked",
  async (_, path, body, cold, warm) => {
    const process = startProcess();
    const [first, second] = [
      await wayOf(() => process.call(path, body)),
      await wayOf(() => process.call(path, body)),
    ];
    for (const [at, most] of cold.entries()) expect(first[at]).toBeLessThanOrEqual(most);
    expect(second).toEqual(warm);
  },
);

test("a post with an Idempotency-Key waits for its claim in addition", async () => {
  const process = startProcess();
  const post = () => process.call(POST, MESSAGE, { "idempotency-key": `key-${number++}` });
  await post();
  expect(await wayOf(post)).toEqual([4, 7]);
});

test("a question in a conversation waits for what the conversation has read in addition", async () => {
  const process = startProcess();
  const [, id] = /"conversation_id":"([^"]+)"/.exec(await process.call("agent/stream", QUESTION)) ?? [];
  const ask = () => process.call("agent/stream", { ...QUESTION, conversation_id: id });
  await settle();
  expect(await wayOf(ask)).toEqual([3, 5]);
});

test("a post of a tenant with many accounts costs no more than one with one", async () => {
  const { caller, apiKey } = await api.createTenant("many accounts");
  const account = (kind: string, token: string, label: string) =>
    api.service.credentials.create(caller.tenantId, {
      ...{ kind, label, token: new Secret(token), scope: "", metadata: {}, expires_at: null },
    });
  await account("chatapp_bot", sampleBotToken, "team");
  for (let at = 0; at < 120; at++) await account("generic_api_key", "a key of 16 chars", `webhook ${at}`);
  const process = startProcess();
  const post = () => process.call(POST, MESSAGE, { authorization: `Bearer ${apiKey.reveal()}` });
  await post();
  expect(await wayOf(post)).toEqual([2, 5]);
});

/** Counts the requests until another service is asked. */
async function wayOf(work: () => Promise<unknown>): Promise<Way> {
  await settle();
  const before = { requests: use.reads + use.writes, roundTrips: roundTrips.count };
  await work();
  const until = { ...asked };
  await settle();
  return [until.roundTrips - before.roundTrips, until.requests - before.requests];
}
