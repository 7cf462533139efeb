import { encodeText, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { hostileFeeds } from "@plumbline/sandbox/feeds/hostile.ts";
import Parser from "rss-parser";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";

const feeds = startedForEach(startFeeds);

test.each(["rss", "atom", "rdf"])("a common parser reads the feed in %s", async (dialect) => {
  const read = await new Parser().parseURL(`${feeds.url}/${dialect}.xml`);
  expect(read).toMatchObject({ title: "Harbour Observatory", link: "https://observatory.example/notices/" });
  expect(read.items.map(({ title, link, isoDate }) => [title, link, isoDate])).toEqual([
    [
      "The dome reopens & the queue is short",
      "https://observatory.example/notices/dome-reopens",
      "2025-12-20T18:30:00.000Z",
    ],
    ["Комета над гаванью", "https://observatory.example/notices/comet", "2025-12-12T05:10:00.000Z"],
    ["Winter hours", "https://observatory.example/notices/winter-hours", "2025-11-30T09:00:00.000Z"],
  ]);
});

test("what is published stands first, or in the place of its former version", async () => {
  const [newest, comet] = feeds.feed.items;
  feeds.feed.publish({ slug: "new", title: "New", summary: "", publishedAt: "2025-12-30T00:00:00Z" });
  feeds.feed.publish({ slug: "comet", title: "Comet", summary: "", publishedAt: comet?.publishedAt ?? "" });
  const { items } = await new Parser().parseURL(`${feeds.url}/rss.xml`);
  expect(items.map(({ title }) => title)).toEqual(["New", newest?.title, "Comet", "Winter hours"]);
});

describe("validators", () => {
  const get = (headers: Record<string, string>) => fetch(`${feeds.url}/rss.xml`, { headers });

  test.each<[what: string, known: (etag: string) => Record<string, string>, status: number]>([
    ["its tag", (etag) => ({ "if-none-match": etag }), 304],
    ["another tag", () => ({ "if-none-match": '"other"' }), 200],
    ["its date", () => ({ "if-modified-since": "Sat, 20 Dec 2025 18:30:00 GMT" }), 304],
    ["an older date", () => ({ "if-modified-since": "Sat, 20 Dec 2025 18:29:59 GMT" }), 200],
    [
      "another tag before its date",
      () => ({ "if-none-match": '"other"', "if-modified-since": "Sat, 20 Dec 2025 18:30:00 GMT" }),
      200,
    ],
  ])("%s", async (_what, known, status) => {
    const first = await get({});
    const again = await get(known(first.headers.get("etag") ?? ""));
    expect(again.status).toBe(status);
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  });
});

test.each([
  ["/moved.xml", 301],
  ["/elsewhere.xml", 302],
  ["/gone.xml", 410],
  ["/private.xml", 401],
  ["/nothing.xml", 404],
  ["/hostile/nothing.xml", 404],
  ["/", 200],
])("%s answers %i", async (path, status) => {
  expect((await fetch(`${feeds.url}${path}`, { redirect: "manual" })).status).toBe(status);
});

test.each(["windows-1252", "windows-1251", "shift_jis", "gbk", "utf-16le", "utf-16be", "utf-8"])(
  "a text encoded in %s is decoded from it",
  (label) => {
    const text = { "windows-1252": "“é” €", "windows-1251": "Комета №" }[label] ?? "日本 abc";
    const decoder = new TextDecoder(label);
    expect(decoder.decode(encodeText(text, label), { stream: true }) + decoder.decode()).toBe(text);
    expect(() => encodeText("☃🎉", "windows-1251")).toThrow(RangeError);
  },
);

test("every hostile feed can be made", () => {
  for (const make of Object.values(hostileFeeds)) expect(make()).toBeTypeOf("object");
  const bomb = hostileFeeds["gzip-bomb"]?.();
  expect(bomb && "body" in bomb && bomb.body?.length).toBeLessThan(50_000);
});
