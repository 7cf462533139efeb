import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { beforeAll, expect, test } from "vitest";
import { startAdapterUnderTest } from "../adapters/adapter-under-test.ts";
import { feedAnswer, rss } from "../adapters/rss/feeds-under-test.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForFile } from "../support/started.ts";
import { Crash, Fault } from "./faulty-store.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

/** Of each watch; every one is followed by a poll that lives, and by a look at all that is listed. */
const CRASHES = 5;
const WATCHES = 200;
const PARTS = 20;

const fault = new Fault();
let items: string[] = [];
let watches: WatchesUnderTest;
const feeds = startedForFile(() =>
  startScriptedServer({
    name: "feed",
    handle: () =>
      feedAnswer(
        rss(items.map((name) => `<item><guid>${name}</guid><title>${name}</title></item>`).join("")),
      ),
  }),
);
const under = startedForFile(() =>
  startAdapterUnderTest({
    egressAllow: `127.0.0.1:${feeds.port}`,
    wrapWatchStore: (store) => fault.wrap(store, /^put/),
  }),
);

beforeAll(() => {
  watches = watchesUnderTest(under);
});

/** One poll by the worker; answers whether it lived. */
async function poll(id: string, crash?: { at: number; behind: boolean }): Promise<boolean> {
  const { watchStore, watchPoller } = under.service;
  const { tenantId } = under.caller;
  const { record } = (await watchStore.get(tenantId, id)) ?? {};
  if (!record) throw new Error("the watch is gone");
  fault.set(crash?.at ?? Number.POSITIVE_INFINITY, crash?.behind ?? false);
  const entries = [{ position: record.slot_position, tenantId, watchId: id }];
  try {
    await watchPoller.poll({
      wheel: "feed",
      slot: record.slot,
      readAt: new Date(under.clock.now()).toISOString(),
      entries,
    });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Crash);
    return false;
  } finally {
    fault.clear();
  }
}

test("the crashes hit every write of a poll", async () => {
  items = [];
  const id = await watches.begin("rss_subscribe", { url: `${feeds.url}/probe`, interval_minutes: 1 });
  items = ["c", "b", "a"];
  // A claim, three events, the commit and the heartbeat.
  for (let at = 1; at <= 6; at++) expect(await poll(id, { at, behind: false })).toBe(false);
  await poll(id);
  expect(await watches.found(id)).toEqual(["a", "b", "c"]);
});

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  "after each of 1,000 crashes every item is listed once, in order, and nothing listed has changed (part %i)",
  async (part) => {
    for (let run = part; run < WATCHES; run += PARTS) {
      const random = seededRandom(`crash ${run}`);
      const below = (limit: number) => Math.floor(random.fraction() * limit);
      items = [];
      const id = await watches.begin("rss_subscribe", { url: `${feeds.url}/${run}`, interval_minutes: 1 });
      const published: string[] = [];
      for (let crash = 0; crash < CRASHES; crash++) {
        for (let more = below(4); more > 0; more--) {
          items = [`i${published.length}`, ...items];
          published.push(`i${published.length}`);
        }
        const before = await watches.found(id);
        await poll(id, { at: 1 + below(6), behind: random.fraction() < 0.5 });
        const between = await watches.found(id);
        expect(between.slice(0, before.length)).toEqual(before);
        expect(published.slice(0, between.length)).toEqual(between);
        expect(await poll(id)).toBe(true);
        expect(await watches.found(id)).toEqual(published);
      }
    }
  },
);
