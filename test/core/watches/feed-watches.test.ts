import { feedGone, feedRateLimited } from "@plumbline/sandbox/feeds/failures.ts";
import type { SandboxFeedItem } from "@plumbline/sandbox/feeds/feed-state.ts";
import { type Reply, redirect, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapters/adapter-under-test.ts";
import {
  type FeedsUnderTest,
  feedAnswer,
  rss,
  startFeedsUnderTest,
} from "../adapters/rss/feeds-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

let under: FeedsUnderTest;
let watches: WatchesUnderTest;

beforeEach(async () => {
  under = await startFeedsUnderTest();
  watches = watchesUnderTest(under);
});

afterEach(() => under.close());

const subscribe = (args: Record<string, unknown> = {}, path = "/rss.xml") =>
  watches.begin("rss_subscribe", { url: `${under.feeds.url}${path}`, interval_minutes: 5, ...args });

const item = (slug: string, more: Partial<SandboxFeedItem> = {}): SandboxFeedItem => ({
  slug,
  title: slug,
  summary: "",
  publishedAt: new Date(under.clock.now()).toISOString(),
  ...more,
});

/** An RSS document of items, each `[guid, title, minute]`. */
const listing = (...items: (readonly [guid: string, title: string, minute: number])[]) =>
  feedAnswer(
    rss(
      items
        .map(([guid, title, minute]) => {
          const date = new Date(Date.UTC(2026, 0, 1, 0, minute)).toUTCString();
          return `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><link>https://t.example/${title}</link><pubDate>${date}</pubDate></item>`;
        })
        .join(""),
    ),
  );

describe("what is found", () => {
  test("is what comes after the beginning, once and in order", async () => {
    const id = await subscribe();
    await watches.pass(5);
    expect(await watches.found(id)).toEqual([]);
    under.feeds.feed.publish(item("one"));
    under.clock.advance(1000);
    under.feeds.feed.publish(item("two"));
    await watches.pass(5);
    under.feeds.feed.publish(item("three"));
    await watches.pass(15);
    expect(await watches.found(id)).toEqual(["one", "two", "three"]);
  });

  test("has the same id and cursor whenever it is read", async () => {
    const id = await subscribe();
    under.feeds.feed.publish(item("one"));
    await watches.pass(5);
    const [first] = await watches.events(id);
    under.feeds.feed.publish(item("two"));
    await watches.pass(5);
    const all = await watches.events(id);
    expect(all[0]).toEqual(first);
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(new Set(all.map(({ id: event }) => event)).size).toBe(2);
  });

  test("is only what has one of the keywords; what has none is never looked at again", async () => {
    const id = await subscribe({ keywords: ["comet"] });
    under.feeds.feed.publish(item("a-comet"));
    under.feeds.feed.publish(item("a-star"));
    await watches.pass(5);
    under.feeds.feed.publish(item("a-star", { title: "a comet after all" }));
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["a-comet"]);
  });

  test("is what was there already, since a time that is asked for, without waiting for a poll", async () => {
    const id = await subscribe({ since: "2025-12-10" });
    expect(await watches.found(id)).toEqual(["Комета над гаванью", "The dome reopens & the queue is short"]);
    await watches.pass(10);
    expect(await watches.found(id)).toHaveLength(2);
  });

  test("comes in bounded looks, and all of it", async () => {
    const id = await subscribe();
    for (let number = 0; number < 120; number++) {
      under.clock.advance(1);
      under.feeds.feed.publish(item(`n${number}`));
    }
    await watches.pass(5);
    expect(await watches.found(id)).toHaveLength(50);
    await watches.pass(10);
    expect(await watches.found(id)).toEqual(Array.from({ length: 120 }, (_, number) => `n${number}`));
  });

  test("is sealed at rest, and gone after its days", async () => {
    const id = await subscribe();
    under.feeds.feed.publish(item("a very private matter"));
    await watches.pass(5);
    expect(JSON.stringify(await under.allItems())).not.toContain("private matter");
    under.clock.advance(90 * 86_400_000);
    expect(await watches.found(id)).toEqual([]);
  });
});

describe("a feed that", () => {
  const began = [
    ["g1", "A", 1],
    ["g2", "B", 2],
  ] as const;

  test.each([
    ["orders itself anew", [began[1], began[0]]],
    [
      "dates its items anew",
      [
        ["g1", "A", 30],
        ["g2", "B", 31],
      ],
    ],
    [
      "names its items anew",
      [
        ["h1", "A", 1],
        ["h2", "B", 2],
      ],
    ],
    [
      "retitles its items",
      [
        ["g1", "A!", 1],
        ["g2", "B!", 2],
      ],
    ],
    ["drops items", [["g2", "B", 2]]],
    ["is empty", []],
  ] as const)("%s tells nothing new, and then what is", async (_what, changed) => {
    under.feeds.script("", listing(...began), listing(...changed), listing(["g3", "C", 3], ...began));
    const id = await subscribe();
    await watches.pass(5);
    expect(await watches.found(id)).toEqual([]);
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["C"]);
    expect((await watches.view(id)).health).toMatchObject({ status: "active", gaps: [] });
  });

  test("shows nothing of what it showed before may have been missed, and is told", async () => {
    under.feeds.script("", listing(...began), listing(["g8", "H", 8], ["g9", "I", 9]));
    const id = await subscribe();
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["H", "I"]);
    expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "feed_overflowed" }]);
  });

  test("moves for good is followed for good", async () => {
    const id = await subscribe();
    under.feeds.script("", redirect("/atom.xml", 301));
    await watches.pass(5);
    under.feeds.clear();
    await watches.pass(5);
    expect(under.feeds.requests.map(({ path }) => path)).toEqual(["/atom.xml"]);
    expect(await watches.found(id)).toEqual([]);
  });

  test("is gone for good stops the watch and says so; the watch can be resumed", async () => {
    const id = await subscribe();
    under.feeds.script("", feedGone());
    await watches.pass(5);
    const asked = under.feeds.requests.length;
    await watches.pass(20);
    expect(under.feeds.requests).toHaveLength(asked);
    const { health, paused_at } = await watches.view(id);
    expect(paused_at).not.toBeNull();
    expect(health).toMatchObject({
      status: "paused",
      last_error: { message: expect.stringContaining("gone for good") },
    });
    await under.service.watches.change(under.caller.tenantId, id, { paused: false });
    under.feeds.feed.publish(item("back"));
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["back"]);
    expect((await watches.view(id)).health).toMatchObject({ status: "active", last_error: null });
  });

  test.each<[what: string, reply: () => Reply, tries: number]>([
    // Of what may pass by itself there are three tries a poll.
    ["answers 500", () => text("", 500), 3],
    ["breaks off", () => resetAfterReading(), 3],
    ["is no XML any more", () => text("oops", 200, { "content-type": "text/plain" }), 1],
  ])("%s is tried less often, and found again", async (_what, reply, tries) => {
    const id = await subscribe();
    under.feeds.script("", ...Array.from({ length: 4 * tries }, reply));
    await watches.pass(5);
    const { health } = await watches.view(id);
    expect(health).toMatchObject({
      status: "failing",
      consecutive_failures: 1,
      last_error: { message: expect.any(String) },
    });
    await watches.pass(60);
    expect((await watches.view(id)).health).toMatchObject({
      consecutive_failures: 4,
      last_success_at: health.last_success_at,
      lag_seconds: 3600,
    });
    under.feeds.feed.publish(item("one"));
    await watches.pass(20);
    expect(await watches.found(id)).toEqual(["one"]);
    expect((await watches.view(id)).health).toMatchObject({
      status: "active",
      consecutive_failures: 0,
      lag_seconds: 0,
    });
  });

  test("asks to wait is left alone for so long", async () => {
    const id = await subscribe();
    under.feeds.script("", feedRateLimited(3_600));
    await watches.pass(5);
    const asked = under.feeds.requests.length;
    await watches.pass(50);
    expect(under.feeds.requests).toHaveLength(asked);
    await watches.pass(20);
    expect((await watches.view(id)).health.status).toBe("active");
  });
});

describe("a poll that finds nothing", () => {
  test("asks with the validators, and is told by the heartbeat of its batch alone", async () => {
    const ids = [await subscribe(), await subscribe({}, "/atom.xml"), await subscribe({}, "/rdf.xml")];
    await watches.pass(5);
    const before = await under.allItems();
    under.feeds.clear();
    const at = under.clock.now();
    await watches.pass(5);
    expect(under.feeds.requests.map(({ headers }) => typeof headers["if-none-match"])).toEqual(
      Array(3).fill("string"),
    );
    const changed = (await under.allItems()).filter(
      (now) => !before.some((old) => JSON.stringify(old) === JSON.stringify(now)),
    );
    expect(changed.map(({ sk }) => sk.split("#")[0]).filter((kind) => kind !== "TICK")).toEqual(
      Array(new Set(watches.sent.slice(-3).map(({ slot }) => slot)).size).fill("BEAT"),
    );
    for (const id of ids) {
      const { last_success_at, lag_seconds, status } = (await watches.view(id)).health;
      expect(Date.parse(last_success_at ?? "")).toBeGreaterThan(at);
      expect([lag_seconds, status]).toEqual([0, "active"]);
    }
  });

  test("has a log line with its batch, a failed one a warning", async () => {
    await subscribe();
    const line = () => under.logged.filter(({ event }) => event === "watch_batch").at(-1);
    await watches.pass(5);
    expect(line()).toMatchObject({ level: "info", watches: 1, failures: 0, elapsed_ms: expect.any(Number) });
    under.feeds.script("", text("", 404));
    await watches.pass(5);
    expect(line()).toMatchObject({ level: "warn", watches: 1, failures: 1 });
  });

  test("is counted with all others that failed beside it", async () => {
    const ids = [];
    for (let number = 0; number < 6; number++)
      ids.push(await subscribe({ interval_minutes: 1 }, `/rss.xml?${number}`));
    under.feeds.scriptAlways("", text("", 404));
    await watches.pass(1);
    const lines = under.logged.filter(({ event }) => event === "watch_batch");
    expect(lines.reduce((sum, { failures }) => sum + Number(failures), 0)).toBe(ids.length);
  });

  test("is made once for all of a tenant's watches on one feed", async () => {
    const all = await subscribe();
    const comets = await subscribe({ keywords: ["comet"] });
    under.feeds.clear();
    under.feeds.feed.publish(item("comet-two"));
    under.feeds.feed.publish(item("star"));
    await watches.pass(5);
    expect(under.feeds.requests).toHaveLength(1);
    expect(await watches.found(all)).toHaveLength(2);
    expect(await watches.found(comets)).toEqual(["comet-two"]);
  });
});

describe("a batch that comes", () => {
  test("twice, to two workers at once, is found once", async () => {
    const id = await subscribe();
    const other = under.anotherProcess();
    for (const round of [1, 2, 3, 4, 5]) {
      under.feeds.feed.publish(item(`${round}a`));
      under.clock.advance(1);
      under.feeds.feed.publish(item(`${round}b`));
      await watches.pass(5);
      const batch = watches.sent.at(-1);
      if (!batch) throw new Error("nothing was sent");
      under.clock.advance(1);
      under.feeds.feed.publish(item(`${round}c`));
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
    under.feeds.feed.publish(item("one"));
    await watches.pass(5);
    const { health } = await watches.view(id);
    if (late) await under.service.watchPoller.poll(late);
    expect(await watches.found(id)).toEqual(["one"]);
    expect((await watches.view(id)).health).toEqual(health);
  });

  test("for a watch that was deleted meanwhile leaves nothing behind", async () => {
    const id = await subscribe();
    await watches.pass(5);
    const batch = watches.sent.at(-1);
    await under.service.watches.delete(under.caller.tenantId, id);
    under.feeds.feed.publish(item("one"));
    if (batch) await under.service.watchPoller.poll(batch);
    expect((await under.allItems()).filter(({ sk }) => sk.includes(id) && !sk.startsWith("BEAT#"))).toEqual(
      [],
    );
  });
});

describe("the wheel", () => {
  test("polls each watch once an interval", async () => {
    await subscribe();
    under.feeds.clear();
    await watches.pass(60);
    expect(under.feeds.requests).toHaveLength(12);
  });

  test("that was late by ten minutes polls once what is due, and that ticks twice polls nothing twice", async () => {
    await subscribe();
    await watches.tick();
    under.feeds.clear();
    under.clock.advance(10 * 60_000);
    await watches.tick();
    await watches.tick();
    expect(under.feeds.requests).toHaveLength(1);
  });

  test("leaves a paused watch alone, and finds what came meanwhile when it goes on", async () => {
    const id = await subscribe();
    await under.service.watches.change(under.caller.tenantId, id, { paused: true });
    under.feeds.clear();
    under.feeds.feed.publish(item("meanwhile"));
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
    under.feeds.feed.publish(item("one"));
    await watches.pass(5);
    await under.service.watches.delete(under.caller.tenantId, id);
    // A heartbeat names where its batch began and ended, and nothing else of a watch.
    const left = (await under.allItems()).filter(({ sk }) => !sk.startsWith("BEAT#"));
    expect(JSON.stringify(left)).not.toContain(id);
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
    expect((await under.allItems()).filter(({ sk }) => sk.startsWith("AT#"))).toEqual([]);
  });
});

test("a feed that cannot be read is not watched", async () => {
  under.feeds.script("", text("no", 404));
  refused(await under.read());
  expect((await under.service.watches.list(under.caller.tenantId, { limit: 10 })).items).toEqual([]);
});
