import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

describe("refused before any request, naming the argument", () => {
  test.each<[what: string, args: Record<string, unknown>, named: string]>([
    ["a word", { url: "feed" }, "url must be an absolute http or https URL"],
    ["another scheme", { url: "ftp://example.com/feed" }, "url must be an absolute http or https URL"],
    ["a password", { url: "https://user:pass@example.com/feed" }, "url must not contain a user name"],
    ["the machine itself", { url: "http://localhost/feed" }, "url must have a public host"],
    ["another port of it", { url: "http://127.0.0.1:1/feed" }, "url must have a public host"],
    ["a private address", { url: "http://[fd00::1]/feed" }, "url must have a public host"],
    ["a blank keyword", { keywords: ["comet", " "] }, "keywords.1"],
    ["a day in words", { since: "yesterday" }, "since: must be a date such as"],
    ["a day of no calendar", { since: "2025-02-30" }, "since: must be a date such as"],
    ["a time without offset", { since: "2025-12-01T10:00:00" }, "since: must be a date such as"],
    ["an interval that is none", { interval_minutes: 7 }, "interval_minutes: must be"],
    ["a delivery to nobody", { deliver_to: "nobody" }, "deliver_to"],
    ["a delivery within the walls", { deliver_to: "http://10.0.0.1/" }, "deliver_to must have a public host"],
    ["a credential", { credential_id: "00000000-0000-4000-8000-000000000000" }, "credential_id"],
  ])("%s", async (_what, args, named) => {
    const result = refused(await under.read("/rss.xml", args));
    expect(result.error_code).toBe("validation");
    expect(result.refusal_reason).toContain(named);
    expect(under.feeds.requests).toEqual([]);
  });
});

describe("keywords", () => {
  const items = [
    ["a", "Comet Café", "Seen at dawn"],
    ["b", "The dome", "Repairs of the large <b>dome</b> &amp; the comet&#x2019;s tail"],
    ["c", "Hours", "Winter"],
    ["d", "Long", `${"word ".repeat(600)} horizon`],
  ];
  const feed = rss(
    items
      .map(
        ([id, title, summary]) =>
          `<item><guid>${id}</guid><title>${title}</title><description><![CDATA[${summary}]]></description></item>`,
      )
      .join(""),
  );

  test.each<[what: string, keywords: string[], found: string[]]>([
    ["whatever the case, in title and summary", ["COMET"], ["a", "b"]],
    ["any of them", ["winter", "dawn"], ["a", "c"]],
    ["a part of a word", ["repair"], ["b"]],
    ["text, not markup", ["<b>"], []],
    ["across a tag", ["large dome & the"], ["b"]],
    ["composed or not", ["cafe\u0301"], ["a"]],
    ["whatever the white space", [" large \n dome "], ["b"]],
    ["beyond what is shown of a summary", ["horizon"], ["d"]],
    ["none that match", ["supernova"], []],
  ])("%s", async (_what, keywords, found) => {
    under.feeds.script("", feedAnswer(feed));
    const { items: matching } = readingOf(await under.read("/rss.xml", { keywords }));
    expect(matching.map(({ id }) => id)).toEqual(found);
  });
});

describe("since", () => {
  test.each<[since: string, found: string[]]>([
    ["2025-12-12", ["dome-reopens", "comet", "undated"]],
    ["2025-12-13", ["dome-reopens", "undated"]],
    ["2025-12-12T05:10:00Z", ["dome-reopens", "comet", "undated"]],
    ["2025-12-12T05:10:01Z", ["dome-reopens", "undated"]],
    ["2025-12-12T07:10:00+02:00", ["dome-reopens", "comet", "undated"]],
    ["2030-01-01", ["undated"]],
  ])("%s", async (since, found) => {
    under.feeds.feed.publish({
      slug: "undated",
      title: "Undated",
      summary: "",
      publishedAt: "1970-01-01T00:00:00Z",
    });
    const { items } = readingOf(await under.read("/rss.xml", { since }));
    expect(items.map(({ id }) => id)).toEqual(found);
    expect(items.at(-1)?.published_at).toBeNull();
  });
});

describe("at most a hundred", () => {
  const feedOf = (count: number) =>
    feedAnswer(
      rss(
        Array.from(
          { length: count },
          (_, at) => `<item><guid>${at}</guid><title>${at % 2 ? "odd" : "even"}</title></item>`,
        ).join(""),
      ),
    );

  test.each([
    [100, undefined, 100, false],
    [101, undefined, 100, true],
    [200, ["odd"], 100, false],
    [202, ["odd"], 100, true],
    [6_000, ["none"], 0, true],
  ])("%i items, keywords %o", async (count, keywords, given, more) => {
    under.feeds.script("", feedOf(count));
    const reading = readingOf(await under.read("/rss.xml", { keywords }));
    expect(reading.items).toHaveLength(given);
    expect(reading.more).toBe(more);
  });
});
