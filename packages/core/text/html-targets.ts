import { Parser } from "htmlparser2";
import { parseUrl } from "./parsed-url.ts";

/** An external resource that HTML loads, submits to or links to. */
interface HtmlTarget {
  /** A URL as a browser reads it, or a description if there is no URL ("a script"). */
  url: string;
  /** True for a link: nothing is sent before the reader clicks it, and then only its URL. */
  needsClick: boolean;
}

/** Attributes that contain text or a name. No browser or mail program follows URLs in them. */
const TEXT_ATTRIBUTE =
  /^(?:abbr|alt|cite|class|datetime|dir|id|item(?:id|prop|type)|label|lang|name|placeholder|property|rel|role|summary|title|type|aria-.*|data-.*|xmlns(?::.*)?)$/;
/** Attributes that contain a single URL. Others are searched for URLs between separators. */
const URL_ATTRIBUTE =
  /^(?:action|background|data|formaction|href|longdesc|manifest|poster|src|dynsrc|lowsrc|usemap|.*:href|.*:src)$/;
const LINK_ELEMENT = /^(?:a|area)$/;

/** Schemes that reach no server: parts of the mail, the page, a telephone. `data:` content is parsed. */
const REACHES_NOBODY = /^(?:about|callto|cid|data|mid|sms|tel):$/;
const SCRIPT = /^(?:java|vb)script:/;
const A_SCRIPT = "a script";
const UNREAD = "HTML that cannot be fully read";

const TAG_START = /<[a-z]/gi;
const FOREIGN = /<(?:svg|math)/i;
/**
 * An instruction such as `<?xml-stylesheet href=…>` is parsed like a tag, because some programs follow it.
 */
const INSTRUCTION = /<\?(?=[a-z])/gi;
const STYLE_END = /<\/style/gi;
const CSS_ESCAPE = /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|[\n\r\f]|([^\da-f\n\r\f]))/gi;
/** Media types that a browser renders without parsing markup. */
const DRAWN_DATA = /^(?:image\/(?!svg)|font\/|audio\/|video\/)/i;
const SEPARATORS = /[\s,;'"`()|=<>]+/;
/** Characters that a browser removes from a URL. */
const BREAKS = /[\t\n\r]/g;
/** Base for resolving relative URLs. */
const NO_PAGE = "https://page.invalid";
/** Closes whatever the last tag left open. */
const CLOSE_ALL = "\"'>";
/** Cost of parsing an attribute, in characters, in addition to its length. */
const ATTRIBUTE_COST = 20;
/** Maximum nesting of markup, as in `srcdoc` or a `data:` URL. */
const MAX_NESTING = 4;

/**
 * Lists what HTML loads, submits to and links to, in order and without duplicates. Empty for text without
 * markup.
 *
 * Browsers and mail programs disagree about where comments, raw text (`<style>`, `<noscript>`, `<textarea>`)
 * and foreign content (`<svg>`) end, and hostile markup exploits this. But they all parse a start tag alike.
 * So every `<` before a letter is treated as the start of a tag, wherever it is, which finds every tag that
 * any program may find. Markup that takes too long to parse is listed itself.
 */
export function listHtmlTargets(html: string): HtmlTarget[] {
  const scan = new TargetScan(html.length);
  scan.readMarkup(html, 0);
  return scan.targets;
}

class TargetScan {
  readonly #found = new Map<string, HtmlTarget>();
  /**
   * Number of characters that may still be parsed. A limit is needed because an unclosed tag is parsed again
   * from each `<` within it.
   */
  #left: number;

  constructor(length: number) {
    this.#left = 6 * length + 100_000;
  }

  get targets(): HtmlTarget[] {
    return [...this.#found.values()];
  }

  readMarkup(html: string, level: number): void {
    if (!html.includes("<")) return;
    // Some mail programs drop NUL, and browsers replace it with another character.
    const source = `${html.replaceAll("\0", "").replace(INSTRUCTION, "<")}${CLOSE_ALL}`;
    for (const { index } of source.matchAll(TAG_START)) {
      const { name, attributes, length } = readTag(source.slice(index));
      if (!this.#mayRead(length, level)) return;
      if (name === "script") this.#add(A_SCRIPT);
      for (const [attribute, value] of attributes) this.#readAttribute(name, attribute, value, level);
      if (name !== "style" && !name.endsWith(":style")) continue;
      STYLE_END.lastIndex = index + length;
      const css = source.slice(index + length, STYLE_END.exec(source)?.index);
      if (!this.#mayRead(css.length, level)) return;
      // Within <svg>, a style sheet is text in which character references are decoded.
      for (const sheet of new Set([css, decodeText(css)])) this.#readStyles(sheet, level);
    }
    // A program that serializes foreign content again may turn its text into markup.
    if (level === 0 && FOREIGN.test(source)) this.readMarkup(decodeText(source), 1);
  }

  #add(url: string, needsClick = false): void {
    const known = this.#found.get(url);
    if (known) known.needsClick &&= needsClick;
    else this.#found.set(url, { url, needsClick });
  }

  #mayRead(characters: number, level: number): boolean {
    this.#left -= characters;
    const may = this.#left >= 0 && level <= MAX_NESTING;
    if (!may) this.#add(UNREAD);
    return may;
  }

  #readAttribute(element: string, attribute: string, value: string, level: number): void {
    if (TEXT_ATTRIBUTE.test(attribute) || !this.#mayRead(value.length + ATTRIBUTE_COST, level)) return;
    if (/^on./.test(attribute)) this.#add(A_SCRIPT);
    else if (URL_ATTRIBUTE.test(attribute)) {
      const isLink = attribute.endsWith("href") && LINK_ELEMENT.test(element);
      const url = resolveReached(value, isLink);
      if (url !== undefined) this.#add(url, isLink);
      this.#readData(value, level);
    } else {
      this.#readStyles(value, level);
      this.#readStyles(value.replace(BREAKS, ""), level);
      // For example `srcdoc`.
      this.readMarkup(value, level + 1);
    }
  }

  /** Lists the URLs in a style sheet, a list or a sentence, such as `srcset` or the content of a refresh. */
  #readStyles(text: string, level: number): void {
    if (!/[:/\\]/.test(text)) return;
    const decoded = text.replace(CSS_ESCAPE, (_all, hex?: string, other = "") => {
      if (hex === undefined) return other;
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
    });
    for (const variant of new Set([text, decoded, decoded.replace(BREAKS, "")])) {
      for (const url of variant.split(SEPARATORS).flatMap(findReached)) this.#add(url);
      this.#readData(variant, level);
    }
  }

  /** Parses markup and style sheets in `data:` URLs. Skips images and sounds. */
  #readData(text: string, level: number): void {
    const written = text.replace(BREAKS, "");
    for (const { 0: scheme, index } of written.matchAll(/data:/gi)) {
      const start = index + scheme.length;
      const comma = written.indexOf(",", start);
      if (comma < 0 || !this.#mayRead(comma - start, level)) return;
      const type = decodePercent(written.slice(start, comma));
      if (DRAWN_DATA.test(type)) continue;
      const body = decodePercent(written.slice(comma + 1));
      if (!this.#mayRead(body.length, level + 1)) return;
      const data = /;\s*base64\s*$/i.test(type) ? Buffer.from(body, "base64").toString() : body;
      this.#readStyles(data, level + 1);
      this.readMarkup(data, level + 1);
    }
  }
}

interface StartTag {
  name: string;
  /** Names in lower case and decoded values. A repeated attribute is listed twice. */
  attributes: (readonly [name: string, value: string])[];
  /** Length in characters, from `<` to `>`. */
  length: number;
}

/** Parses the start tag at the beginning of a text. */
function readTag(text: string): StartTag {
  const tag: StartTag = { name: "", attributes: [], length: text.length };
  const parser = new Parser({
    onopentagname(name) {
      tag.name = name;
    },
    onattribute(name, value) {
      tag.attributes.push([name, value]);
    },
    onopentag() {
      tag.length = parser.endIndex + 1;
      parser.pause();
    },
  });
  parser.write(text);
  return tag;
}

function decodeText(text: string): string {
  let decoded = "";
  const parser = new Parser({
    ontext(piece) {
      decoded += piece;
    },
  });
  parser.end(text.replaceAll("<", " "));
  return decoded;
}

/**
 * Resolves an attribute's URL like a browser. Returns `undefined` if it points within the mail; relative URLs
 * have no page. With `isLink`, treats a link without a scheme as a host, as mail programs do.
 */
function resolveReached(written: string, isLink: boolean): string | undefined {
  const url = resolve(written);
  if (url === undefined) return written.trim() === "" ? undefined : written;
  if (SCRIPT.test(url.protocol)) return A_SCRIPT;
  if (url.origin !== NO_PAGE) return REACHES_NOBODY.test(url.protocol) ? undefined : url.href;
  const isHost = isLink && /^\s*[^\s./?#<>]+\.[^\s./?#<>]/.test(written);
  return isHost ? parseUrl(`https://${written.trim()}`)?.href : undefined;
}

/** Returns the URL in a text between separators, if it leads to a host or is a script. */
function findReached(piece: string): string[] {
  // Text without a slash or a colon contains no host.
  const url = /[:/\\]/.test(piece) ? resolve(piece) : undefined;
  if (url === undefined || url.origin === NO_PAGE) return [];
  return SCRIPT.test(url.protocol) ? [A_SCRIPT] : url.host === "" ? [] : [url.href];
}

/** Resolves a URL. `https:host` is relative to a page with the same scheme, and absolute elsewhere. */
function resolve(written: string): URL | undefined {
  const url = parseUrl(written, NO_PAGE);
  return url?.origin === NO_PAGE && written.includes(":") ? (parseUrl(written) ?? url) : url;
}

/** Decodes percent-encoding. Keeps percent signs that are not part of it. */
function decodePercent(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (coded) => String.fromCharCode(Number.parseInt(coded.slice(1), 16)));
}
