import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../support/seeded-random.ts";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

const MINUTE_MS = 60_000;

let under: FeedWatchesUnderTest["under"];
let watches: FeedWatchesUnderTest["watches"];
let subscribe: FeedWatchesUnderTest["subscribe"];
let publish: FeedWatchesUnderTest["publish"];

beforeEach(async () => {
  ({ under, watches, subscribe, publish } = await startFeedWatchesUnderTest());
});

afterEach(() => under.close());

/** A tick of the feeds' wheel that hands its batches to `send`; answers how many watches were sent. */
const tickInto = (send: (batches: readonly PollBatch[]) => Promise<void>) =>
  tick("feed", {
    store: under.service.watchStore,
    queue: { send },
    clock: under.clock,
    logger: under.service.logger,
  });

/**
 * All that is stored, but heartbeats, which name where a batch began and ended, and the log of calls, which
 * outlives what was called.
 */
async function itemsOfWatches() {
  // The key table knows that a watch was deleted, so that nobody puts it back.
  const keepsNames = new Set(["heartbeats", "call_blocks", "record_states"]);
  return (await under.allItems()).filter(({ table }) => !keepsNames.has(String(table)));
}

describe("a batch that comes", () => {
  test("twice, to two workers at once, is found once", async () => {
    const id = await subscribe();
    const other = under.anotherProcess();
    for (const round of [1, 2, 3, 4, 5]) {
      publish(`${round}a`);
      under.clock.advance(1);
      publish(`${round}b`);
      await watches.pass(5);
      const batch = watches.sent.at(-1);
      if (!batch) throw new Error("nothing was sent");
      under.clock.advance(1);
      publish(`${round}c`);
      await Promise.all([under.service.watchPoller.poll(batch), other.watchPoller.poll(batch)]);
      await other.watchPoller.poll(batch);
    }
    expect(await watches.found(id)).toEqual(
      [1, 2, 3, 4, 5].flatMap((round) => [`${round}a`, `${round}b`, `${round}c`]),
    );
  });

  test("late, behind a later one, does no harm", async () => {
    const id = await subscribe();
    await watches.pass(5);
    const late = watches.sent.at(-1);
    publish("one");
    await watches.pass(5);
    const { health } = await watches.view(id);
    if (late) await under.service.watchPoller.poll(late);
    expect(await watches.found(id)).toEqual(["one"]);
    expect((await watches.view(id)).health).toEqual(health);
  });

  test("in any order, some twice or thrice, to two workers, over three hours: all is found once and in order", async () => {
    const ids = [
      await subscribe({ interval_minutes: 1 }),
      await subscribe({}, "/atom.xml"),
      await subscribe({}, "/rdf.xml"),
    ];
    const random = seededRandom("a queue");
    const below = (limit: number) => Math.floor(random.fraction() * limit);
    const workers = [under.service.watchPoller, under.anotherProcess().watchPoller];
    const published: string[] = [];
    let queue: PollBatch[] = [];
    const work = async (most: number) => {
      for (let left = most; left > 0 && queue.length > 0; left--) {
        const taken = workers.map((worker) => {
          const batch = queue[below(queue.length)];
          if (batch && below(3) > 0) queue = queue.filter((other) => other !== batch);
          return batch && worker.poll(batch);
        });
        await Promise.all(taken);
      }
    };
    for (let minute = 0; minute < 180; minute++) {
      under.clock.advance(MINUTE_MS);
      if (below(3) === 0) {
        published.push(`item ${minute}`);
        publish(`item ${minute}`);
      }
      await tickInto(async (batches) => void queue.push(...batches));
      await work(below(3));
    }
    await work(10_000);
    under.clock.advance(5 * MINUTE_MS);
    await watches.tick();
    for (const id of ids) {
      expect(await watches.found(id)).toEqual(published);
      const { status, lag_seconds, gaps } = (await watches.view(id)).health;
      expect([status, lag_seconds, gaps]).toEqual(["active", 0, []]);
    }
  });

  test("for a watch that was deleted meanwhile leaves nothing behind", async () => {
    const id = await subscribe();
    await watches.pass(5);
    const batch = watches.sent.at(-1);
    await under.service.watches.delete(under.caller.tenantId, id);
    publish("one");
    if (batch) await under.service.watchPoller.poll(batch);
    expect(JSON.stringify(await itemsOfWatches())).not.toContain(id);
  });
});

describe("the wheel", () => {
  test("polls each watch once an interval", async () => {
    await subscribe();
    under.feeds.clear();
    await watches.pass(60);
    expect(under.feeds.requests).toHaveLength(12);
  });

  test.each([
    [1, 1],
    [5, 1],
    [15, 1],
    [60, 0],
  ] as const)(
    "that is late by ten minutes polls a watch of %i minutes once at most, and nothing is missed",
    async (interval_minutes, polls) => {
      const id = await subscribe({ interval_minutes });
      // To the minute at which it is due; of a longer interval the next one is then to be within the ten
      // minutes.
      const { record } = (await under.service.watchStore.get(under.caller.tenantId, id)) ?? {};
      const due = Number(record?.slot.split("#")[2]);
      const minute = under.clock.now() / MINUTE_MS;
      const behind = interval_minutes === 15 ? 5 : 0;
      for (const wait of [
        interval_minutes + ((due - (minute % interval_minutes)) % interval_minutes),
        behind,
      ]) {
        under.clock.advance(wait * MINUTE_MS);
        await watches.tick();
      }
      under.feeds.clear();
      publish("meanwhile");
      under.clock.advance(10 * MINUTE_MS);
      await watches.tick();
      expect(under.feeds.requests).toHaveLength(polls);
      expect(await watches.found(id)).toEqual(polls === 0 ? [] : ["meanwhile"]);
      await watches.tick();
      expect(under.feeds.requests).toHaveLength(polls);
      under.clock.advance(60 * MINUTE_MS);
      await watches.tick();
      expect(await watches.found(id)).toEqual(["meanwhile"]);
      expect((await watches.view(id)).health).toMatchObject({ status: "active", lag_seconds: 0 });
    },
  );

  test("that stood still for a day says by how much each watch is late, and catches up with one poll", async () => {
    const id = await subscribe();
    await watches.pass(5);
    publish("meanwhile");
    under.clock.advance(24 * 60 * MINUTE_MS);
    const { lag_seconds, status } = (await watches.view(id)).health;
    expect([lag_seconds > 23.8 * 3_600, status]).toEqual([true, "late"]);
    under.feeds.clear();
    await watches.tick();
    expect(under.feeds.requests).toHaveLength(1);
    expect(await watches.found(id)).toEqual(["meanwhile"]);
    expect((await watches.view(id)).health.lag_seconds).toBe(0);
  });

  test("that ticks twice at once sends twice, and what is new is found once", async () => {
    const id = await subscribe({ interval_minutes: 1 });
    await watches.pass(1);
    const other = under.anotherProcess();
    for (const name of ["one", "two", "three"]) {
      publish(name);
      under.clock.advance(MINUTE_MS);
      const workers = [under.service, other].map(({ watchPoller }) =>
        tickInto(async (batches) => {
          for (const batch of batches) await watchPoller.poll(batch);
        }),
      );
      expect(await Promise.all(workers)).toEqual([1, 1]);
      expect(await tickInto(() => Promise.reject(new Error("nothing is due")))).toBe(0);
    }
    expect(await watches.found(id)).toEqual(["one", "two", "three"]);
  });

  test("that breaks off while it sends is repeated with the next tick, and nothing is missed", async () => {
    const id = await subscribe({ interval_minutes: 15 });
    await watches.tick();
    publish("one");
    under.clock.advance(15 * MINUTE_MS);
    await expect(tickInto(() => Promise.reject(new Error("the queue is away")))).rejects.toThrow(
      "the queue is away",
    );
    under.clock.advance(MINUTE_MS);
    await watches.tick();
    expect(await watches.found(id)).toEqual(["one"]);
  });

  test("leaves a paused watch alone, and finds what came meanwhile when it goes on", async () => {
    const id = await subscribe();
    await under.service.watches.change(under.caller.tenantId, id, { paused: true });
    under.feeds.clear();
    publish("meanwhile");
    await watches.pass(20);
    expect(under.feeds.requests).toHaveLength(0);
    expect((await watches.view(id)).health).toMatchObject({ status: "paused", lag_seconds: 0 });
    await under.service.watches.change(under.caller.tenantId, id, { paused: false });
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["meanwhile"]);
  });

  test("keeps to a new interval", async () => {
    const id = await subscribe();
    await under.service.watches.change(under.caller.tenantId, id, { interval_minutes: 60 });
    under.feeds.clear();
    await watches.pass(120);
    expect(under.feeds.requests).toHaveLength(2);
  });

  test("forgets a watch that was deleted, with all it found", async () => {
    const id = await subscribe();
    publish("one");
    await watches.pass(5);
    await under.service.watches.delete(under.caller.tenantId, id);
    expect(JSON.stringify(await itemsOfWatches())).not.toContain(id);
    under.feeds.clear();
    await watches.pass(10);
    expect(under.feeds.requests).toHaveLength(0);
    await expect(watches.view(id)).rejects.toThrow("no such watch");
  });

  test("forgets the watches of a deleted tenant", async () => {
    await subscribe();
    await watches.tick();
    await under.service.tenants.delete(under.caller.tenantId);
    under.feeds.clear();
    // A place is kept for an hour for a watch that is on its way.
    under.clock.advance(3_600_000);
    await watches.tick();
    expect(under.feeds.requests).toHaveLength(0);
    expect((await under.allItems()).filter(({ table }) => table === "watches")).toEqual([]);
  });
});
