import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

let feed: FeedWatchesUnderTest;
let id: string;
let published: string[];

beforeEach(async () => {
  feed = await startFeedWatchesUnderTest();
  id = await feed.subscribe();
  published = [];
  await feed.watches.pass(10);
});

afterEach(() => feed.under.close());

const health = async () => (await feed.watches.view(id)).health;
const jump = (ms: number) => feed.under.clock.jump(ms);

/** Publishes an item, its date the true time, whatever the clock says. */
function publish(): void {
  const slug = `item ${published.length}`;
  published.push(slug);
  const publishedAt = new Date(Date.UTC(2026, 0, 2, 0, published.length)).toISOString();
  feed.publish(slug, { publishedAt });
}

const JUMPS = [
  ["a minute", MINUTE_MS],
  ["ten minutes", 10 * MINUTE_MS],
  ["an hour", HOUR_MS],
  ["a day", DAY_MS],
  ["a year", YEAR_MS],
] as const;

describe.each([
  ["ahead", 1],
  ["behind", -1],
] as const)("a clock that goes %s", (_way, sign) => {
  test.each(JUMPS)("by %s, and back after an hour: nothing is missed or found twice", async (_what, ms) => {
    for (const [at, by] of [0, sign * ms, -sign * ms].entries()) {
      jump(by);
      for (let quarter = 0; quarter < 4; quarter++) {
        publish();
        await feed.watches.pass(15);
        const { status, lag_seconds } = await health();
        expect([at, quarter, status, lag_seconds]).toEqual([at, quarter, "active", 0]);
      }
    }
    expect(await feed.watches.found(id)).toEqual(published);
    expect((await health()).gaps).toEqual([]);
  });

  test.each(JUMPS)("by %s while the service is off is followed when it starts", async (_what, ms) => {
    jump(sign * ms);
    publish();
    await feed.watches.pass(10);
    expect(await feed.watches.found(id)).toEqual(published);
    expect(await health()).toMatchObject({ status: "active", lag_seconds: 0 });
  });
});

test("a tick from the future is logged and set back, and everything is looked at once", async () => {
  jump(YEAR_MS);
  await feed.watches.pass(5);
  jump(-YEAR_MS);
  const daily = await feed.subscribe({ interval_minutes: 1440 }, "/atom.xml");
  feed.under.logged.length = 0;
  feed.under.feeds.clear();
  publish();
  await feed.watches.pass(1);
  const lines = feed.under.logged.filter(({ event }) => event === "watch_tick_in_future");
  expect(lines).toMatchObject([
    { level: "warn", wheel: "feed", minutes_ahead: YEAR_MS / MINUTE_MS - 1 },
    { level: "warn", wheel: "inbox" },
  ]);
  expect(feed.under.feeds.requests.map(({ path }) => path).toSorted()).toEqual(["/atom.xml", "/rss.xml"]);
  expect(await feed.watches.found(daily)).toEqual(published);
  feed.under.logged.length = 0;
  await feed.watches.pass(10);
  expect(feed.under.logged.filter(({ event }) => event === "watch_tick_in_future")).toEqual([]);
});

test("stamps from the future are no health: a watch that is not looked at is late, by what was due", async () => {
  jump(YEAR_MS);
  publish();
  await feed.watches.pass(5);
  jump(-YEAR_MS);
  const began = feed.under.clock.now();
  feed.under.clock.advance(30 * MINUTE_MS);
  const { status, lag_seconds, last_success_at, last_polled_at, silent_since } = await health();
  expect(status).toBe("late");
  expect(lag_seconds).toBeGreaterThanOrEqual(30 * 60 - 5 * 60);
  for (const stamp of [last_success_at, last_polled_at, silent_since])
    expect(stamp === null ? 0 : Date.parse(stamp)).toBeLessThanOrEqual(began);
});

test("a wait after a failure that was set by a clock ahead does not outlast it", async () => {
  jump(YEAR_MS);
  feed.under.feeds.scriptAlways("", { status: 404, headers: {}, body: "" });
  await feed.watches.pass(5);
  feed.under.feeds.clear();
  jump(-YEAR_MS);
  expect((await health()).next_poll_after).toBeNull();
  publish();
  await feed.watches.pass(5);
  expect(await feed.watches.found(id)).toEqual(published);
  expect((await health()).status).toBe("active");
});

test("a watch that was changed by a clock ahead is alive once the clock is right", async () => {
  jump(YEAR_MS);
  await feed.under.service.watches.change(feed.under.caller.tenantId, id, { interval_minutes: 1 });
  jump(-YEAR_MS);
  await feed.watches.pass(10);
  expect(await health()).toMatchObject({ status: "active", lag_seconds: 0 });
  const lastSuccess = Date.parse((await health()).last_success_at ?? "");
  expect(feed.under.clock.now() - lastSuccess).toBeLessThanOrEqual(MINUTE_MS);
});

test("two clocks that differ by seconds set no tick back", async () => {
  const { watchStore: store, logger } = feed.under.service;
  feed.under.logged.length = 0;
  const slower = new ManualClock(feed.under.clock.now() - 20_000);
  const queue = { send: () => Promise.reject(new Error("nothing is due")) };
  expect(await tick("feed", { store, queue, clock: slower, logger })).toBe(0);
  expect(feed.under.logged).toEqual([]);
});
