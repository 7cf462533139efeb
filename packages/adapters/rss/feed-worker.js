// @ts-check
/**
 * Parses feeds in a separate thread, because the text comes from unknown hosts. Returns shallow plain data
 * (ParsedFeed), or a reason. Written in JavaScript, so that the thread starts without a loader. Its first
 * message says where its CPU time can be read. Each further message answers one text.
 */
import { readlinkSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { feedDate } from "./feed-date.js";
import { CONTENTS, DATES, TEXTS } from "./feed-names.js";
import { readJsonFeed } from "./json-feed.js";
import { mendXml } from "./mend-xml.js";
import { TEXT, XmlFeed } from "./xml-feed.js";

const MAX_ENTRIES = 5_000;
/** Maximum length of a summary or content, and of any other element. */
const MAX_CONTENT = 500_000;
const MAX_TEXT = 5_000;
/** Maximum number of elements of one name to read per entry. */
const MAX_REPEATS = 20;

/** Matches characters that are not allowed in XML 1.0 (production 2, Char), including unpaired surrogates. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** @param {any} element */
function nodeOf(element) {
  /** @type {Record<string, { text: string, attributes: Record<string, string> }[]>} */
  const children = {};
  for (const [name, elements] of Object.entries(element))
    if (Array.isArray(elements) && elements.length > 0 && (TEXTS.has(name) || name === "author"))
      children[name] = elementsOf(elements, name);
  return { attributes: element.$ ?? {}, children };
}

/**
 * Reads elements of one name. Of a person in Atom, reads the name.
 * @param {any[]} elements @param {string} name
 */
function elementsOf(elements, name) {
  const length = CONTENTS.includes(name) ? MAX_CONTENT : MAX_TEXT;
  return elements.slice(0, MAX_REPEATS).map((element) => {
    const written = element.name?.[0] ?? element;
    const text = (typeof written === "string" ? written : (written[TEXT] ?? "")).trim();
    return { text: text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ""), attributes: element.$ ?? {} };
  });
}

/** Returns when an entry was published or, if unknown, changed. @param {any} element @param {number} now */
function publishedAt(element, now) {
  for (const name of DATES)
    for (const { text } of elementsOf(element[name] ?? [], name)) {
      const at = feedDate(text, now);
      if (at !== null) return at;
    }
  return null;
}

/**
 * Reads XML. Repairs it first if it is not well-formed or its root is not a feed's.
 * @param {string} xml @param {string} base
 */
async function readXml(xml, base) {
  const strict = new XmlFeed(base);
  try {
    const read = await strict.read(xml);
    return { ...read, repaired: strict.repaired };
  } catch (error) {
    const mended = mendXml(xml, strict.entities);
    if (mended === undefined) throw error;
    const again = new XmlFeed(base);
    Object.assign(again.entities, strict.entities);
    const read = await again.read(mended.xml).catch(() => undefined);
    if (read === undefined) throw error;
    return { ...read, repaired: [...mended.repaired, ...again.repaired] };
  }
}

/**
 * Parses one document. Drops characters that XML does not allow.
 * @param {{ text: string, base: string, now: number }} document
 */
async function parse({ text, base, now }) {
  const xml = text.replace(NOT_XML, "").trimStart();
  if (xml === "") return { ok: false, reason: "it is empty" };
  /** @type {any} */
  const {
    kind,
    channel,
    entries,
    repaired = [],
  } = (/^[{[]/.test(xml) ? readJsonFeed(xml) : undefined) ?? (await readXml(xml, base));
  // An entry without an author has the feed's author (RFC 4287, 4.1.2; JSON Feed 1.1).
  if (channel.author && (kind === "atom" || kind === "json"))
    for (const entry of entries)
      if (typeof entry === "object" && !entry.author?.length) entry.author = channel.author;
  const dated = entries.map((/** @type {any} */ element) => ({
    element,
    publishedAt: publishedAt(element, now),
  }));
  const nodes = newest(dated).map(({ element, publishedAt: at }) => ({
    ...nodeOf(element),
    publishedAt: at,
  }));
  const more = entries.length > MAX_ENTRIES;
  return { ok: true, feed: { kind, channel: nodeOf(channel), entries: nodes, more, repaired } };
}

/**
 * Returns the newest entries if there are too many, in their order. Undated entries count as the oldest.
 * @param {{ element: any, publishedAt: number | null }[]} entries
 */
function newest(entries) {
  if (entries.length <= MAX_ENTRIES) return entries;
  const byDate = entries.toSorted((a, b) => (b.publishedAt ?? -Infinity) - (a.publishedAt ?? -Infinity) || 0);
  const kept = new Set(byDate.slice(0, MAX_ENTRIES));
  return entries.filter((entry) => kept.has(entry));
}

/** Explains why a text is not a feed. @param {unknown} error */
function reason(error) {
  if (error instanceof RangeError) return "it is nested too deeply";
  const [what = "", line] = String(error instanceof Error ? error.message : error).split("\n");
  if (what.startsWith("Feed not recognized")) return "it is neither RSS nor Atom";
  const at = /^Line: (\d+)$/.exec(line ?? "")?.[1];
  const where = at === undefined ? "" : ` (line ${Number(at) + 1})`;
  return `it is not well-formed XML: ${what.replace(/\.$/, "").slice(0, 200)}${where}`;
}

/** Returns this thread's path in Linux's /proc (`PID/task/TID`), or `undefined` on other systems. */
function threadOfProc() {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return undefined;
  }
}

parentPort?.on("message", async (/** @type {{ text: string, base: string, now: number }} */ document) => {
  parentPort?.postMessage(await parse(document).catch((error) => ({ ok: false, reason: reason(error) })));
});
parentPort?.postMessage({ thread: threadOfProc() });
