import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { atom, feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

test("a channel of CDF, whose addresses and dates are attributes", async () => {
  const item = `<ITEM HREF="/1" LASTMOD="2004-04-06T23:05-05:00"><TITLE>A</TITLE><ABSTRACT>B</ABSTRACT></ITEM>`;
  under.feeds.script("", feedAnswer(`<CHANNEL HREF="http://c.example/"><TITLE>C</TITLE>${item}</CHANNEL>`));
  const { feed, items } = readingOf(await under.read());
  expect(feed).toEqual(expect.objectContaining({ title: "C", site_url: "http://c.example/", kind: "rss" }));
  expect(feed.repaired).toBeUndefined();
  const [url, published_at] = ["http://c.example/1", "2004-04-07T04:05:00.000Z"];
  expect(items).toMatchObject([{ id: url, url, title: "A", summary: "B", published_at }]);
});

describe("one feed in three dialects", () => {
  test.each([
    ["rss", (slug: string) => slug],
    ["atom", (slug: string) => `urn:observatory:${slug}`],
    ["rdf", (slug: string) => `https://observatory.example/notices/${slug}`],
  ])("%s", async (kind, idOf) => {
    const result = await under.read(`/${kind}.xml`);
    expect(result).toMatchObject({ ok: true, tool: "rss_subscribe", attempts: 1, elapsed_ms: 0 });
    const { feed, items, more } = readingOf(result);
    expect(feed).toEqual({
      title: "Harbour Observatory",
      url: `${under.feeds.url}/${kind}.xml`,
      site_url: "https://observatory.example/notices/",
      kind,
    });
    expect(more).toBe(false);
    expect(items).toMatchObject([
      {
        id: idOf("dome-reopens"),
        title: "The dome reopens & the queue is short",
        url: "https://observatory.example/notices/dome-reopens",
        published_at: "2025-12-20T18:30:00.000Z",
        summary: "After nine weeks of repairs the large dome opens again.",
        author: "Ines Okafor",
      },
      { title: "Комета над гаванью", summary: "Видна перед рассветом до конца недели." },
      { id: idOf("winter-hours"), published_at: "2025-11-30T09:00:00.000Z" },
    ]);
    expect(items.map(({ categories }) => categories)).toEqual(
      kind === "rdf" ? [undefined, undefined, undefined] : [["Visits", "Repairs"], ["Sky"], undefined],
    );
    expect(under.feeds.requests).toHaveLength(1);
    expect(under.feeds.requests[0]?.headers).toMatchObject({
      accept: expect.stringMatching(/^application\/rss\+xml, application\/atom\+xml, /),
      "accept-encoding": "gzip, deflate, br",
      "user-agent": expect.stringMatching(/^Plumbline/),
    });
    expect(under.feeds.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each([
    ["RSS", rss("")],
    ["Atom", atom("")],
    ["RSS without a version", "<rss><channel><title>T</title></channel></rss>"],
    ["Atom with a prefix", '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title></a:feed>'],
    ["RSS 0.91", '<rss version="0.91"><channel><title>T</title></channel></rss>'],
  ])("%s without items", async (_what, body) => {
    under.feeds.script("", feedAnswer(body));
    expect(readingOf(await under.read())).toMatchObject({ feed: { title: "T" }, items: [], more: false });
  });
});
