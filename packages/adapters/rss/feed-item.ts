import { timestamp } from "@plumbline/core/clock/clock.ts";
import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { type FeedEntry, getContent, getTitle } from "./feed-entries.ts";
import { findEnclosures } from "./feed-link.ts";
import { AUTHORS, CATEGORIES, CONTENTS } from "./feed-names.js";
import type { FeedItem } from "./feed-reading.ts";
import { type FeedElement, findText } from "./parsed-feed.ts";

const MAX_TITLE = 500;
const MAX_SUMMARY = 2_000;
/** Maximum number of characters of markup to convert to a summary. */
const MAX_SUMMARY_MARKUP = 50_000;
const MAX_NAME = 200;
const MAX_CATEGORIES = 20;

/**
 * Converts an entry to output with short plain texts, and to the text in which keywords are searched: title,
 * all contents and categories.
 */
export function describeEntry({ id, url, base, publishedAt, node }: FeedEntry): {
  item: FeedItem;
  text: () => string;
} {
  const title = cleanText(getTitle(node));
  const summary = cleanText(cutText(getContent(node), MAX_SUMMARY_MARKUP));
  const author = cleanText(findText(node, ...AUTHORS));
  const categories = listCategories(CATEGORIES.flatMap((name) => node.children[name] ?? []));
  const enclosures = findEnclosures(node, base);
  const listContents = () =>
    CONTENTS.flatMap((name) => node.children[name] ?? []).map((element) => cleanText(element.text));
  return {
    item: {
      id,
      title: shorten(title, MAX_TITLE),
      url,
      published_at: publishedAt === null ? null : timestamp(publishedAt),
      summary: shorten(summary, MAX_SUMMARY),
      ...(author === "" ? {} : { author: shorten(author, MAX_NAME) }),
      ...(categories.length === 0 ? {} : { categories }),
      ...(enclosures.length === 0 ? {} : { enclosures }),
    },
    text: () => [title, ...listContents(), ...categories].join("\n"),
  };
}

/** Returns the title of a feed as short plain text. */
export function formatFeedTitle(title: string): string {
  return shorten(cleanText(title), MAX_TITLE);
}

function listCategories(categories: readonly FeedElement[]): string[] {
  const names = categories.map(({ text, attributes }) =>
    cleanText(attributes.label ?? attributes.term ?? text),
  );
  const distinct = new Set(names.filter((name) => name !== "").map((name) => shorten(name, MAX_NAME)));
  return [...distinct].slice(0, MAX_CATEGORIES);
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1)}…` : text;
}
