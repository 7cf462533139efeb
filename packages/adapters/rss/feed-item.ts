import { timestamp } from "@plumbline/core/clock/clock.ts";
import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { contentOf, type FeedEntry } from "./feed-entries.ts";
import type { FeedItem } from "./feed-reading.ts";
import { type FeedElement, firstText } from "./parsed-feed.ts";

const MAX_TITLE = 500;
const MAX_SUMMARY = 2_000;
const MAX_NAME = 200;
const MAX_CATEGORIES = 20;

/**
 * An entry as it is given out, all its texts plain and short; beside it the text that keywords are looked for
 * in.
 */
export function describeEntry({ id, url, publishedAt, node }: FeedEntry): { item: FeedItem; text: string } {
  const title = cleanText(firstText(node, "title", "dc:title"));
  const summary = cleanText(contentOf(node));
  const author = cleanText(firstText(node, "dc:creator", "author"));
  const categories = categoryNames(node.children.category ?? []);
  return {
    item: {
      id,
      title: shortened(title, MAX_TITLE),
      url,
      published_at: publishedAt === null ? null : timestamp(publishedAt),
      summary: shortened(summary, MAX_SUMMARY),
      ...(author === "" ? {} : { author: shortened(author, MAX_NAME) }),
      ...(categories.length === 0 ? {} : { categories }),
    },
    text: `${title}\n${summary}`,
  };
}

/** The title of a feed. */
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
