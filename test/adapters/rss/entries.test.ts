import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { atom, feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

/** The items read of a feed's document. */
async function itemsOf(document: string) {
  under.feeds.script("", feedAnswer(document));
  return readingOf(await under.read("/dir/feed.xml")).items;
}

const item = (inside: string) => rss(`<item>${inside}</item>`);
const entry = (inside: string) => atom(`<entry><id>1</id>${inside}</entry>`);
const HASH = /^sha256:[0-9a-f]{64}$/;

describe("what does not cost the feed", () => {
  test.each<[what: string, document: string, expected: object]>([
    ["a bad date in Atom", entry("<published>soon</published>"), { published_at: null }],
    [
      "a bad published beside a good updated",
      entry("<published>soon</published><updated>2025-12-01T00:00:00Z</updated>"),
      { published_at: "2025-12-01T00:00:00.000Z" },
    ],
    ["a link without attributes in Atom", entry("<link/><title>t</title>"), { title: "t", url: null }],
    ["a link without attributes in Atom's feed", atom("<link/><entry><id>1</id></entry>"), { id: "1" }],
    [
      "a bad date in RSS",
      item("<pubDate>soon</pubDate><title>t</title>"),
      { title: "t", published_at: null },
    ],
    ["an empty item", rss("<item/>"), { title: "", summary: "", url: null }],
    ["an element called _", item("<_>x</_><title>t</title>"), { title: "t" }],
    ["an element called __proto__", item("<__proto__>x</__proto__><title>t</title>"), { title: "t" }],
    ["elements called as properties are", item("<constructor/><length/><title>t</title>"), { title: "t" }],
    ["HTML's entities", item("<title>caf&eacute;&nbsp;au lait</title>"), { title: "café au lait" }],
  ])("%s", async (_what, document, expected) => {
    expect(await itemsOf(document)).toMatchObject([expected]);
  });
});

describe("identity", () => {
  test.each<[what: string, document: string, id: unknown]>([
    ["RSS's guid", item("<guid> g-1 </guid><link>https://t.example/1</link>"), "g-1"],
    ["a guid with an attribute", item('<guid isPermaLink="false">g-1</guid>'), "g-1"],
    [
      "an empty guid gives way to the link",
      item('<guid isPermaLink="false"></guid><link>https://t.example/1</link>'),
      "https://t.example/1",
    ],
    ["Atom's id, attributes and all", atom('<entry><id xml:base="x">urn:1</id></entry>'), "urn:1"],
    ["the link", item("<link>https://t.example/1</link><title>t</title>"), "https://t.example/1"],
    ["none: a hash", item("<title>t</title>"), expect.stringMatching(HASH)],
    ["a very long one: its hash", item(`<guid>${"g".repeat(513)}</guid>`), expect.stringMatching(HASH)],
  ])("%s", async (_what, document, id) => {
    expect(await itemsOf(document)).toMatchObject([{ id }]);
  });

  test("the hash is the same at the next look, and another for another text", async () => {
    const look = async (title: string) => (await itemsOf(item(`<title>${title}</title>`)))[0]?.id;
    const first = await look("one");
    expect(await look("one")).toBe(first);
    expect(await look("two")).not.toBe(first);
  });

  test("what is repeated counts once, as it stands first", async () => {
    const repeated = "<item><guid>1</guid><title>a</title></item>";
    expect(await itemsOf(rss(repeated + repeated))).toMatchObject([{ id: "1", title: "a" }]);
    const edited = (title: string) =>
      `<item><guid>1</guid><link>https://t.example/1</link><title>${title}</title></item>`;
    expect(await itemsOf(rss(edited("a") + edited("b")))).toMatchObject([{ id: "1", title: "a" }]);
  });

  test("an id that several items have tells none of them apart", async () => {
    const of = (title: string, link = "") => `<item><guid>0</guid><title>${title}</title>${link}</item>`;
    const link = (page: string) => `<link>https://t.example/${page}</link>`;
    expect(await itemsOf(rss(of("a", link("a")) + of("b", link("b"))))).toMatchObject([
      { id: "https://t.example/a", title: "a" },
      { id: "https://t.example/b", title: "b" },
    ]);
    const [one, other] = await itemsOf(rss(of("a") + of("b")));
    expect([one?.title, other?.title]).toEqual(["a", "b"]);
    expect(one?.id).not.toBe(other?.id);
  });
});

describe("the page of an entry", () => {
  test.each<[what: string, document: string, url: string | null]>([
    ["RSS's link", item("<link>\n https://t.example/1?a=1&amp;b=2 </link>"), "https://t.example/1?a=1&b=2"],
    ["a guid that is one", item("<guid>https://t.example/g</guid>"), "https://t.example/g"],
    ["a guid that says it is none", item('<guid isPermaLink="false">https://t.example/g</guid>'), null],
    ["an atom:link in RSS", item('<atom:link href="https://t.example/a"/>'), "https://t.example/a"],
    [
      "the one without rel, behind an enclosure",
      entry('<link rel="enclosure" href="https://t.example/1.mp3"/><link href="https://t.example/1"/>'),
      "https://t.example/1",
    ],
    [
      "the alternate that is a page",
      entry(
        '<link rel="alternate" type="application/json" href="https://t.example/j"/><link rel="alternate" type="text/html" href="https://t.example/h"/>',
      ),
      "https://t.example/h",
    ],
    [
      "Atom's own address where there is no other",
      entry('<link rel="self" href="https://t.example/self"/>'),
      "https://t.example/self",
    ],
    ["none but others", entry('<link rel="replies" href="https://t.example/r"/>'), null],
    ["an id that is one", atom("<entry><id>https://t.example/1</id></entry>"), "https://t.example/1"],
    [
      "an Atom link under another prefix",
      rss('<item xmlns:a10="http://www.w3.org/2005/Atom"><a10:link href="https://t.example/a"/></item>'),
      "https://t.example/a",
    ],
    ["relative to the site", item("<link>../1</link>"), "https://t.example/1"],
    ["relative to the feed", atom('<entry><link href="../1"/></entry>'), "FEEDS/1"],
    ["relative to the feed's root", atom('<entry><link href="/1"/></entry>'), "FEEDS/1"],
    [
      "relative to xml:base of the root",
      '<rss xml:base="https://b.example/f/"><channel><item><link>p/1</link></item></channel></rss>',
      "https://b.example/f/p/1",
    ],
    [
      "relative to xml:base, of the feed and the entry",
      atom('<entry xml:base="b/"><id>1</id><link href="c"/></entry>', 'xml:base="https://t.example/a/"'),
      "https://t.example/a/b/c",
    ],
    ["a script is none", item("<link>javascript:alert(1)</link>"), null],
    ["a file is none", item("<link>file:///etc/passwd</link>"), null],
    ["what is no URL", item("<link>http://[</link>"), null],
    [
      "one that is very long once it is whole",
      atom(
        `<entry><id>1</id><link href="${"c".repeat(2_100)}"/></entry>`,
        `xml:base="https://t.example/${"b".repeat(2_000)}/"`,
      ),
      null,
    ],
    [
      "a very long xml:base is none",
      atom('<entry><id>1</id><link href="c"/></entry>', `xml:base="https://t.example/${"b".repeat(4_100)}/"`),
      "FEEDS/dir/c",
    ],
    ["a very long one", item(`<link>https://t.example/${"x".repeat(4_100)}</link>`), null],
  ])("%s", async (_what, document, url) => {
    const [found] = await itemsOf(document);
    expect(found?.url).toBe(url?.replace("FEEDS", under.feeds.url) ?? null);
  });
});

describe("texts", () => {
  test.each<[what: string, document: string, expected: object]>([
    ["markup in CDATA", item("<title><![CDATA[<b>Q</b> &amp; A]]></title>"), { title: "Q & A" }],
    [
      "escaped markup",
      item("<description>&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description>"),
      { summary: "one two" },
    ],
    [
      "scripts are no text",
      item("<description>&lt;script&gt;x()&lt;/script&gt;ok</description>"),
      { summary: "ok" },
    ],
    [
      "Atom's xhtml, in its order",
      entry('<title type="xhtml"><div>a <b>b</b> c &lt; d</div></title>'),
      { title: "a b c < d" },
    ],
    ["Atom's html", entry('<title type="html">&lt;i&gt;x&lt;/i&gt;</title>'), { title: "x" }],
    [
      "markup that is not escaped",
      item("<description><p>Hello <i>there</i></p></description>"),
      { summary: "Hello there" },
    ],
    [
      "plain text of Atom",
      entry('<title type="text">List&lt;b&gt; &amp;amp; more</title>'),
      { title: "List<b> &amp; more" },
    ],
    ["Atom 0.3 in base64", entry('<title mode="base64">QSA8Yj5iPC9iPg==</title>'), { title: "A b" }],
    [
      "names by their namespace",
      rss(
        '<item xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:c="http://purl.org/rss/1.0/modules/content/"><d:creator>Ada</d:creator><c:encoded>Words</c:encoded></item>',
      ),
      { author: "Ada", summary: "Words" },
    ],
    [
      "names whose usual prefix is not declared",
      item(
        "<dc:title>t</dc:title><itunes:author>Ada</itunes:author><media:group><media:description>d</media:description></media:group>",
      ),
      { title: "t", author: "Ada", summary: "d" },
    ],
    [
      "the feed's author, and a title of iTunes",
      atom("<author><name>Ada</name></author><entry><itunes:title>t</itunes:title></entry>"),
      { title: "t", author: "Ada" },
    ],
    ["nothing that is read", atom("<author><name>Ada</name></author><entry/>"), { title: "" }],
    [
      "the author of a JSON feed",
      JSON.stringify({ authors: [{ name: "Ada" }], items: [{ title: "t" }] }),
      { title: "t", author: "Ada" },
    ],
    [
      "another namespace's title is none",
      item('<title xmlns="urn:other">no</title><title>t</title>'),
      { title: "t" },
    ],
    [
      "files",
      item(
        '<enclosure url="https://t.example/a.mp3" type="audio/mpeg" length="12"/><enclosure url="/b.mp3" length="0"/>',
      ),
      {
        enclosures: [
          { url: "https://t.example/a.mp3", type: "audio/mpeg", length: 12 },
          { url: "https://t.example/b.mp3" },
        ],
      },
    ],
    [
      "the summary before the content",
      entry("<content>long</content><summary>short</summary>"),
      { summary: "short" },
    ],
    [
      "the content, where there is no summary",
      item("<description/><content:encoded>full</content:encoded>"),
      { summary: "full" },
    ],
    ["a title of 500 characters", item(`<title>${"x".repeat(500)}</title>`), { title: "x".repeat(500) }],
    ["a longer title", item(`<title>${"x".repeat(501)}</title>`), { title: `${"x".repeat(499)}…` }],
    [
      "a long summary, cut between characters",
      item(`<description>${"🎉".repeat(1_500)}</description>`),
      { summary: `${"🎉".repeat(999)}…` },
    ],
    ["composed characters", item("<title>e\u0301</title>"), { title: "é" }],
    [
      "the author's name alone",
      entry("<author><name>Ada</name><email>ada@t.example</email></author>"),
      { author: "Ada" },
    ],
    [
      "a category's label, term or text, once",
      entry('<category term="a" label="A"/><category term="b"/><category>b</category><category/>'),
      { categories: ["A", "b"] },
    ],
  ])("%s", async (_what, document, expected) => {
    expect(await itemsOf(document)).toMatchObject([expected]);
  });
});

test("the newest first, those of one time in the feed's order, those without a date last", async () => {
  const dated = (id: string, date: string) => `<item><guid>${id}</guid><pubDate>${date}</pubDate></item>`;
  const items = await itemsOf(
    rss(
      [
        dated("none 1", ""),
        dated("old", "Mon, 01 Dec 2025 00:00:00 GMT"),
        dated("same 1", "Tue, 02 Dec 2025 00:00:00 GMT"),
        dated("absurd", "Fri, 01 Jan 2100 00:00:00 GMT"),
        dated("same 2", "Tue, 02 Dec 2025 01:00:00 CET"),
        dated("new", "2025-12-03 00:00:00"),
      ].join(""),
    ),
  );
  expect(items.map(({ id }) => id)).toEqual(["new", "same 1", "same 2", "old", "none 1", "absurd"]);
});
