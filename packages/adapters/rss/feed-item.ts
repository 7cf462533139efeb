import { timestamp } from "@plumbline/core/clock/clock.ts";
import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { contentOf, type FeedEntry, titleOf } from "./feed-entries.ts";
import { enclosuresOf } from "./feed-link.ts";
import { AUTHORS, CATEGORIES, CONTENTS } from "./feed-names.js";
import type { FeedItem } from "./feed-reading.ts";
import { type FeedElement, firstText } from "./parsed-feed.ts";

const MAX_TITLE = 500;
const MAX_SUMMARY = 2_000;
/** Number of characters of markup to use for a summary. */
const SUMMARY_READ = 50_000;
const MAX_NAME = 200;
const MAX_CATEGORIES = 20;

/**
 * Returns an entry as output, with short plain texts, and the text to search for keywords: title, all
 * contents and categories.
 */
export function describeEntry({ id, url, base, publishedAt, node }: FeedEntry): {
  item: FeedItem;
  text: () => string;
} {
  const title = cleanText(titleOf(node));
  const summary = cleanText(cutText(contentOf(node), SUMMARY_READ));
  const author = cleanText(firstText(node, ...AUTHORS));
  const categories = categoryNames(CATEGORIES.flatMap((name) => node.children[name] ?? []));
  const enclosures = enclosuresOf(node, base);
  const contents = () =>
    CONTENTS.flatMap((name) => node.children[name] ?? []).map((element) => cleanText(element.text));
  return {
    item: {
      id,
      title: shortened(title, MAX_TITLE),
      url,
      published_at: publishedAt === null ? null : timestamp(publishedAt),
      summary: shortened(summary, MAX_SUMMARY),
      ...(author === "" ? {} : { author: shortened(author, MAX_NAME) }),
      ...(categories.length === 0 ? {} : { categories }),
      ...(enclosures.length === 0 ? {} : { enclosures }),
    },
    text: () => [title, ...contents(), ...categories].join("\n"),
  };
}

/** Returns the title of a feed. */
export function feedTitle(title: string): string {
  return shortened(cleanText(title), MAX_TITLE);
}

function categoryNames(categories: readonly FeedElement[]): string[] {
  const names = categories.map(({ text, attributes }) =>
    cleanText(attributes.label ?? attributes.term ?? text),
  );
  const distinct = new Set(names.filter((name) => name !== "").map((name) => shortened(name, MAX_NAME)));
  return [...distinct].slice(0, MAX_CATEGORIES);
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1)}…` : text;
}
