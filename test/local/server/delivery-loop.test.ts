import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { hangBeforeHeaders, text } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeliveryLoop } from "../../../packages/local/server/delivery-loop.ts";
import { runWatches } from "../../../packages/local/server/local-server.ts";
import {
  type AdapterUnderTest,
  startAdapterUnderTest,
  succeeded,
} from "../../adapters/adapter-under-test.ts";

const MINUTE = 60_000;
const WAIT = { timeout: 15_000 };

let clock: ManualClock;
let feeds: FeedsServer;
let receiver: ScriptedServer;
let deliveries: DeliveryLoop;
let under: AdapterUnderTest;

beforeEach(async () => {
  clock = new ManualClock("2026-01-01T00:00:30Z", { autoAdvance: false });
  feeds = await startFeeds();
  receiver = await startWebhook();
  deliveries = new DeliveryLoop();
  under = await startAdapterUnderTest({
    clock,
    egressAllow: `127.0.0.1:${feeds.port},127.0.0.1:${receiver.port}`,
    deliveryQueue: deliveries.queue,
  });
  const watch = { url: `${feeds.url}/rss.xml`, interval_minutes: 1, deliver_to: `${receiver.url}/hook` };
  succeeded(await under.call("rss_subscribe", watch));
  feeds.feed.publish({
    slug: "news",
    title: "News",
    summary: "",
    publishedAt: "2026-01-01T00:00:00Z",
  });
});

afterEach(async () => {
  await Promise.all([feeds.close(), receiver.close()]);
  await under.close();
});

const told = (times: number) => vi.waitFor(() => expect(receiver.requests).toHaveLength(times), WAIT);

test("what a poll finds is delivered at once, not with the next minute", async () => {
  const loop = deliveries.run(under.service);
  // It has seen that nothing is due, and waits for the minute.
  await vi.waitFor(() => expect(clock.waits).toEqual([MINUTE / 2]), WAIT);
  const polls = runWatches(under.service);
  await told(1);
  expect(clock.now()).toBe(Date.parse("2026-01-01T00:00:30Z"));
  await polls.stop();
  await loop.stop();
});

test("a try that failed is made again at the minute, and not once the loop is stopped", async () => {
  receiver.scriptAlways("", text("down", 500));
  const loop = deliveries.run(under.service);
  const polls = runWatches(under.service);
  await told(1);
  await polls.stop();
  await vi.waitFor(async () => {
    clock.advance(MINUTE);
    expect(receiver.requests.length).toBeGreaterThanOrEqual(2);
  }, WAIT);
  await loop.stop();
  const until = receiver.requests.length;
  clock.advance(60 * MINUTE);
  expect(receiver.requests).toHaveLength(until);
});

test("a receiver that hangs holds up no other watch", async () => {
  receiver.scriptAlways("POST /hook", hangBeforeHeaders());
  const other = { url: `${feeds.url}/atom.xml`, since: "2020-01-01", deliver_to: `${receiver.url}/other` };
  const loop = deliveries.run(under.service);
  const polls = runWatches(under.service);
  await told(1);
  succeeded(await under.call("rss_subscribe", other));
  await vi.waitFor(
    () => expect(receiver.requests.filter(({ path }) => path === "/other").length).toBeGreaterThanOrEqual(3),
    WAIT,
  );
  await polls.stop();
  await loop.stop();
});

test("a stop ends a delivery that hangs, which is made again after the next start", async () => {
  receiver.script("", hangBeforeHeaders());
  const loop = deliveries.run(under.service);
  const polls = runWatches(under.service);
  await told(1);
  await polls.stop();
  await loop.stop();
  const again = new DeliveryLoop().run(under.anotherProcess());
  await told(2);
  await again.stop();
});

test("a tenant with 32 receivers that hang never stops another's deliveries", async () => {
  const hanging = ({ path }: { path: string }) => path.startsWith("/hang");
  receiver.scriptAlways(hanging, hangBeforeHeaders());
  const loop = deliveries.run(under.service);
  const begin = (path: string, feed: string) => ({
    url: `${feeds.url}/${feed}`,
    since: "2020-01-01",
    deliver_to: `${receiver.url}/${path}`,
  });
  for (let watch = 0; watch < 32; watch++)
    succeeded(await under.call("rss_subscribe", begin(`hang${watch}`, "atom.xml")));
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(16), WAIT);
  const { caller } = await under.createTenant("quiet");
  succeeded(await under.service.dispatcher.call(caller, "rss_subscribe", begin("quiet", "rss.xml")));
  await vi.waitFor(
    () => expect(receiver.requests.filter(({ path }) => path === "/quiet").length).toBeGreaterThan(0),
    WAIT,
  );
  expect(receiver.requests.filter(hanging)).toHaveLength(16);
  await loop.stop();
});
