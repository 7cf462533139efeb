import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runWatches } from "../../../packages/local/server/local-server.ts";
import {
  type AdapterUnderTest,
  startAdapterUnderTest,
  succeeded,
} from "../../adapters/adapter-under-test.ts";

const MINUTE = 60_000;

let clock: ManualClock;
let feeds: FeedsServer;
let under: AdapterUnderTest;

beforeEach(async () => {
  clock = new ManualClock("2026-01-01T00:00:30Z", { autoAdvance: false });
  feeds = await startFeeds();
  under = await startAdapterUnderTest({ clock, egressAllow: `127.0.0.1:${feeds.port}` });
  succeeded(await under.call("rss_subscribe", { url: `${feeds.url}/rss.xml`, interval_minutes: 1 }));
  feeds.clear();
});

afterEach(async () => {
  await feeds.close();
  await under.close();
});

const asked = (times: number) =>
  vi.waitFor(() => expect(feeds.requests).toHaveLength(times), { timeout: 15_000 });
const waiting = (times: number) =>
  vi.waitFor(() => expect(clock.waits).toHaveLength(times), { timeout: 15_000 });

test("ticks at every full minute, and not again once it is stopped", async () => {
  const loop = runWatches(under.service);
  // Both wheels have ticked and wait for the next full minute.
  await waiting(2);
  expect(clock.waits).toEqual([MINUTE / 2, MINUTE / 2]);
  await asked(1);
  clock.advance(MINUTE / 2);
  await asked(2);
  await waiting(4);
  clock.advance(MINUTE);
  await asked(3);
  await waiting(6);
  await loop.stop();
  clock.advance(10 * MINUTE);
  expect(feeds.requests).toHaveLength(3);
});

test("a stop ends a look that hangs, which counts as never begun: it is made again after the next start", async () => {
  feeds.script("", hangBeforeHeaders());
  const loop = runWatches(under.service);
  await asked(1);
  await loop.stop();
  const { items } = await under.service.watches.list(under.caller, { limit: 1 });
  expect(items[0]?.health).toMatchObject({ status: "active", consecutive_failures: 0 });
  const again = runWatches(under.anotherProcess());
  await asked(2);
  await again.stop();
});
