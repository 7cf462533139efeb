// @ts-check
/**
 * The thread that reads feeds: XML of unknown hosts goes in, shallow plain data (ParsedFeed) or a reason
 * comes out. JavaScript, so that it starts without a loader. It says "ready" first; after that one answer
 * follows each text.
 */
import { parentPort } from "node:worker_threads";
import Parser from "rss-parser";

const MAX_ENTRIES = 5_000;
/**
 * Characters of a summary or content, and of any other element or attribute: more than the longest URL that
 * is kept.
 */
const MAX_CONTENT = 50_000;
const MAX_TEXT = 5_000;
/** So many elements of one name are read in one entry. */
const MAX_REPEATS = 20;

const CHANNEL_CHILDREN = ["title", "dc:title", "link", "atom:link"];
const CONTENTS = ["description", "summary", "content", "content:encoded", "itunes:summary"];
const ENTRY_CHILDREN = (
  `title dc:title link atom:link guid id ${CONTENTS.join(" ")} ` +
  "pubDate published issued dc:date updated modified author dc:creator category"
).split(" ");
const ATTRIBUTES = ["href", "rel", "type", "term", "label", "isPermaLink", "rdf:about", "xml:base"];

/** Matches characters that are not allowed in XML 1.0 (production 2, Char), including unpaired surrogates. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Key under which xml2js stores an element's text; no element can have this name. */
const TEXT = "#text";

/**
 * Options that keep the order of text and elements, which xml2js otherwise loses. Parsing is a third slower,
 * so they are used only where the order matters.
 */
const MIXED_CONTENT = {
  explicitChildren: true,
  preserveChildrenOrder: true,
  charsAsChildren: true,
  includeWhiteChars: true,
};

/**
 * rss-parser 3.13 as far as it is sound: it reads the XML and tells the dialects apart. Its builders are
 * replaced, because a date it cannot read or a link without attributes costs the whole feed, and its HTML
 * stripping takes quadratic time.
 */
class DocumentParser extends Parser {
  /** @param {any} document */
  buildAtomFeed({ feed }) {
    return { kind: "atom", channel: feed, entries: feed.entry };
  }

  /** @param {any} document */
  buildRSS1(document) {
    const { channel, item } = document["rdf:RDF"];
    return { kind: "rdf", channel: channel?.[0], entries: item };
  }

  /** @param {any} document */
  buildRSS2({ rss }) {
    const channel = rss.channel?.[0];
    return { kind: "rss", channel, entries: channel?.item };
  }

  /** @param {any} document */
  buildRSS0_9(document) {
    return this.buildRSS2(document);
  }
}

/** Atom may be written with a prefix before every name (`a:feed`), which rss-parser does not know. */
function bareAtomNames() {
  /** @type {string | undefined} */
  let prefix;
  return (/** @type {string} */ name) => {
    prefix ??= /^([^:]+:)feed$/.exec(name)?.[1] ?? "";
    return prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  };
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The text of an element as xml2js gives it. @param {any} element @returns {string} */
function textOf(element) {
  if (typeof element === "string") return element;
  const parts = element.$$ ?? [];
  if (!parts.some((/** @type {any} */ part) => part["#name"] !== "__text__")) return element[TEXT] ?? "";
  return parts
    .map((/** @type {any} */ part) =>
      part["#name"] === "__text__"
        ? escaped(part[TEXT])
        : `<${part["#name"]}>${textOf(part)}</${part["#name"]}>`,
    )
    .join("");
}

/** @param {any} element */
function attributesOf(element) {
  const found = ATTRIBUTES.filter((name) => element.$?.[name]?.length <= MAX_TEXT);
  return Object.fromEntries(found.map((name) => [name, element.$[name]]));
}

/** @param {any} element @param {readonly string[]} names */
function nodeOf(element, names) {
  const present = names.filter((name) => Array.isArray(element[name]));
  const children = present.map((name) => [name, elementsOf(element[name], name)]);
  return { attributes: attributesOf(element), children: Object.fromEntries(children) };
}

/** Of Atom's persons the name is read. @param {any[]} elements @param {string} name */
function elementsOf(elements, name) {
  const length = CONTENTS.includes(name) ? MAX_CONTENT : MAX_TEXT;
  return elements.slice(0, MAX_REPEATS).map((element) => {
    const text = textOf(element.name?.[0] ?? element).trim();
    return { text: text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ""), attributes: attributesOf(element) };
  });
}

/** Characters that XML does not allow are dropped. @param {string} text */
async function parse(text) {
  const xml = text.replace(NOT_XML, "");
  if (xml.trim() === "") return { ok: false, reason: "it is empty" };
  const mixed = /\btype\s*=\s*["']xhtml/.test(xml);
  const parser = new DocumentParser({
    defaultRSS: 2,
    xml2js: { charkey: TEXT, tagNameProcessors: [bareAtomNames()], ...(mixed ? MIXED_CONTENT : {}) },
  });
  /** @type {any} */
  const { kind, channel, entries = [] } = await parser.parseString(xml);
  if (channel === undefined) return { ok: false, reason: "it has no channel" };
  const nodes = entries
    .slice(0, MAX_ENTRIES)
    .map((/** @type {any} */ entry) => nodeOf(entry, ENTRY_CHILDREN));
  const more = entries.length > MAX_ENTRIES;
  return { ok: true, feed: { kind, channel: nodeOf(channel, CHANNEL_CHILDREN), entries: nodes, more } };
}

/** Why a text is no feed. @param {unknown} error */
function reason(error) {
  if (error instanceof RangeError) return "it is nested too deeply";
  const [what = "", line] = String(error instanceof Error ? error.message : error).split("\n");
  if (what.startsWith("Feed not recognized")) return "it is neither RSS nor Atom";
  const at = /^Line: (\d+)$/.exec(line ?? "")?.[1];
  const where = at === undefined ? "" : ` (line ${Number(at) + 1})`;
  return `it is not well-formed XML: ${what.replace(/\.$/, "").slice(0, 200)}${where}`;
}

parentPort?.on("message", async (/** @type {string} */ xml) => {
  parentPort?.postMessage(await parse(xml).catch((error) => ({ ok: false, reason: reason(error) })));
});
parentPort?.postMessage("ready");
