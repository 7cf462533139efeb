// @ts-check
/**
 * The prefixes used here for namespaces, by the namespace's address (in lower case, without `http://`, `www.`
 * and a final `/` or `#`). Elements of Atom and of the RSS dialects have no prefix.
 * @type {Readonly<Record<string, string>>}
 */
const NAMESPACES = {
  "w3.org/2005/atom": "",
  "purl.org/atom/ns": "",
  "purl.org/rss/1.0": "",
  "my.netscape.com/rdf/simple/0.9": "",
  "channel.netscape.com/rdf/simple/0.9": "",
  "purl.org/net/rss1.1": "",
  "w3.org/1999/02/22-rdf-syntax-ns": "rdf",
  "purl.org/dc/elements/1.0": "dc",
  "purl.org/dc/elements/1.1": "dc",
  "purl.org/dc/terms": "dcterms",
  "purl.org/rss/1.0/modules/content": "content",
  "search.yahoo.com/mrss": "media",
  "w3.org/1999/xhtml": "xhtml",
};
/** The address of iTunes' namespace is written in many ways. */
const ITUNES = /\/dtds?\/podcast-1\.0\.dtd$/;
const USUAL = new Set([...Object.values(NAMESPACES), "itunes"]);

/** Elements whose text is read, by the names used here. */
export const CONTENTS =
  "description summary content content:encoded itunes:summary media:description dc:description xhtml:body body fullitem abstract".split(
    " ",
  );
export const TITLES = ["title", "dc:title", "itunes:title", "media:title"];
export const DATES =
  "pubDate published issued dc:date updated modified dcterms:issued dcterms:created dcterms:modified".split(
    " ",
  );
export const AUTHORS = ["dc:creator", "author", "itunes:author", "dc:author"];
export const CATEGORIES = ["category", "dc:subject"];
export const TEXTS = new Set([
  ...TITLES,
  ...CONTENTS,
  ...DATES,
  ...AUTHORS,
  ...CATEGORIES,
  ..."link guid id enclosure media:content name".split(" "),
]);
/** Elements that contain others. */
export const HOLDERS = new Set([
  "rss",
  "feed",
  "rdf:RDF",
  "channel",
  "item",
  "entry",
  "author",
  "media:group",
]);

const SPELLINGS = new Map([...TEXTS, ...HOLDERS].map((name) => [name.toLowerCase(), name]));
const ATTRIBUTES = new Map(
  "version href lastmod rel type term label isPermaLink rdf:about url length mode xml:base"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/**
 * Returns the name used here for an attribute, or `undefined` for an unused one.
 * @param {string} name
 */
export function attributeName(name) {
  return ATTRIBUTES.get(name.toLowerCase());
}

/** Translates names by the namespaces declared around an element. */
export class NameScope {
  /** @type {Readonly<Record<string, string>>} */
  #prefixes;
  /** Namespace of the root, once it is known. @type {string | undefined} */
  #own;
  /** @type {Map<string, string>} */
  #names = new Map();

  /** @param {Readonly<Record<string, string>>} [prefixes] @param {string} [own] */
  constructor(prefixes = {}, own = undefined) {
    this.#prefixes = prefixes;
    this.#own = own;
  }

  /**
   * Returns the scope within an element, or this scope if the element's attributes declare nothing.
   * @param {Record<string, string>} attributes
   * @param {string} element
   */
  within(attributes, element) {
    const declared = Object.keys(attributes).filter((name) => /^xmlns(:|$)/i.test(name));
    if (declared.length === 0 && this.#own !== undefined) return this;
    const own = Object.fromEntries(declared.map((name) => [name.slice(6), attributes[name] ?? ""]));
    const prefixes = { ...this.#prefixes, ...own };
    const [, prefix = ""] = /^(.*):/.exec(element) ?? [];
    return new NameScope(prefixes, this.#own ?? prefixes[prefix] ?? "");
  }

  /** Returns the name used here for an element. @param {string} written */
  nameOf(written) {
    let name = this.#names.get(written);
    if (name === undefined) {
      name = this.#resolve(written);
      this.#names.set(written, name);
    }
    return name;
  }

  /** @param {string} written */
  #resolve(written) {
    const at = written.indexOf(":");
    const [prefix, local] = [written.slice(0, Math.max(0, at)), written.slice(at + 1)];
    const address = this.#prefixes[prefix];
    const known = address === undefined ? usualPrefix(prefix) : knownPrefix(address, prefix, this.#own);
    const name = known === "" ? local : `${known}:${local}`;
    return SPELLINGS.get(name.toLowerCase()) ?? name;
  }
}

/** @param {string} prefix */
function usualPrefix(prefix) {
  const usual = prefix.toLowerCase();
  return usual === "atom" ? "" : USUAL.has(usual) ? usual : prefix;
}

/** @param {string} address @param {string} prefix @param {string | undefined} own */
function knownPrefix(address, prefix, own) {
  const compared = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?|[/#]+$/g, "");
  const known = NAMESPACES[compared];
  if (known !== undefined) return known;
  if (ITUNES.test(compared)) return "itunes";
  return address === own ? "" : prefix || "other";
}
