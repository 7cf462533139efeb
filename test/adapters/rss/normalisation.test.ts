import { listEntries } from "@plumbline/adapters/rss/feed-entries.ts";
import { describeEntry } from "@plumbline/adapters/rss/feed-item.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  FeedElement,
  FeedNode,
  ParsedEntry,
  ParsedFeed,
} from "../../../packages/adapters/rss/parsed-feed.ts";

const NAMES =
  "title link guid id description summary content pubDate updated author category enclosure media:content".split(
    " ",
  );

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  fc.constantFrom("", " ", "1", "<p>x", "&amp;", "javascript:0", "//", "\uD800", "a\u0301".repeat(40)),
  fc.string({ minLength: 1, maxLength: 8 }).map((piece) => piece.repeat(700)),
);
const attributes: fc.Arbitrary<FeedElement["attributes"]> = fc.dictionary(
  fc.constantFrom("href", "rel", "type", "term", "label", "isPermaLink", "rdf:about", "url", "length"),
  text,
  { maxKeys: 3, noNullPrototype: true },
);
const node: fc.Arbitrary<FeedNode> = fc.record({
  attributes,
  children: fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.array(fc.record({ text, attributes }), { maxLength: 3 }),
    {
      maxKeys: 6,
      noNullPrototype: true,
    },
  ),
});
const feed: fc.Arbitrary<ParsedFeed> = fc.record({
  kind: fc.constantFrom("rss", "atom", "rdf", "json"),
  channel: node,
  entries: fc.array(
    fc
      .tuple(node, fc.option(fc.nat()))
      .map(([entry, publishedAt]): ParsedEntry => ({ ...entry, publishedAt })),
    { maxLength: 8 },
  ),
  more: fc.boolean(),
  repaired: fc.constant([]),
});

test("never throws, whatever a feed says, and keeps what it promises", async () => {
  await fc.assert(
    fc.asyncProperty(feed, async (parsed) => {
      const entries = await listEntries(parsed, "https://feeds.example/feed.xml");
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      const times = entries.map(({ publishedAt }) => publishedAt ?? 0);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      for (const entry of entries) {
        const { item } = describeEntry(entry);
        expect(item.id.length).toBeLessThanOrEqual(512);
        expect(item.title.length).toBeLessThanOrEqual(500);
        expect(item.summary.length).toBeLessThanOrEqual(2_000);
        expect(item.url ?? "https://").toMatch(/^https?:\/\//);
        expect(JSON.parse(JSON.stringify(item))).toEqual(item);
        expect(`${item.title}${item.summary}${item.author ?? ""}`).not.toMatch(/\p{Cc}/u);
      }
    }),
    { numRuns: 400 },
  );
});
