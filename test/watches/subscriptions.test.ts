import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { SUBSCRIPTIONS } from "@plumbline/watches/service/stored-watches.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused, succeeded } from "../adapters/adapter-under-test.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

let under: FeedWatchesUnderTest["under"];
let watches: FeedWatchesUnderTest["watches"];
let publish: FeedWatchesUnderTest["publish"];

beforeEach(async () => {
  ({ under, watches, publish } = await startFeedWatchesUnderTest());
});

afterEach(() => under.close());

const call = async (tool: string, args: Record<string, unknown>) =>
  Object(succeeded(await under.call(tool, args)).result);
const url = () => `${under.feeds.url}/rss.xml`;
const subscribe = (args: Record<string, unknown> = {}) => call("rss_subscribe", { url: url(), ...args });
const standing = async () =>
  (await under.service.watches.list(under.caller, { limit: 100 })).items.map(({ id }) => id);

describe("the same feed subscribed again", () => {
  test("is the watch that stands, and says so", async () => {
    const first = await subscribe();
    expect(first).not.toHaveProperty("already_watching");
    const again = await subscribe();
    expect(again).toMatchObject({
      watch_id: first.watch_id,
      already_watching: true,
      status: "active",
      items: first.items,
    });
    await subscribe();
    expect(await standing()).toEqual([first.watch_id]);
  });

  test.each<[string, object, object]>([
    ["with its keywords in another order and case", { keywords: ["a", "B"] }, { keywords: ["b", "A", "a"] }],
    ["with what is left out said", {}, { interval_minutes: 15 }],
    ["from another time on", { since: "2025-12-10" }, { since: "2025-12-11" }],
  ])("%s is the same", async (_what, first, again) => {
    const { watch_id } = await subscribe({ ...first });
    expect(await subscribe({ ...again })).toMatchObject({ watch_id, already_watching: true });
  });

  test("at its URL in another spelling is the same", async () => {
    const { watch_id } = await subscribe();
    const spelled = `${url().replace("http:", "HTTP:").replace("/rss.xml", "/x/../rss.xml")}#top`;
    expect(await subscribe({ url: spelled })).toMatchObject({ watch_id, already_watching: true });
  });

  test.each<[string, object]>([
    ["keywords", { keywords: ["comet"] }],
    ["another interval", { interval_minutes: 60 }],
    ["a receiver", { deliver_to: "https://example.com/hook" }],
  ])("with %s is another watch", async (_what, args) => {
    await subscribe();
    expect(await subscribe({ ...args })).not.toHaveProperty("already_watching");
    expect(await standing()).toHaveLength(2);
  });

  test("by another tenant is that tenant's own", async () => {
    const { watch_id } = await subscribe();
    const { caller } = await under.createTenant("second");
    const theirs = succeeded(await under.service.dispatcher.call(caller, "rss_subscribe", { url: url() }));
    expect(theirs.result).not.toMatchObject({ watch_id });
  });

  test("is reported as paused, and stays as it was set since", async () => {
    const { watch_id } = await subscribe();
    const { tenantId } = under.caller;
    await under.service.watches.change(tenantId, watch_id, { paused: true, interval_minutes: 360 });
    const again = { watch_id, already_watching: true, status: "paused", interval_minutes: 360 };
    expect(await subscribe()).toMatchObject(again);
    expect(await subscribe({ interval_minutes: 360 })).toMatchObject(again);
    expect(await standing()).toEqual([watch_id]);
  });

  test("is reported as failing while its feed does", async () => {
    const { watch_id } = await subscribe();
    under.feeds.scriptAlways("GET /rss.xml", json({}, 500));
    await watches.pass(30);
    const again = await subscribe();
    expect(again).toMatchObject({
      watch_id,
      already_watching: true,
      status: "failing",
      last_error: expect.stringMatching(/500/),
    });
    expect(again).not.toHaveProperty("items");
  });

  test("after it was stopped begins anew, with nothing of what was found", async () => {
    const { watch_id } = await subscribe({ since: "2025-12-10" });
    await call("watch_stop", { watch_id });
    publish("between");
    const anew = await subscribe();
    expect(anew.watch_id).not.toBe(watch_id);
    expect(anew).not.toHaveProperty("already_watching");
    publish("later");
    await watches.pass(15);
    expect(await watches.found(anew.watch_id)).toEqual(["later"]);
  });

  test("is found though it was begun before subscriptions were kept", async () => {
    const { watch_id } = await subscribe();
    const { watchStore } = under.service;
    const { tenantId } = under.caller;
    const { record } = (await watchStore.get(tenantId, watch_id)) ?? expect.fail();
    const { records } = under.stores.platform;
    const { subscription = "", ...old } = record;
    await watchStore.update({ ...old, version: record.version + 1 }, record);
    await records.delete(SUBSCRIPTIONS, [tenantId, subscription]);
    expect(await subscribe()).toMatchObject({ watch_id, already_watching: true });
  });
});

describe("equal subscriptions at the same time in several processes", () => {
  test.each(["a", "b", "c"])("make one watch that is polled (%s)", async (seed) => {
    const random = seededRandom(seed);
    const processes = [under.service, under.anotherProcess(), under.anotherProcess()];
    const begin = async ({ dispatcher }: typeof under.service) => {
      for (let turns = random.fraction() * 20; turns > 0; turns--) await Promise.resolve();
      return dispatcher.call(under.caller, "rss_subscribe", { url: url(), since: "2025-12-10" });
    };
    const results = (await Promise.all(processes.map(begin))).map(resultOf);
    expect(new Set(results.map(({ watch_id }) => watch_id)).size).toBe(1);
    expect(results.filter(({ already_watching }) => already_watching === undefined)).toHaveLength(1);
    const [id] = await standing();
    expect(await standing()).toEqual([results[0].watch_id]);
    publish("later");
    await watches.pass(15);
    expect(await watches.found(String(id))).toEqual([
      "Комета над гаванью",
      "The dome reopens & the queue is short",
      "later",
    ]);
  });

  test("make one, and one more once it is stopped between, none of them silent", async () => {
    const other = under.anotherProcess();
    const again = () => other.dispatcher.call(under.caller, "rss_subscribe", { url: url() });
    const { watch_id } = await subscribe();
    const [, begun] = await Promise.all([call("watch_stop", { watch_id }), again()]);
    const ids = await standing();
    if (begun.ok && resultOf(begun).watch_id !== watch_id) expect(ids).toEqual([resultOf(begun).watch_id]);
    const last = await subscribe();
    publish("later");
    await watches.pass(15);
    expect(await watches.found(last.watch_id)).toEqual(["later"]);
    expect(await standing()).toEqual([last.watch_id]);
  });
});

function resultOf(result: DispatchResult) {
  return Object(succeeded(result).result);
}

describe("feed_read", () => {
  test("reads without a watch", async () => {
    const { items, more, ...rest } = await call("feed_read", { url: url(), limit: 1 });
    expect(items).toHaveLength(1);
    expect(more).toBe(true);
    expect(Object.keys(rest)).toEqual(["feed"]);
    expect(await standing()).toEqual([]);
  });

  test("takes keywords and a time", async () => {
    const read = await call("feed_read", { url: url(), keywords: ["DOME"], since: "2025-11-01" });
    expect(read.items).toMatchObject([{ id: "dome-reopens" }]);
  });
});

describe("watch_events", () => {
  test("reads page by page, and goes on later from where it was", async () => {
    const { watch_id } = await subscribe({ since: "2025-11-01" });
    const first = await call("watch_events", { watch_id, limit: 2 });
    expect(first).toMatchObject({
      events: [
        { type: "feed.item", item: { id: "winter-hours" } },
        { type: "feed.item", item: { id: "comet" } },
      ],
      more: true,
    });
    expect(first.next_cursor).toBe(first.events[1].cursor);
    const rest = await call("watch_events", { watch_id, after: first.next_cursor });
    expect(rest).toMatchObject({ events: [{ item: { id: "dome-reopens" } }], more: false });
    expect(await call("watch_events", { watch_id, after: rest.next_cursor })).toEqual({
      events: [],
      more: false,
      next_cursor: rest.next_cursor,
    });
    publish("later");
    await watches.pass(15);
    const later = await call("watch_events", { watch_id, after: rest.next_cursor });
    expect(later.events).toMatchObject([{ item: { id: "later" } }]);
  });

  test("without an id lists the watches", async () => {
    const { watch_id } = await subscribe({ keywords: ["comet"] });
    expect(await call("watch_events", {})).toEqual({
      watches: [
        {
          watch_id,
          watches: `feed ${url()} with comet`,
          interval_minutes: 15,
          status: "active",
          deliver_to: null,
        },
      ],
      more: false,
      next_cursor: null,
    });
  });

  test("refuses a cursor that it did not give", async () => {
    const { watch_id } = await subscribe();
    expect(refused(await under.call("watch_events", { watch_id, after: "zzz" }))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringMatching(/^after: /),
    });
  });
});

describe("watch_stop", () => {
  test("ends a watch; a second stop is refused and lists the watches that stand", async () => {
    const { watch_id } = await subscribe();
    const { watch_id: other } = await subscribe({ keywords: ["comet"] });
    expect(await call("watch_stop", { watch_id })).toEqual({ watch_id, stopped: true });
    expect(refused(await under.call("watch_stop", { watch_id }))).toMatchObject({
      error_code: "validation",
      refusal_reason: "watch_id: there is no such watch, or it has been stopped.",
      next_step: expect.stringContaining(`${other} (feed ${url()} with comet; active)`),
    });
    expect(await standing()).toEqual([other]);
  });

  test.each(["watch_stop", "watch_events"])(
    "%s of another tenant's is of one that never was",
    async (tool) => {
      const { watch_id } = await subscribe();
      const { caller } = await under.createTenant("second");
      const ask = async (id: string) => {
        const { elapsed_ms: _elapsed, ...told } = refused(
          await under.service.dispatcher.call(caller, tool, { watch_id: id }),
        );
        return told;
      };
      expect(await ask(watch_id)).toEqual(await ask("00000000-0000-4000-8000-000000000000"));
      expect(await ask("the feed")).toEqual(await ask(watch_id));
      expect(await standing()).toEqual([watch_id]);
    },
  );
});
