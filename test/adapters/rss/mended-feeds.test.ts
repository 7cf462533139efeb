import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { atom, feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

/** Reads a document, however it is broken. */
async function readingFrom(document: string) {
  under.feeds.script("", feedAnswer(document));
  const { feed, items } = readingOf(await under.read());
  return { repaired: feed.repaired, titles: items.map(({ title }) => title), items };
}

const first = "<item><title>A</title><guid>1</guid></item>";
const whole = rss(first);

describe("a broken document is read, and the reading says what was mended", () => {
  test.each<[what: string, document: string, titles: string[], repaired: string[]]>([
    ["a loose ampersand", rss("<item><title>Salt & D&D</title></item>"), ["Salt & D&D"], ["ampersand"]],
    ["an unknown entity", rss("<item><title>A &foo; B</title></item>"), ["A &foo; B"], ["entity"]],
    [
      "a number that is no character",
      rss("<item><title>A&#9999999;</title></item>"),
      ["A\uFFFD"],
      ["entity"],
    ],
    [
      "a mistyped close tag",
      rss(`${first}<item><title>B</titel><guid>2</guid></item>`),
      ["A", "B"],
      ["close_tag"],
    ],
    [
      "a stray close tag within markup",
      rss("<item><title>A</title><description>x</p> y</description></item>"),
      ["A"],
      ["close_tag"],
    ],
    ["an item within another", rss(`<item><title>A</title>${first}`), ["A", "A"], ["close_tag"]],
    [
      "the end cut off: the entry it cut is left for the next look",
      `${whole.slice(0, -16)}<item><title>B`,
      ["A"],
      ["cut_end"],
    ],
    ["the last letter cut off, of a channel without items", rss("").slice(0, -1), [], ["cut_end"]],
    ["text before the prolog", `warning: x<?xml version="1.0"?>${whole}`, ["A"], ["outside_text"]],
    ["several roots", `${whole}<script>x</script>`, ["A"], ["outside_text"]],
    [
      "a feed within a page",
      `<!DOCTYPE html><html><body>${atom("<entry><title>A</title></entry>")}</body></html>`,
      ["A"],
      ["outside_text"],
    ],
    [
      "an attribute without quotes",
      rss("<item><title>A</title><guid isPermaLink=false>1</guid></item>"),
      ["A"],
      ["attribute"],
    ],
    ["upper-case tags", whole.toUpperCase().replace("VERSION", "version"), ["A"], ["case"]],
  ])("%s", async (_what, document, titles, repaired) => {
    const reading = await readingFrom(document);
    expect(reading).toMatchObject({ titles, repaired });
  });

  test("what stands in an address is mended, too", async () => {
    const { items } = await readingFrom(rss("<item><link>https://t.example/?a=1&b=2</link></item>"));
    expect(items).toMatchObject([{ url: "https://t.example/?a=1&b=2" }]);
  });
});

describe("needs no mending", () => {
  test.each<[what: string, document: string, title: string]>([
    ["blank lines before the prolog", `\n\n<?xml version="1.0"?>${whole}`, "A"],
    ["entities of HTML", rss("<item><title>F&ecirc;te</title></item>"), "Fête"],
    [
      "an entity of the document's own",
      `<!DOCTYPE rss [<!ENTITY who "Ada">]>${rss("<item><title>&who;</title></item>")}`,
      "Ada",
    ],
    [
      "a JSON feed",
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "T",
        items: [{ id: 1, title: "A < B", content_text: "x" }],
      }),
      "A < B",
    ],
  ])("%s", async (_what, document, title) => {
    expect(await readingFrom(document)).toMatchObject({ titles: [title], repaired: undefined });
  });
});

test("keywords are looked for in the whole content and in categories", async () => {
  const item =
    "<item><title>A</title><description>Teaser</description><content:encoded>All about quartzite</content:encoded><category>Rocks</category></item>";
  for (const keyword of ["quartzite", "rocks"]) {
    under.feeds.script("", feedAnswer(rss(item)));
    expect(readingOf(await under.read("/rss.xml", { keywords: [keyword] })).items).toHaveLength(1);
  }
});
