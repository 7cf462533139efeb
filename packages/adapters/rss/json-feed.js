// @ts-check
import { escaped } from "./xml-feed.js";

/**
 * Reads a JSON Feed (https://jsonfeed.org/version/1.1) into the shape that rss-parser gives to an XML feed.
 * @param {string} text
 * @returns {{ kind: "json", channel: any, entries: any[] } | undefined} `undefined` for any other text.
 */
export function readJsonFeed(text) {
  /** @type {any} */
  let feed;
  try {
    feed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(feed?.items)) return undefined;
  const entries = feed.items.filter(
    (/** @type {unknown} */ item) => item !== null && typeof item === "object",
  );
  const channel = {
    title: texts(escapedText(feed.title)),
    link: texts(feed.home_page_url),
    author: authorsOf(feed),
  };
  return { kind: "json", channel, entries: entries.map(entryOf) };
}

/** @param {any} item */
function entryOf(item) {
  const attachments = Array.isArray(item.attachments) ? item.attachments : [];
  return {
    id: texts(item.id),
    title: texts(escapedText(item.title)),
    link: texts(item.url ?? item.external_url),
    published: texts(item.date_published),
    updated: texts(item.date_modified),
    summary: texts(escapedText(item.summary)),
    content: texts(item.content_html ?? escapedText(item.content_text)),
    author: authorsOf(item),
    category: texts(...(Array.isArray(item.tags) ? item.tags.map(escapedText) : [])),
    enclosure: attachments.map((/** @type {any} */ attachment) => ({
      $: attributes({ url: attachment?.url, type: attachment?.mime_type, length: attachment?.size_in_bytes }),
    })),
  };
}

/** @param {any} of An item, or the feed. */
function authorsOf({ authors, author }) {
  const persons = Array.isArray(authors) ? authors : [author];
  return texts(...persons.map((/** @type {any} */ person) => escapedText(person?.name)));
}

/** @param {unknown[]} values */
function texts(...values) {
  return values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" ? [String(value)] : [],
  );
}

/** @param {unknown} value */
function escapedText(value) {
  return typeof value === "string" ? escaped(value) : undefined;
}

/** @param {Record<string, unknown>} values */
function attributes(values) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => texts(value).map((text) => [name, text])),
  );
}
