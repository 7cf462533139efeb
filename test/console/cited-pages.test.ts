import { expect, test } from "vitest";
import { listCitedPages, pageNumber } from "../../packages/console/src/quoting/cited-pages.ts";

const citation = (url: string, snippet: string) => ({
  url,
  snippet,
  snippet_hash: snippet,
  title: url,
  domain: "a.example",
  retrieved_at: "2026-01-01T00:00:00Z",
  rank: 1,
});

test("a page that was cited several times has one number", () => {
  const [first, second, again] = [
    citation("https://a.example/", "one"),
    citation("https://b.example/", "two"),
    citation("https://a.example/", "three"),
  ] as const;
  const all = [first, second, again];
  expect(listCitedPages(all)).toEqual([
    { number: 1, citations: [first, again] },
    { number: 2, citations: [second] },
  ]);
  expect(all.map((one) => pageNumber(all, one))).toEqual([1, 2, 1]);
});
