import { feedRateLimited, feedUnavailable } from "@plumbline/sandbox/feeds/failures.ts";
import type { SandboxFeedItem } from "@plumbline/sandbox/feeds/feed-state.ts";
import {
  cutBody,
  hangBeforeHeaders,
  hangInBody,
  type Reply,
  redirect,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let feed: FeedWatchesUnderTest;
let id: string;
/** The items that the watch should have found by now, in order. */
let told: string[];

beforeEach(async () => {
  told = [];
  feed = await startFeedWatchesUnderTest();
  feed.publish("before", { publishedAt: "2025-12-30T12:00:00.250Z" });
  id = await feed.subscribe();
  publishTwo();
  await passWell();
});

afterEach(() => feed.under.close());

const now = () => feed.under.clock.now();
const health = async () => (await feed.watches.view(id)).health;
const asked = () => feed.under.feeds.requests.length;

/** Two items, a part of a second apart, which RSS does not tell. */
function publishTwo(): void {
  for (const slug of [`item ${told.length + 1}`, `item ${told.length + 2}`]) {
    feed.under.clock.advance(1_250);
    feed.publish(slug);
    told.push(slug);
  }
}

/** The feed lists its items in another way; the oldest is the last. */
function relist(change: (items: readonly SandboxFeedItem[]) => readonly SandboxFeedItem[]): void {
  feed.under.feeds.feed.list(change(feed.under.feeds.feed.items));
}

/** Two looks later, all is found that was told, and the watch is in good health. */
async function passWell(minutes = 10, gaps: readonly string[] = []): Promise<void> {
  await feed.watches.pass(minutes);
  expect(await feed.watches.found(id)).toEqual(told);
  const { last_success_at, ...rest } = await health();
  expect(rest).toMatchObject({
    status: "active",
    consecutive_failures: 0,
    lag_seconds: 0,
    last_error: null,
    gaps: gaps.map((reason) => ({ reason })),
  });
  expect(now() - Date.parse(last_success_at ?? "")).toBeLessThanOrEqual(5 * MINUTE_MS);
}

test("items that come are found", async () => {
  publishTwo();
  await passWell();
});

test("an hour of 304: nothing is found, and it is known that it was looked at", async () => {
  const statuses: (number | undefined)[] = [];
  feed.under.feeds.scriptAlways("", async (request, handle) => {
    const reply = await handle(request);
    statuses.push("fault" in reply ? undefined : reply.status);
    return reply;
  });
  await passWell(60);
  expect(statuses).toEqual(Array(12).fill(304));
  expect(now() - Date.parse((await health()).silent_since)).toBeGreaterThan(HOUR_MS);
  feed.under.feeds.clear();
});

describe("a list that changes tells nothing, and then what is new", () => {
  test.each<[what: string, change: (items: readonly SandboxFeedItem[]) => readonly SandboxFeedItem[]]>([
    ["it is in another order", (items) => items.toReversed()],
    [
      "its items have other dates",
      (items) =>
        items.map((item) => ({
          ...item,
          publishedAt: new Date(Date.parse(item.publishedAt) - HOUR_MS).toISOString(),
        })),
    ],
    ["it lists two items and no more", (items) => items.slice(0, 2)],
  ])("%s", async (_what, change) => {
    relist(change);
    await passWell();
    publishTwo();
    await passWell();
  });

  test("its items have other guids: the watch says that it tells them apart by page", async () => {
    relist((items) => items.map((item) => ({ ...item, guid: `urn:new:${item.slug}` })));
    await passWell(10, ["ids_change"]);
    expect((await health()).feed).toMatchObject({ identity: "page", ids_change: true });
    publishTwo();
    await passWell(10, ["ids_change"]);
  });

  test("what it dropped comes back", async () => {
    let dropped: readonly SandboxFeedItem[] = [];
    relist((items) => {
      dropped = items.slice(1);
      return items.slice(0, 1);
    });
    await passWell();
    relist((items) => [...items, ...dropped]);
    await passWell();
    publishTwo();
    await passWell();
  });
});

test("an item whose guid, title and page change at once is another one; where one of them stays it is the same", async () => {
  relist(([first, second, third, ...items]) => {
    if (!first || !second || !third) throw new Error("The feed is too short.");
    const other = { ...first, slug: "anew", guid: "urn:other", title: "told anew" };
    const same = { ...third, guid: "urn:renamed" };
    return [other, { ...second, title: "a better title" }, same, ...items];
  });
  told.push("told anew");
  await passWell();
});

test("moved for good to another address, where it is written in another language, it is followed", async () => {
  feed.under.feeds.scriptAlways("GET /rss.xml", redirect("/atom.xml", 301));
  publishTwo();
  await passWell(10, ["ids_change"]);
  feed.under.clock.advance(8 * 24 * HOUR_MS);
  publishTwo();
  await passWell(10, ["ids_change"]);
  const before = asked();
  publishTwo();
  await passWell(10, ["ids_change"]);
  expect(feed.under.feeds.requests.slice(before).map(({ path }) => path)).toEqual(Array(2).fill("/atom.xml"));
  feed.under.feeds.clear();
});

describe("a host that for a while", () => {
  test.each<[what: string, reply: () => Reply, error_code: string]>([
    ["answers 500", () => text("", 500), "transient"],
    ["answers 503 with a page", () => feedUnavailable(), "transient"],
    [
      "sends half of an XML document",
      () => text("<?xml version='1.0'?><rss version='2.0'><channel><it", 200),
      "validation",
    ],
    ["sends a page in its place", () => text("<!doctype html><title>Hello</title>", 200), "validation"],
    ["breaks off", () => cutBody(text("<rss version='2.0'></rss>"), { afterBytes: 9 }), "transient"],
    ["hangs", () => hangBeforeHeaders(), "transient"],
    ["hangs in the middle", () => hangInBody(text("<rss version='2.0'></rss>"), 9), "transient"],
  ])("%s is asked less often and told of, and then nothing is missing", async (what, reply, error_code) => {
    const { last_success_at } = await health();
    const before = await feed.watches.found(id);
    const requestsBefore = asked();
    const answer = reply();
    const hangs = "fault" in answer && answer.fault.startsWith("hang");
    const held = () => feed.under.feeds.waitForRequests(asked() + 1);
    feed.under.feeds.scriptAlways("", answer);
    publishTwo();
    // Tried again after 5 and 10 minutes.
    for (const [failures, minutes] of [
      [1, 5],
      [2, 5],
      [3, 10],
    ] as const) {
      await (hangs ? feed.watches.passHanging(minutes, held) : feed.watches.pass(minutes));
      // A poll is tried three times.
      if (what === "answers 500") expect(asked() - requestsBefore).toBe(3 * failures);
      expect(await health()).toMatchObject({
        status: "failing",
        consecutive_failures: failures,
        last_success_at,
        last_error: { error_code, message: expect.any(String) },
      });
    }
    const requests = asked();
    await feed.watches.pass(15);
    expect(asked()).toBe(requests);
    expect((await health()).lag_seconds).toBeGreaterThanOrEqual(30 * 60);
    expect(await feed.watches.found(id)).toEqual(before);
    feed.under.feeds.clear();
    publishTwo();
    await passWell(5);
  });

  test("asks for an hour's peace has it", async () => {
    feed.under.feeds.scriptAlways("", feedRateLimited(3_600));
    publishTwo();
    await feed.watches.pass(5);
    const requests = asked();
    const { status, last_error, next_poll_after } = await health();
    expect([status, last_error?.error_code]).toEqual(["failing", "rate_limit"]);
    expect(Date.parse(next_poll_after ?? "") - now()).toBeGreaterThan(55 * MINUTE_MS);
    await feed.watches.pass(55);
    expect(asked()).toBe(requests);
    feed.under.feeds.clear();
    await passWell(15);
  });
});
