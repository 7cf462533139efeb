import type { SandboxFeedItem } from "@plumbline/sandbox/feeds/feed-state.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

let feed: FeedWatchesUnderTest;
let id: string;

beforeEach(async () => {
  feed = await startFeedWatchesUnderTest();
  id = await feed.subscribe();
  await feed.watches.pass(5);
});

afterEach(() => feed.under.close());

const ITEMS = 200;
const names = Array.from({ length: ITEMS }, (_, number) => `archived ${number}`);

/** The feed lists its archive before what it listed until now. */
function flood(): readonly SandboxFeedItem[] {
  const before = feed.under.feeds.feed.items;
  const publishedAt = (number: number) => new Date(Date.UTC(2025, 0, 1, 0, number)).toISOString();
  const archive = names.map((slug, number) => ({
    slug,
    title: slug,
    summary: "",
    publishedAt: publishedAt(number),
  }));
  feed.under.feeds.feed.list([...before, ...archive.toReversed()]);
  return before;
}

const health = async () => (await feed.watches.view(id)).health;
const heldNow = async () => (await health()).feed?.flood;
const release = () =>
  feed.under.service.watches.change(feed.under.caller.tenantId, id, { releaseFlood: true });

test("a flood is held back and reported, what comes after it is found, and three calm looks release it", async () => {
  flood();
  await feed.watches.pass(5);
  expect(await feed.watches.found(id)).toEqual([]);
  expect(await heldNow()).toMatchObject({ items: ITEMS, calm_looks: 0, released: false });
  expect((await health()).gaps).toMatchObject([{ reason: "flood_held" }]);
  feed.publish("news");
  await feed.watches.pass(5);
  expect(await feed.watches.found(id)).toEqual(["news"]);
  await feed.watches.pass(10);
  expect(await heldNow()).toMatchObject({ items: ITEMS, calm_looks: 3, released: true });
  await feed.watches.pass(25);
  expect(await feed.watches.found(id)).toEqual(["news", ...names]);
  expect(await heldNow()).toBeNull();
  expect((await health()).gaps).toHaveLength(1);
});

test("a flood that a person releases is listed from the next look on", async () => {
  flood();
  await feed.watches.pass(5);
  await release();
  expect(await heldNow()).toMatchObject({ items: ITEMS, released: true });
  await feed.watches.pass(20);
  expect(await feed.watches.found(id)).toEqual(names);
  await expect(release()).rejects.toThrow("is not holding back any items");
});

test("a flood that goes as it came reaches nobody", async () => {
  const before = flood();
  await feed.watches.pass(10);
  feed.under.feeds.feed.list(before);
  await feed.watches.pass(60);
  expect(await feed.watches.found(id)).toEqual([]);
  expect(await heldNow()).toBeNull();
});

test("what a keyword leaves out makes no flood", async () => {
  const few = await feed.subscribe({ keywords: ["archived 7"] });
  flood();
  await feed.watches.pass(5);
  expect(await feed.watches.found(few)).toHaveLength(11);
});
