// @ts-check
import Parser from "rss-parser";
import { attributeName, HOLDERS, NameScope, TEXTS } from "./feed-names.js";

/** Key under which xml2js stores an element's text; no element can have this name. */
export const TEXT = "#text";
/** Maximum length of an attribute. Exceeds the longest URL that is kept. */
const MAX_ATTRIBUTE = 5_000;
const MAX_BASE = 4_096;
/** Matches the document's own entities, except long ones and those that refer to others. */
const ENTITY = /<!ENTITY\s+([\w.-]{1,50})\s+(?:"([^"<&]{0,200})"|'([^'<&]{0,200})')\s*>/g;

/**
 * Uses the reliable part of rss-parser 3.13: it parses well-formed XML and distinguishes the dialects. It
 * receives only the elements that are used, under the names of feed-names.js, each with its text, in which
 * markup is written out. Its builders are replaced, because they reject the whole feed for an unreadable date
 * or a link without attributes, and their HTML stripping takes quadratic time.
 */
export class XmlFeed extends Parser {
  /** @param {string} base The document's own address. */
  constructor(base) {
    super({ defaultRSS: 2, xml2js: { charkey: TEXT } });
    // xml2js stores its reader here and sets it up only once.
    const { saxParser } = /** @type {any} */ (this).xmlParser;
    this.entities = saxParser.ENTITIES;
    this.elements = new ReadElements(saxParser, base);
    Object.assign(saxParser, this.elements.events());
  }

  /** Repairs made while reading. */
  get repaired() {
    const { isRespelled, hasOutside } = this.elements;
    return [...(isRespelled ? ["case"] : []), ...(hasOutside ? ["outside_text"] : [])];
  }

  /** @param {string} xml */
  async read(xml) {
    const [prolog = ""] = /^[\s\S]{0,20000}?(?=<[a-z_])/i.exec(xml) ?? [];
    for (const [, name = "", double, single] of prolog.matchAll(ENTITY))
      this.entities[name] ??= double ?? single;
    return /** @type {Promise<any>} */ (this.parseString(xml));
  }

  /** @param {any} document */
  buildAtomFeed({ feed }) {
    return { kind: "atom", channel: feed, entries: feed.entry ?? [] };
  }

  /** @param {any} document */
  buildRSS1(document) {
    return { ...channelOf(document["rdf:RDF"]), kind: "rdf" };
  }

  /** @param {any} document */
  buildRSS2({ rss }) {
    return { ...channelOf(rss), kind: "rss" };
  }

  /** @param {any} document */
  buildRSS0_9(document) {
    return this.buildRSS2(document);
  }
}

/** Finds the items in the channel or next to it. A feed may have neither. @param {any} root */
function channelOf(root) {
  const entries = [...(root.channel?.[0].item ?? []), ...(root.item ?? [])];
  return { channel: root.channel?.[0] ?? {}, entries };
}

/**
 * @typedef {{ depth: number, text: string, isMarkup: boolean, attributes: Record<string, string> }} Reading
 */

/** Passes the used elements from an XML reader to xml2js, each with its complete text. */
class ReadElements {
  /** True if the root's name has another case than usual. */
  isRespelled = false;
  /** True if there are elements after the root. */
  hasOutside = false;
  #isOver = false;
  /** True if the root is a channel: Microsoft's CDF, or RSS without its outer element. */
  #isBare = false;
  #to;
  #base;
  #documentBase;
  #scope = new NameScope();
  #depth = 0;
  /**
   * Scopes and bases to restore, each with the depth at which another one began.
   * @type {{ depth: number, scope: NameScope, base: string }[]}
   */
  #outer = [];
  /** For each open element, whether it was passed to xml2js. @type {boolean[]} */
  #passed = [];
  /** Number of open elements in an unused element, including itself. */
  #skipped = 0;
  /** The element whose text is being read. @type {Reading | undefined} */
  #reading;
  /** Names of the elements that are open in it. @type {string[]} */
  #markup = [];

  /** @param {any} to @param {string} base */
  constructor(to, base) {
    const { onopentag, onclosetag, ontext } = to;
    this.#to = { onopentag, onclosetag, ontext };
    this.#base = base;
    this.#documentBase = base;
  }

  events() {
    const ontext = (/** @type {string} */ text) => this.#text(text);
    return {
      onopentag: (/** @type {any} */ node) => this.#open(node),
      onclosetag: () => this.#close(),
      ontext,
      oncdata: ontext,
    };
  }

  /** @param {{ name: string, attributes: Record<string, string> }} node */
  #open({ name: written, attributes: all }) {
    if (this.#skipped > 0) this.#skipped += 1;
    else if (this.#reading) this.#openMarkup(this.#reading, written);
    else if (this.#isOver) this.hasOutside = true;
    else {
      const { attributes, declares } = read(all);
      this.#depth += 1;
      if (declares || this.#depth === 1 || attributes["xml:base"] !== undefined)
        this.#enter(all, attributes, written);
      if (this.#base !== this.#documentBase) attributes["xml:base"] = this.#base;
      const name = this.#scope.nameOf(written);
      if (this.#depth === 1) this.#openRoot(name, written, attributes);
      const holds = this.#depth === 1 || HOLDERS.has(name);
      if (!holds && !TEXTS.has(name)) {
        this.#skipped = 1;
        return;
      }
      const isPassed = name !== "media:group";
      this.#passed.push(isPassed);
      if (isPassed) this.#to.onopentag({ name, attributes });
      if (holds) this.#passAttributes(attributes);
      else this.#reading = { depth: 0, text: "", isMarkup: false, attributes };
    }
  }

  /** @param {string} name @param {string} written @param {Record<string, string>} attributes */
  #openRoot(name, written, attributes) {
    attributes.version ??= ""; // xml2js drops an empty element
    this.#isBare = name === "channel";
    if (this.#isBare) this.#to.onopentag({ name: "rss", attributes: { version: "" } });
    else this.isRespelled = !written.endsWith(name.slice(name.indexOf(":") + 1));
  }

  /** Passes attributes of CDF as elements of RSS. @param {Record<string, string>} attributes */
  #passAttributes({ href, lastmod }) {
    for (const [name, text] of [
      ["link", href],
      ["pubDate", lastmod],
    ])
      if (this.#isBare && text !== undefined) {
        this.#to.onopentag({ name, attributes: {} });
        this.#to.ontext(text);
        this.#to.onclosetag();
      }
  }

  /**
   * @param {Record<string, string>} all
   * @param {Record<string, string>} attributes
   * @param {string} written
   */
  #enter(all, attributes, written) {
    this.#outer.push({ depth: this.#depth, scope: this.#scope, base: this.#base });
    this.#scope = this.#scope.within(all, written);
    this.#base = resolved(attributes["xml:base"] ?? "", this.#base);
    delete attributes["xml:base"];
  }

  /** @param {Reading} reading @param {string} written */
  #openMarkup(reading, written) {
    if (!reading.isMarkup) reading.text = escaped(reading.text);
    reading.isMarkup = true;
    reading.depth += 1;
    const name = written.slice(written.indexOf(":") + 1);
    reading.text += `<${name}>`;
    this.#markup.push(name);
  }

  /** @param {string} text */
  #text(text) {
    if (this.#skipped > 0 || this.#isOver) return;
    if (this.#reading) this.#reading.text += this.#reading.isMarkup ? escaped(text) : text;
    else this.#to.ontext(text);
  }

  #close() {
    if (this.#isOver) return;
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      if (this.#skipped > 0) return;
    } else if (this.#reading && this.#reading.depth > 0) {
      this.#reading.depth -= 1;
      this.#reading.text += `</${this.#markup.pop()}>`;
      return;
    } else {
      if (this.#reading) this.#to.ontext(textOf(this.#reading));
      this.#reading = undefined;
      if (this.#passed.pop()) this.#to.onclosetag();
    }
    const outer = this.#outer.at(-1);
    if (outer?.depth === this.#depth) {
      this.#outer.pop();
      this.#scope = outer.scope;
      this.#base = outer.base;
    }
    this.#depth -= 1;
    this.#isOver = this.#depth === 0;
    if (this.#isOver && this.#isBare) this.#to.onclosetag();
  }
}

/** Returns the used attributes, and whether namespaces are declared. @param {Record<string, string>} all */
function read(all) {
  /** @type {Record<string, string>} */
  const attributes = {};
  let declares = false;
  for (const [written, value] of Object.entries(all)) {
    const name = attributeName(written);
    if (name !== undefined && value.length <= MAX_ATTRIBUTE) attributes[name] = value;
    else if (written.startsWith("xmlns")) declares = true;
  }
  return { attributes, declares };
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * Returns the text of an element as markup.
 * @param {{ text: string, isMarkup: boolean, attributes: Record<string, string> }} element
 */
function textOf({ text, isMarkup, attributes: { type = "", mode } }) {
  if (isMarkup) return text;
  if (type === "text" || type === "text/plain") return escaped(text);
  const isBinary = mode === "base64" || (type.includes("/") && !/^text\/|html|xml/.test(type));
  return isBinary && BASE64.test(text) ? Buffer.from(text, "base64").toString() : text;
}

/** @param {string} written @param {string} base */
function resolved(written, base) {
  if (written.trim() === "") return base;
  try {
    const { href } = new URL(written.trim(), base);
    return href.length > MAX_BASE ? base : href;
  } catch {
    return base;
  }
}

/** @param {string} text */
export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
