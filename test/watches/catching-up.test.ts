import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapters/adapter-under-test.ts";
import { feedAnswer, rss } from "../adapters/rss/feeds-under-test.ts";
import { watchesUnderTest } from "./watches-under-test.ts";

const DAY_MS = 24 * 60 * 60_000;
const WATCHES = 60;
/** Batches that are sent before it is written down how far catching up has come. */
const SENT_TOGETHER = 10;

class Crash extends Error {}

let clock: ManualClock;
let feeds: ScriptedServer;
let under: AdapterUnderTest;

beforeEach(async () => {
  clock = new ManualClock("2026-01-01T00:00:30Z");
  feeds = await startScriptedServer({
    name: "feed",
    handle: () => feedAnswer(rss("<item><guid>a</guid><title>a</title></item>")),
  });
  under = await startAdapterUnderTest({ clock, egressAllow: `127.0.0.1:${feeds.port}` });
});

afterEach(async () => {
  await feeds.close();
  await under.close();
});

/** Paths of the feeds that were asked, in order of their names. */
const asked = () => feeds.requests.map(({ path }) => path).toSorted();

/**
 * Catches up in a process that dies when so many batches are polled. Returns the slots whose batches it took
 * from the wheel.
 */
async function catchUp(service: Service, diesAfter = Number.POSITIVE_INFINITY): Promise<string[]> {
  const taken: string[] = [];
  const send = async (batches: readonly PollBatch[]) => {
    for (const batch of batches) {
      if (taken.length === diesAfter) throw new Crash();
      taken.push(batch.slot);
      await service.watchPoller.poll(batch);
    }
  };
  const { watchStore: store, logger } = service;
  const ticked = tick("feed", { store, queue: { send }, clock, logger });
  if (diesAfter === Number.POSITIVE_INFINITY) await ticked;
  else await expect(ticked).rejects.toThrow(Crash);
  return taken;
}

test("catching up that dies again and again goes on by slot, and asks each source once", async () => {
  const watches = watchesUnderTest(under);
  const paths = Array.from({ length: WATCHES }, (_, number) => `/${number}.xml`).toSorted();
  for (const path of paths)
    await watches.begin("rss_subscribe", { url: `${feeds.url}${path}`, interval_minutes: 1440 });
  await catchUp(under.service);
  clock.advance(DAY_MS);
  feeds.clear();

  const first = await catchUp(under.service, 25);
  // Two watches may share a slot, and so a batch.
  expect(asked().length).toBeGreaterThanOrEqual(25);
  const [left] = await under.service.watchStore.missedMinutes("feed");
  expect(left?.done).toBeGreaterThan(0);

  const second = await catchUp(under.anotherProcess(), 20);
  const [less] = await under.service.watchStore.missedMinutes("feed");
  expect(less?.done).toBeGreaterThan(left?.done ?? 0);

  const third = await catchUp(under.anotherProcess());
  expect(await under.service.watchStore.missedMinutes("feed")).toEqual([]);
  expect(asked()).toEqual(paths);
  for (const [before, after] of [
    [first, second],
    [[...first, ...second], third],
  ] as const)
    expect(after.filter((slot) => before.includes(slot)).length).toBeLessThanOrEqual(SENT_TOGETHER);
});

test("a batch that was polled, and not noted when the process died, asks nobody again", async () => {
  const watches = watchesUnderTest(under);
  const id = await watches.begin("rss_subscribe", { url: `${feeds.url}/one.xml`, interval_minutes: 1440 });
  await catchUp(under.service);
  clock.advance(DAY_MS);
  feeds.clear();
  const { watchPoller, watchStore: store, logger } = under.service;
  const send = async (batches: readonly PollBatch[]) => {
    for (const batch of batches) await watchPoller.poll(batch);
    throw new Crash();
  };
  await expect(tick("feed", { store, queue: { send }, clock, logger })).rejects.toThrow(Crash);
  const taken = await catchUp(under.anotherProcess());
  expect(taken).toHaveLength(1);
  expect(asked()).toEqual(["/one.xml"]);
  expect((await watches.view(id)).health).toMatchObject({ status: "active", lag_seconds: 0 });
});
