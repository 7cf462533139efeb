import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { expect, test } from "vitest";

test("an address with letters outside ASCII is one, however often it has been asked", () => {
  const missed = Array.from({ length: 20_000 }, () => parseUrl("https://bücher.example/")).filter(
    (url) => url?.hostname !== "xn--bcher-kva.example",
  );
  expect(missed).toEqual([]);
});

test.each([
  ["", undefined, undefined],
  ["example.com", undefined, undefined],
  ["https://", undefined, undefined],
  ["/feed.xml", undefined, undefined],
  ["/feed.xml", "https://example.com/a/b", "https://example.com/feed.xml"],
  ["//example.net/x", "https://example.com/", "https://example.net/x"],
  ["HTTPS://EXAMPLE.com", undefined, "https://example.com/"],
])("%j at %s is %s", (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
