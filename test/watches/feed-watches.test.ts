import { feedGone } from "@plumbline/sandbox/feeds/failures.ts";
import { type Reply, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapters/adapter-under-test.ts";
import { feedAnswer, rss } from "../adapters/rss/feeds-under-test.ts";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

let under: FeedWatchesUnderTest["under"];
let watches: FeedWatchesUnderTest["watches"];
let subscribe: FeedWatchesUnderTest["subscribe"];
let publish: FeedWatchesUnderTest["publish"];

beforeEach(async () => {
  ({ under, watches, subscribe, publish } = await startFeedWatchesUnderTest());
});

afterEach(() => under.close());

type Item = readonly [guid: string, title: string, minute: number, page?: string];

/** An RSS document of items. Without a page, an item links to one named after its title. */
const listing = (...items: readonly Item[]) =>
  feedAnswer(
    rss(
      items
        .map(([guid, title, minute, page = title]) => {
          const date = new Date(Date.UTC(2026, 0, 1, 0, minute)).toUTCString();
          return `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><link>https://t.example/${page}</link><pubDate>${date}</pubDate></item>`;
        })
        .join(""),
    ),
  );

describe("what is found", () => {
  test("is what comes after the beginning, once and in order", async () => {
    const id = await subscribe();
    await watches.pass(5);
    expect(await watches.found(id)).toEqual([]);
    publish("one");
    under.clock.advance(1000);
    publish("two");
    await watches.pass(5);
    publish("three");
    await watches.pass(15);
    expect(await watches.found(id)).toEqual(["one", "two", "three"]);
  });

  test("has the same id and cursor whenever it is read", async () => {
    const id = await subscribe();
    publish("one");
    await watches.pass(5);
    const [first] = await watches.events(id);
    publish("two");
    await watches.pass(5);
    const all = await watches.events(id);
    expect(all[0]).toEqual(first);
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(new Set(all.map(({ id: event }) => event)).size).toBe(2);
  });

  test("is only what has one of the keywords; what has none is never looked at again", async () => {
    const id = await subscribe({ keywords: ["comet"] });
    publish("a-comet");
    publish("a-star");
    await watches.pass(5);
    publish("a-star", { title: "a comet after all" });
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
      publish(`n${number}`);
    }
    await watches.pass(5);
    expect(await watches.found(id)).toHaveLength(50);
    await watches.pass(10);
    expect(await watches.found(id)).toEqual(Array.from({ length: 120 }, (_, number) => `n${number}`));
  });

  test("is what has a keyword far down in its text", async () => {
    const id = await subscribe({ keywords: ["comet"] });
    publish("long", { summary: `${"A word. ".repeat(10_000)} And a comet.` });
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["long"]);
  });

  test("is sealed at rest, and gone after its days", async () => {
    const id = await subscribe();
    publish("a very private matter");
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
    [
      "retitles its items",
      [
        ["g1", "A!", 1],
        ["g2", "B!", 2],
      ],
    ],
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

  describe("gives new items a page and a title of earlier ones", () => {
    const edition = (n: number): Item => [`https://t.example/log#v${n}`, `v${n}`, n, "log"];
    test.each<[what: string, lists: readonly (readonly Item[])[], found: string[], gaps: string[]]>([
      [
        "one item at a time",
        [[["r0", "A", 0]], [["r1", "A", 1]], [["r2", "A", 2]]],
        ["A", "A"],
        ["feed_overflowed", "feed_overflowed"],
      ],
      [
        "one item at a time, of which two have the same date",
        [[["r0", "A", 0]], [["r1", "A", 0]], [["r2", "A", 2]]],
        ["A"],
        ["ids_change", "feed_overflowed"],
      ],
      [
        "one item for each of two pages",
        [
          [
            ["a0", "A", 0],
            ["b0", "B", 0],
          ],
          [
            ["b1", "B", 1],
            ["a0", "A", 0],
          ],
          [
            ["a1", "A", 2],
            ["b1", "B", 1],
          ],
        ],
        ["B", "A"],
        [],
      ],
      [
        "one item for each of two pages, once all with other IDs and dates",
        [
          [
            ["a0", "A", 0],
            ["b0", "B", 0],
          ],
          [
            ["b1", "B", 1],
            ["a1", "A", 1],
          ],
          [
            ["b2", "B", 2],
            ["a1", "A", 1],
          ],
          [
            ["b3", "B", 3],
            ["a1", "A", 1],
          ],
        ],
        ["B", "B"],
        ["ids_change", "ids_change"],
      ],
      ["editions of one page", [[edition(0)], [edition(2), edition(1), edition(0)]], ["v1", "v2"], []],
    ])("%s", async (_what, lists, found, gaps) => {
      under.feeds.script("", ...lists.map((items) => listing(...items)));
      const id = await subscribe();
      for (const _list of lists.slice(1)) await watches.pass(5);
      expect(await watches.found(id)).toEqual(found);
      expect((await watches.view(id)).health.gaps.map(({ reason }) => reason)).toEqual(gaps);
    });
  });

  test("shows nothing of what it showed before may have lost items, and that is reported", async () => {
    under.feeds.script("", listing(...began), listing(["g8", "H", 8], ["g9", "I", 9]));
    const id = await subscribe();
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["H", "I"]);
    expect((await watches.view(id)).health.gaps).toMatchObject([{ reason: "feed_overflowed" }]);
  });

  test("changes at twenty looks and brings nothing new is silent, and that is reported", async () => {
    const id = await subscribe({ interval_minutes: 60 });
    const isSilent = async () => (await watches.view(id)).health.feed?.silent_but_changing;
    const lookAt = async (reply: Reply) => {
      under.feeds.scriptAlways("", reply);
      under.clock.advance(2 * 60 * 60_000);
      await watches.tick();
    };
    under.feeds.scriptAlways("", listing(["g1", "A", 1]));
    await watches.pass(60);
    for (let look = 0; look < 20; look++) {
      expect(await isSilent()).toBe(false);
      await lookAt(listing(["g1", `A ${look}`, 1]));
    }
    expect(await isSilent()).toBe(true);
    await lookAt(listing(["g1", "A", 1], ["g2", "B", 2]));
    expect([await isSilent(), await watches.found(id)]).toEqual([false, ["A", "B"]]);
    under.feeds.clear();
  });

  describe("moves for good is followed, and", () => {
    const MOVED = "GET /rss.xml";
    let before = 0;
    /** The paths asked for since this was last called. */
    const asked = () => {
      const paths = under.feeds.requests.slice(before).map(({ path }) => path);
      before = under.feeds.requests.length;
      return paths;
    };
    beforeEach(() => {
      before = 0;
    });
    const feedOf = async (id: string) => (await watches.view(id)).health.feed;
    const week = async () => {
      for (let day = 0; day < 8; day++) {
        under.clock.advance(24 * 60 * 60_000);
        await watches.pass(5);
      }
      asked();
    };

    test("its old address is tried again for a week, and then no more", async () => {
      const id = await subscribe();
      under.feeds.scriptAlways(MOVED, redirect("/atom.xml", 301));
      await watches.pass(10);
      expect(asked().slice(-2)).toEqual(["/rss.xml", "/atom.xml"]);
      const moved = { url: `${under.feeds.url}/atom.xml`, moved_at: expect.any(String) };
      expect(await feedOf(id)).toMatchObject(moved);
      await week();
      publish("later");
      await watches.pass(5);
      expect(asked()).toEqual(["/atom.xml"]);
      expect(await watches.found(id)).toEqual(["later"]);
    });

    test("read there again when the redirect was none for good", async () => {
      const id = await subscribe();
      under.feeds.script(MOVED, redirect("/atom.xml", 301));
      await watches.pass(5);
      asked();
      publish("later");
      await watches.pass(10);
      expect(asked()).toEqual(["/rss.xml", "/rss.xml"]);
      expect(await feedOf(id)).toMatchObject({ url: `${under.feeds.url}/rss.xml`, moved_at: null });
      expect(await watches.found(id)).toEqual(["later"]);
    });

    test("read at its new address when the old one is gone", async () => {
      const id = await subscribe();
      under.feeds.script(MOVED, redirect("/atom.xml", 301));
      await watches.pass(5);
      under.feeds.scriptAlways(MOVED, feedGone());
      publish("later");
      await watches.pass(5);
      expect(await watches.found(id)).toEqual(["later"]);
      expect((await watches.view(id)).health.status).toBe("active");
    });
  });

  test("says once that it is gone and is read on", async () => {
    const id = await subscribe();
    under.feeds.script("", feedGone());
    await watches.pass(5);
    publish("later");
    await watches.pass(20);
    expect(await watches.found(id)).toEqual(["later"]);
    expect((await watches.view(id)).health).toMatchObject({ status: "active", gaps: [], last_error: null });
  });

  test("is gone for a week stops the watch and says so; the watch can be resumed", async () => {
    const id = await subscribe();
    const passDays = async (days: number) => {
      for (let hour = 0; hour < days * 24; hour += 6) {
        under.clock.advance(6 * 60 * 60_000);
        await watches.tick();
      }
    };
    under.feeds.scriptAlways("", feedGone());
    await passDays(6);
    expect((await watches.view(id)).health).toMatchObject({ status: "failing", gaps: [] });
    await passDays(2);
    const asked = under.feeds.requests.length;
    await passDays(1);
    expect(under.feeds.requests).toHaveLength(asked);
    const { health, paused_at } = await watches.view(id);
    expect(paused_at).not.toBeNull();
    expect(health).toMatchObject({
      status: "paused",
      gaps: [{ reason: "feed_gone" }],
      last_error: { message: expect.stringContaining("removed permanently") },
    });
    under.feeds.clear();
    await under.service.watches.change(under.caller.tenantId, id, { paused: false });
    publish("back");
    await watches.pass(5);
    expect(await watches.found(id)).toEqual(["back"]);
    expect((await watches.view(id)).health).toMatchObject({ status: "active", last_error: null });
  });

  test.each([
    ["a 429 that asks for half a minute", text("", 429, { "retry-after": "30" })],
    ["a 429 that asks for two hours in its body", text('{"retry_after":7200}', 429)],
    ["a 503 that asks for two hours", text("", 503, { "retry-after": "7200" })],
  ])("asks for a wait is asked once, holds no worker, and leaves one line: %s", async (what, reply) => {
    const id = await subscribe();
    under.feeds.clear();
    under.logged.length = 0;
    under.clock.waits.length = 0;
    under.feeds.script("", reply);
    await watches.pass(5);
    expect(under.feeds.requests).toHaveLength(1);
    expect(under.clock.waits).toEqual([]);
    const lines = under.logged.filter(({ tool }) => tool === "watch_poll:feed");
    expect(lines).toMatchObject([{ level: "warn", attempts: 1, elapsed_ms: expect.any(Number) }]);
    if (!what.includes("two hours")) return;
    const { next_poll_after } = (await watches.view(id)).health;
    expect(Date.parse(next_poll_after ?? "") - under.clock.now()).toBeGreaterThan(115 * 60_000);
  });
});

describe("a poll that finds nothing", () => {
  test("asks with the validators, and is recorded by the heartbeat of its batch alone", async () => {
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
    // The clock's own mark and the log of calls are written at their own times.
    const apart = new Set<unknown>(["ticks", "call_blocks"]);
    expect(changed.map(({ table }) => table).filter((table) => !apart.has(table))).toEqual(
      Array(new Set(watches.sent.slice(-3).map(({ slot }) => slot)).size).fill("heartbeats"),
    );
    for (const id of ids) {
      const { last_success_at, lag_seconds, status } = (await watches.view(id)).health;
      expect(Date.parse(last_success_at ?? "")).toBeGreaterThan(at);
      expect([lag_seconds, status]).toEqual([0, "active"]);
    }
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
    publish("comet-two");
    publish("star");
    await watches.pass(5);
    expect(under.feeds.requests).toHaveLength(1);
    expect(await watches.found(all)).toHaveLength(2);
    expect(await watches.found(comets)).toEqual(["comet-two"]);
  });
});

test("a feed that cannot be read is not watched", async () => {
  under.feeds.script("", text("no", 404));
  refused(await under.read());
  expect((await under.service.watches.list(under.caller, { limit: 10 })).items).toEqual([]);
});
