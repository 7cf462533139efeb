// @ts-check
import { Tokenizer } from "htmlparser2";

const NAME = /^[\p{L}_:][\p{L}\p{N}_:.-]*$/u;
const ROOT = /^([^:]*:)?(rss|feed|rdf|channel)$/i;
const CHANNEL_END = /^<\/(?:[^:]*:)?channel>$/i;
const ENTRY = /^([^:]*:)?(item|entry)$/i;
/** A DOCTYPE with declarations, which the tokenizer does not know. */
const SUBSET = /<!DOCTYPE[^[>]{0,1000}\[[^\]]*\]\s*>/i;
const AMPERSAND = /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}));|([a-z][\w.-]{0,50});)?/gi;
const LAST_CHARACTER = 0x10_ff_ff;

/**
 * Repairs a document that is not well-formed, and lists the repairs. Returns `undefined` if it contains no
 * feed. Repairs like feedparser and miniflux: a loose `&` and an unknown entity become text, a wrong close
 * tag closes the open elements, and anything outside is dropped. In a truncated document, the last,
 * incomplete entry is dropped. If no entry is complete, the document is refused, unless its channel ends.
 * @param {string} source @param {Readonly<Record<string, unknown>>} entities Those that need no mending.
 * @returns {{ xml: string, repaired: string[] } | undefined}
 */
export function mendXml(source, entities) {
  const text = source.replace(SUBSET, "");
  const mender = new Mender(text, entities);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, mender);
  tokenizer.write(text);
  tokenizer.end();
  return mender.result();
}

/** Drops comments and declarations. Entities are not decoded here. */
const ignored = () => undefined;

/** Receives the events of htmlparser2's tokenizer, which are positions in the source. */
class Mender {
  #source;
  #entities;
  /** @type {string[]} */
  #written = [];
  /** @type {Set<string>} */
  #repaired = new Set();
  /** Names of the open elements, the feed's own first. @type {string[]} */
  #open = [];
  #tag = { name: "", at: 0, attributes: new Map() };
  #attribute = { name: "", value: "" };
  #state = "before";
  #entries = 0;
  /** Index in `#written` at which the open entry begins. @type {number | undefined} */
  #entryAt;

  /** @param {string} source @param {Readonly<Record<string, unknown>>} entities */
  constructor(source, entities) {
    this.#source = source;
    this.#entities = entities;
  }

  result() {
    return this.#state === "before" || this.#state === "page"
      ? undefined
      : { xml: this.#written.join(""), repaired: [...this.#repaired] };
  }

  /** @param {number} start @param {number} end */
  ontext(start, end) {
    const text = this.#source.slice(start, end);
    if (this.#state === "within") this.#written.push(this.#mended(text).replaceAll("<", "&lt;"));
    else if (text.trim().replace(/^\uFEFF/, "") !== "") this.#repaired.add("outside_text");
  }

  ontextentity = ignored;

  /** @param {number} start @param {number} end @param {number} offset */
  oncdata(start, end, offset) {
    if (this.#state !== "within") return;
    const text = this.#source.slice(start, end - offset);
    this.#written.push(`<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`);
  }

  oncomment = ignored;
  ondeclaration = ignored;
  onprocessinginstruction = ignored;

  /** @param {number} start @param {number} end */
  onopentagname(start, end) {
    this.#tag = { name: this.#source.slice(start, end), at: start - 1, attributes: new Map() };
  }

  /** @param {number} start @param {number} end */
  onattribname(start, end) {
    this.#attribute = { name: this.#source.slice(start, end), value: "" };
  }

  /** @param {number} start @param {number} end */
  onattribdata(start, end) {
    this.#attribute.value += this.#source.slice(start, end);
  }

  onattribentity = ignored;

  /** @param {number} quote */
  onattribend(quote) {
    const { name, value } = this.#attribute;
    const isSound = NAME.test(name) && !this.#tag.attributes.has(name);
    if (!isSound || quote < 2) this.#repaired.add("attribute");
    if (isSound) this.#tag.attributes.set(name, value);
  }

  /** @param {number} end */
  onopentagend(end) {
    this.#openTag(end, false);
  }

  /** @param {number} end */
  onselfclosingtag(end) {
    this.#openTag(end, true);
  }

  /** @param {number} start @param {number} end */
  onclosetag(start, end) {
    if (this.#state !== "within") return;
    const name = this.#source.slice(start, end).trim();
    const at = this.#open.findLastIndex((each) => each.toLowerCase() === name.toLowerCase());
    if (at === this.#open.length - 1 && this.#open[at] === name) this.#close();
    else {
      this.#repaired.add("close_tag");
      if (at !== -1) while (this.#open.length > at) this.#close();
      else if (this.#isMistyped(end)) this.#close();
    }
  }

  onend() {
    if (this.#state !== "within") return;
    const last = this.#written.findLast((each) => each.trim() !== "") ?? "";
    if (this.#entries === 0 && !CHANNEL_END.test(last)) {
      this.#state = "before";
      return;
    }
    this.#repaired.add("cut_end");
    if (this.#entryAt !== undefined) {
      this.#written.length = this.#entryAt;
      this.#open.length = this.#open.findLastIndex((name) => ENTRY.test(name));
    }
    while (this.#open.length > 0) this.#close();
  }

  /** @param {number} end @param {boolean} isEmpty */
  #openTag(end, isEmpty) {
    const { name, at, attributes } = this.#tag;
    // A web page may show a feed as an example. A feed inside a page declares a namespace.
    const isFeed = this.#state === "before" || (this.#state === "page" && attributes.has("xmlns"));
    if (isFeed && ROOT.test(name)) this.#state = "within";
    else if (this.#state === "before" && /^html$/i.test(name)) this.#state = "page";
    if (this.#state !== "within") {
      this.#repaired.add("outside_text");
      return;
    }
    if (!NAME.test(name)) {
      this.ontext(at, end + 1);
      return;
    }
    if (ENTRY.test(name)) this.#beginEntry();
    const written = [...attributes].map(
      ([each, value]) =>
        ` ${each}="${this.#mended(value).replaceAll("<", "&lt;").replaceAll('"', "&quot;")}"`,
    );
    this.#written.push(`<${name}${written.join("")}>`);
    this.#open.push(name);
    if (isEmpty) this.#close();
  }

  /** Begins an entry. Entries are children of a channel or feed, so closes all other open elements. */
  #beginEntry() {
    while (this.#open.length > 0 && !ROOT.test(this.#open.at(-1) ?? "")) {
      this.#repaired.add("close_tag");
      this.#close();
    }
    this.#entryAt = this.#written.length;
  }

  #close() {
    const name = this.#open.pop() ?? "";
    this.#written.push(`</${name}>`);
    if (ENTRY.test(name)) {
      this.#entries += 1;
      this.#entryAt = undefined;
    }
    if (this.#open.length === 0) this.#state = "after";
  }

  /**
   * Returns whether a close tag that matches no open element is meant for the innermost one, which then has
   * no close tag of its own.
   * @param {number} from
   */
  #isMistyped(from) {
    const [outer, inner] = this.#open.slice(-2);
    if (outer === undefined || inner === undefined || ROOT.test(inner) || ENTRY.test(inner)) return false;
    const own = this.#source.indexOf(`</${inner}`, from);
    return own === -1 || this.#source.slice(from, own).includes(`</${outer}`);
  }

  /** @param {string} text */
  #mended(text) {
    return text.replace(AMPERSAND, (written, hexadecimal, decimal, name) => {
      if (name !== undefined) {
        if (name in this.#entities) return written;
        this.#repaired.add("entity");
      } else if (hexadecimal ?? decimal) {
        const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
        if (code <= LAST_CHARACTER) return written;
        this.#repaired.add("entity");
        return "\uFFFD";
      } else this.#repaired.add("ampersand");
      return `&amp;${written.slice(1)}`;
    });
  }
}
