import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { FeedParser, type FeedParserOptions } from "../../../packages/adapters/rss/feed-parser.ts";
import type { ParsedFeed } from "../../../packages/adapters/rss/parsed-feed.ts";
import { rss } from "./feeds-under-test.ts";

let parser: FeedParser;

afterEach(() => parser.close());

/** Parses a document of some tenant's. */
function parse(xml: string, tenantId = "tenant"): Promise<ParsedFeed> {
  return parser.parse(tenantId, { body: Buffer.from(xml) });
}

function startParser(limits: Partial<FeedParserOptions> = {}): FeedParser {
  parser = new FeedParser({ clock: systemClock, timeMs: 15_000, ...limits });
  return parser;
}

const GOOD = rss("<item><guid>1</guid></item>");
/** Two megabytes: more than any thread reads in no time. */
const LONG = rss(Array.from({ length: 60_000 }, (_, at) => `<item><guid>${at}</guid></item>`).join(""));

test("what comes back is plain: the names that are read, as elements with text and attributes", async () => {
  const document = rss('<item id="1"><guid isPermaLink="false">1</guid><other>x</other></item>');
  startParser();
  expect(await parse(document)).toEqual({
    kind: "rss",
    channel: {
      attributes: {},
      children: {
        title: [{ text: "T", attributes: {} }],
        link: [{ text: "https://t.example/", attributes: {} }],
      },
    },
    entries: [
      {
        attributes: {},
        children: { guid: [{ text: "1", attributes: { isPermaLink: "false" } }] },
        publishedAt: null,
      },
    ],
    more: false,
    repaired: [],
  });
});

describe("a feed that passes a limit is refused, and the next is read", () => {
  /** A clock that lets the limit of one feed pass at once. */
  function passingOnce(milliseconds: number): ManualClock {
    const clock = new ManualClock();
    const after = clock.after.bind(clock);
    clock.after = (ms, run) => {
      clock.after = after;
      const cancel = after(ms, run);
      clock.advance(milliseconds);
      return cancel;
    };
    return clock;
  }

  test("CPU time", async () => {
    let used = 0;
    startParser({ clock: passingOnce(1_000), timeMs: 1_000, cpuMs: () => (used += 1_000) });
    await expect(parse(LONG)).rejects.toMatchObject({
      code: "validation",
      message: "This is not a readable feed: it takes longer than 1 s to parse.",
    });
    expect((await parse(GOOD)).entries).toHaveLength(1);
  });

  test("time that other programs took costs a feed nothing", async () => {
    startParser({ clock: passingOnce(10_000), timeMs: 1_000, cpuMs: () => 0 });
    expect((await parse(LONG)).entries).toHaveLength(5_000);
  });

  test("on a machine that is never free it is to be tried again", async () => {
    startParser({ clock: passingOnce(30_000), timeMs: 1_000, cpuMs: () => 0 });
    await expect(parse(LONG)).rejects.toMatchObject({ code: "transient", detail: { retryAfterSeconds: 60 } });
  });

  test("memory", async () => {
    startParser({ memoryMb: 32 });
    const nested = rss(`<item>${"<a>".repeat(400_000)}${"</a>".repeat(400_000)}</item>`);
    await expect(parse(nested)).rejects.toMatchObject({
      code: "validation",
      message: "This is not a readable feed: it takes more than 32 MB of memory to parse.",
    });
    expect((await parse(GOOD)).entries).toHaveLength(1);
  });
});

test("a feed that takes all memory ends its thread and never the process, however often it comes", async () => {
  startParser();
  const nested = rss("<a>".repeat(2_600_000));
  for (let times = 0; times < 2; times++)
    await expect(parse(nested)).rejects.toMatchObject({
      message: expect.stringMatching(/it takes (more than 128 MB of memory|longer than 2 s) to parse\.$/),
    });
  expect((await parse(GOOD)).entries).toHaveLength(1);
});

test("of a long feed the newest 5,000 entries are read, and those without a date by their place", async () => {
  startParser();
  const undated = await parse(LONG);
  expect(undated.entries).toHaveLength(5_000);
  expect(undated.entries.at(-1)?.children.guid?.[0]?.text).toBe("4999");
  expect(undated.more).toBe(true);
  const last = "<item><guid>new</guid><pubDate>Tue, 10 Mar 2026 10:00:00 GMT</pubDate></item></channel>";
  const dated = await parse(LONG.replace("</channel>", last));
  expect(dated.entries.at(-1)?.children.guid?.[0]?.text).toBe("new");
});

describe("of a long entry", () => {
  test.each([
    ["content:encoded", 500_000],
    ["description", 500_000],
    ["title", 5_000],
    ["category", 5_000],
  ])("so much of a %s is read: %i characters, and no half of one", async (name, length) => {
    startParser();
    const written = (text: string) => rss(`<item><${name}>${text}</${name}></item>`);
    const [entry] = (await parse(written(`${"x".repeat(length - 1)}🎉`))).entries;
    expect(entry?.children[name]).toEqual([{ text: "x".repeat(length - 1), attributes: {} }]);
  });

  test("twenty elements of a name are read, and no attribute of more than 5,000 characters", async () => {
    startParser();
    const categories = `<category term="a" label="${"x".repeat(5_001)}"/>`.repeat(21);
    const [entry] = (await parse(rss(`<item>${categories}</item>`))).entries;
    expect(entry?.children.category).toEqual(Array(20).fill({ text: "", attributes: { term: "a" } }));
  });
});

describe("many at once", () => {
  test("wait for one of two threads, and each gets its own feed", async () => {
    startParser();
    const ids = Array.from({ length: 10 }, (_, at) => `id-${at}`);
    const feeds = await Promise.all(ids.map((id) => parse(rss(`<item><guid>${id}</guid></item>`))));
    expect(feeds.map((feed) => feed.entries[0]?.children.guid?.[0]?.text)).toEqual(ids);
  });

  test("more than ten of one tenant are refused for now, and another tenant's are read", async () => {
    startParser();
    const outcomes = Promise.allSettled(Array.from({ length: 12 }, () => parse(GOOD, "busy")));
    expect((await parse(GOOD, "other")).entries).toHaveLength(1);
    const refusals = (await outcomes).flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason] : [],
    );
    expect(refusals).toMatchObject([
      { code: "transient", message: "Too many feeds are being read right now." },
      { code: "transient", detail: { retryAfterSeconds: 5 } },
    ]);
  });

  test("a feed that brings its thread down costs the others nothing", async () => {
    startParser({ memoryMb: 32 });
    const nested = rss(`<item>${"<a>".repeat(400_000)}${"</a>".repeat(400_000)}</item>`);
    const all = [nested, nested, GOOD, GOOD, GOOD].map((xml) => parse(xml));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
  });
});

/** The thread that the parser starts next. */
async function nextThread(): Promise<Worker> {
  const [worker] = await once(process, "worker");
  return worker;
}

describe("a thread that ends by itself", () => {
  test("while it is idle: the next feed is read in another", async () => {
    startParser();
    const thread = nextThread();
    await parse(GOOD);
    await (await thread).terminate();
    expect((await parse(GOOD)).entries).toHaveLength(1);
  });

  test("while it starts or reads: its feed is given up, and those that wait are read", async () => {
    startParser();
    const thread = nextThread();
    const outcomes = Promise.allSettled([LONG, LONG, GOOD].map((xml) => parse(xml)));
    await (await thread).terminate();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });
});

test("any text is a feed or is refused with a reason", async () => {
  startParser();
  const pieces = fc.constantFrom(
    ...'<rss version="2.0">|<channel>|<item>|</item>|</channel>|</rss>|<feed>|</feed>|<entry>|<link|/>|<link>|title|="|<_>|</_>|<!DOCTYPE rss [|]>|<!ENTITY a "&b;">|&a;|&|<![CDATA[|]]>|<rdf:RDF>|<?xml?>|\u0000|é|<!--|-->'.split(
      "|",
    ),
  );
  const documents = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 30 }).map((some) => some.join("")),
    fc.array(pieces, { maxLength: 8 }).map((some) => rss(some.join(""))),
  );
  await fc.assert(
    fc.asyncProperty(documents, async (xml) => {
      const outcome = await parse(xml).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toMatchObject({
          code: "validation",
          message: expect.stringMatching(/^This is not a readable feed: it .+\.$/s),
        });
        expect(outcome.message).not.toMatch(/undefined|null|is not a function/);
      } else expect(outcome).toHaveProperty("entries");
    }),
    { numRuns: 300 },
  );
});
