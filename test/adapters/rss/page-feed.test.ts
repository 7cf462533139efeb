import { findFeedLink, isPage } from "@plumbline/adapters/rss/list-feed.ts";
import { describe, expect, test } from "vitest";

const PAGE = new URL("https://site.example/blog/");
const link = (attributes: string) =>
  `<!doctype html><html><head><link ${attributes}></head><body>…</body></html>`;

describe("the feed that a page names", () => {
  test.each<[what: string, html: string, feed: string | undefined]>([
    [
      "RSS, relative",
      link('rel="alternate" type="application/rss+xml" href="feed.xml"'),
      "https://site.example/blog/feed.xml",
    ],
    [
      "Atom, elsewhere",
      link("rel=alternate type=application/atom+xml href=https://feeds.example/a"),
      "https://feeds.example/a",
    ],
    [
      "with a parameter to its type",
      link('rel="ALTERNATE home" type="application/rss+xml; charset=utf-8" href="/f"'),
      "https://site.example/f",
    ],
    [
      "the first of two",
      link(
        'rel="alternate" type="application/rss+xml" href="/1"><link rel="alternate" type="application/rss+xml" href="/2"',
      ),
      "https://site.example/1",
    ],
    ["none: another language", link('rel="alternate" hreflang="de" href="/de"'), undefined],
    ["none: a style sheet", link('rel="stylesheet" type="application/rss+xml" href="/x"'), undefined],
    ["none: no address", link('rel="alternate" type="application/rss+xml"'), undefined],
    ["none: a script", link('rel="alternate" type="application/rss+xml" href="javascript:x"'), undefined],
    ["none: no URL", link('rel="alternate" type="application/rss+xml" href="http://["'), undefined],
  ])("%s", (_what, html, feed) => {
    expect(findFeedLink(html, PAGE)).toBe(feed);
  });
});

test.each([
  ["<!DOCTYPE HTML PUBLIC>", true],
  ["\n<html lang=en>", true],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', true],
  ["<rss><channel>", false],
  ["{}", false],
])("%j is a page: %s", (text, page) => {
  expect(isPage(text)).toBe(page);
});
