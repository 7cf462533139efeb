import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  feedGone,
  feedPrivate,
  feedRateLimited,
  feedUnavailable,
} from "@plumbline/sandbox/feeds/failures.ts";
import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  hangInBody,
  htmlPage,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { undiciEvent } from "../../core/egress/calls.ts";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

type Refusal = Partial<DispatchFailure>;

describe("tried again until it is read", () => {
  test.each<[what: string, replies: Reply[], waits: number[]]>([
    ["500", [text("", 500)], [600]],
    ["502 with a gateway's page, twice", [feedUnavailable(502), feedUnavailable(502)], [600, 1200]],
    ["503 that names a wait", [text("", 503, { "retry-after": "5" })], [5000]],
    ["408", [text("", 408)], [600]],
    ["429 with Retry-After", [feedRateLimited(40)], [40_000]],
    ["429 without", [feedRateLimited(null)], [600]],
    ["429 with a date", [text("", 429, { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" })], [9000]],
    ["reset after the request was read", [resetAfterReading()], [600]],
    ["closed in good order", [closeAfterReading()], [600]],
    ["200 whose body breaks off", [cutBody(feedAnswer(rss("")), { afterBytes: 20 })], [600]],
  ])("%s", async (_what, replies, waits) => {
    under.feeds.script("", ...replies);
    expect(await under.read()).toMatchObject({ ok: true, attempts: replies.length + 1 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.feeds.requests).toHaveLength(replies.length + 1);
  });
});

describe("given up after three attempts", () => {
  test.each<[what: string, reply: Reply, expected: Refusal]>([
    ["502 with a gateway's page", feedUnavailable(502), { error_code: "transient" }],
    ["429", feedRateLimited(7), { error_code: "rate_limit", retry_after_seconds: 7 }],
    ["reset", resetAfterReading(), { error_code: "transient" }],
  ])("%s", async (_what, reply, expected) => {
    under.feeds.scriptAlways("", reply);
    const result = refused(await under.read());
    expect(result).toMatchObject({ attempts: 3, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.feeds.requests).toHaveLength(3);
  });

  test("a refused connection", async () => {
    await under.feeds.close();
    expect(refused(await under.read())).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(under.clock.waits).toEqual([600, 1200]);
  });

  test.each<
    [what: string, reply: Reply, event: "undici:request:headers" | "undici:request:bodyChunkReceived" | null]
  >([
    ["never answered", hangBeforeHeaders(), null],
    ["stalled in its body", hangInBody(feedAnswer(rss("")), 5), "undici:request:bodyChunkReceived"],
  ])("%s", async (_what, reply, event) => {
    under.feeds.scriptAlways("", reply);
    const reading = under.read();
    for (let attempt = 1; attempt <= 3; attempt++) {
      if (event) await undiciEvent(event);
      else await under.feeds.waitForRequests(attempt);
      under.clock.advance(30_000);
    }
    expect(refused(await reading)).toMatchObject({
      error_code: "transient",
      refusal_reason: expect.stringMatching(/within 30 s\.$/),
      attempts: 3,
      elapsed_ms: 91_800,
    });
  });
});

describe("refused at once", () => {
  test.each<[what: string, reply: Reply, expected: Refusal]>([
    [
      "401",
      feedPrivate(),
      { error_code: "authentication", next_step: "Use a feed that can be read without logging in." },
    ],
    ["403", htmlPage("<h1>Forbidden</h1>", 403), { error_code: "authentication" }],
    [
      "404",
      text("", 404),
      { error_code: "validation", next_step: "Look up the feed's address on its site." },
    ],
    ["410", feedGone(), { error_code: "validation", next_step: "Unsubscribe from it." }],
    ["402", text("", 402), { error_code: "validation" }],
    ["304 to who has no version", text("", 304), { error_code: "validation" }],
    [
      "200 with nothing",
      text(""),
      { error_code: "validation", refusal_reason: "This is not a readable feed: it is empty." },
    ],
    [
      "204",
      { status: 204 },
      { error_code: "validation", refusal_reason: "This is not a readable feed: it is empty." },
    ],
    [
      "a page",
      htmlPage("<!doctype html><html><head><title>Hi</title></head></html>"),
      {
        error_code: "validation",
        refusal_reason: "This URL leads to a web page, not to a feed.",
        next_step: "Look up the address of the feed on that page.",
      },
    ],
    [
      "JSON that is no feed",
      json({ version: "1.1" }),
      { error_code: "validation", refusal_reason: expect.stringContaining("not well-formed XML") },
    ],
    [
      "XML that is no feed",
      feedAnswer("<sitemap/>"),
      {
        error_code: "validation",
        refusal_reason: "This is not a readable feed: it is neither RSS nor Atom.",
      },
    ],
    ["a document cut short before its channel", feedAnswer("<rss><chan"), { error_code: "validation" }],
  ])("%s", async (_what, reply, expected) => {
    under.feeds.script("", reply);
    const result = refused(await under.read());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.refusal_reason).not.toContain("rss.xml");
    expect(under.clock.waits).toEqual([]);
    expect(under.feeds.requests).toHaveLength(1);
  });

  test.each(['<rss version="2.0"></rss>', "<rss/>", '<feed xmlns="http://www.w3.org/2005/Atom"><x/></feed>'])(
    "but not %s, which is an empty feed",
    async (document) => {
      under.feeds.script("", feedAnswer(document));
      expect(readingOf(await under.read())).toMatchObject({ feed: { title: "" }, items: [] });
    },
  );

  test("a page that names its feed: the next step does, too", async () => {
    expect(refused(await under.read("/"))).toMatchObject({
      next_step: `Use the feed that the page links to: ${under.feeds.url}/rss.xml`,
    });
  });
});

test("the log line of a call says nothing of the feed", async () => {
  await under.read("/rss.xml?key=hush-hush", { keywords: ["confidential"] });
  expect(under.callLines()).toMatchObject([{ tool: "rss_subscribe", attempts: 1, provider_status: 200 }]);
  expect(JSON.stringify(under.logged)).not.toMatch(/hush|confidential|Harbour/);
});
