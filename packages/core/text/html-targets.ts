import { Parser } from "htmlparser2";
import { parseUrl } from "./parsed-url.ts";

/** Something outside that a piece of HTML loads, submits to, or links to. */
export interface HtmlTarget {
  /** A URL as a browser reads it, or in words what cannot be told apart from one ("a script"). */
  url: string;
  /** True for a link: nothing goes there before the reader clicks, and then nothing but its address. */
  needsClick: boolean;
}

/** Attributes whose value is text or a name. No browser and no mail program follows an address in them. */
const TEXT_ATTRIBUTE =
  /^(?:abbr|alt|cite|class|datetime|dir|id|item(?:id|prop|type)|label|lang|name|placeholder|property|rel|role|summary|title|type|aria-.*|data-.*|xmlns(?::.*)?)$/;
/** Attributes whose value is one URL. In any other attribute, addresses are looked for between separators. */
const URL_ATTRIBUTE =
  /^(?:action|background|data|formaction|href|longdesc|manifest|poster|src|dynsrc|lowsrc|usemap|.*:href|.*:src)$/;
const LINK_ELEMENT = /^(?:a|area)$/;

/** Schemes that reach nobody: parts of the mail, the page itself, a telephone. What `data:` holds is read. */
const REACHES_NOBODY = /^(?:about|callto|cid|data|mid|sms|tel):$/;
const SCRIPT = /^(?:java|vb)script:/;
const A_SCRIPT = "a script";
const UNREAD = "HTML that cannot be read whole";

const TAG_START = /<[a-z]/gi;
const FOREIGN = /<(?:svg|math)/i;
/** An instruction such as `<?xml-stylesheet href=…>` is read like a tag: some programs follow it. */
const INSTRUCTION = /<\?(?=[a-z])/gi;
const STYLE_END = /<\/style/gi;
const CSS_ESCAPE = /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|[\n\r\f]|([^\da-f\n\r\f]))/gi;
/** Media types that a browser draws and does not read as markup. */
const DRAWN_DATA = /^(?:image\/(?!svg)|font\/|audio\/|video\/)/i;
const SEPARATORS = /[\s,;'"`()|=<>]+/;
/** Characters that a browser takes out of a URL. */
const BREAKS = /[\t\n\r]/g;
/** The page that a relative URL is resolved against. */
const NO_PAGE = "https://page.invalid";
/** Closes whatever the last tag has left open. */
const CLOSE_ALL = "\"'>";
/** Characters that reading an attribute counts for, beside its own. */
const PER_ATTRIBUTE = 20;
/** Levels of markup within markup, as in `srcdoc` or a `data:` URL. */
const DEEPEST = 4;

/**
 * Lists what a piece of HTML loads, submits to and links to, each once, in the order in which it is written.
 * A text without markup has none.
 *
 * Browsers and mail programs disagree about where comments, raw text (`<style>`, `<noscript>`, `<textarea>`)
 * and foreign content (`<svg>`) end, and hostile markup is written to exploit that. All agree on how a start
 * tag is read once it has begun. So every `<` before a letter is read as the beginning of a tag, wherever it
 * stands: this finds every tag that any of them may find. Markup that takes too long to read is itself
 * listed.
 */
export function listHtmlTargets(html: string): HtmlTarget[] {
  const scan = new TargetScan(html.length);
  scan.readMarkup(html, 0);
  return scan.targets;
}

class TargetScan {
  readonly #found = new Map<string, HtmlTarget>();
  /** Characters that may still be read: a tag that never ends is read again from each `<` within it. */
  #left: number;

  constructor(length: number) {
    this.#left = 6 * length + 100_000;
  }

  get targets(): HtmlTarget[] {
    return [...this.#found.values()];
  }

  readMarkup(html: string, level: number): void {
    if (!html.includes("<")) return;
    // Some mail programs drop NUL, and browsers put another character in its place.
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
      // Within <svg> a style sheet is text, and its character references count.
      for (const sheet of new Set([css, decodeText(css)])) this.#readStyles(sheet, level);
    }
    // A program that writes foreign content out again may make markup of its text.
    if (level === 0 && FOREIGN.test(source)) this.readMarkup(decodeText(source), 1);
  }

  #add(url: string, needsClick = false): void {
    const known = this.#found.get(url);
    if (known) known.needsClick &&= needsClick;
    else this.#found.set(url, { url, needsClick });
  }

  #mayRead(characters: number, level: number): boolean {
    this.#left -= characters;
    const may = this.#left >= 0 && level <= DEEPEST;
    if (!may) this.#add(UNREAD);
    return may;
  }

  #readAttribute(element: string, attribute: string, value: string, level: number): void {
    if (TEXT_ATTRIBUTE.test(attribute) || !this.#mayRead(value.length + PER_ATTRIBUTE, level)) return;
    if (/^on./.test(attribute)) this.#add(A_SCRIPT);
    else if (URL_ATTRIBUTE.test(attribute)) {
      const isLink = attribute.endsWith("href") && LINK_ELEMENT.test(element);
      const url = reachedUrl(value, isLink);
      if (url !== undefined) this.#add(url, isLink);
      this.#readData(value, level);
    } else {
      this.#readStyles(value, level);
      this.#readStyles(value.replace(BREAKS, ""), level);
      // Such as `srcdoc`.
      this.readMarkup(value, level + 1);
    }
  }

  /** Lists the addresses in a style sheet, a list or a sentence: `srcset`, the content of a refresh. */
  #readStyles(text: string, level: number): void {
    if (!/[:/\\]/.test(text)) return;
    const decoded = text.replace(CSS_ESCAPE, (_all, hex?: string, other = "") => {
      if (hex === undefined) return other;
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
    });
    for (const variant of new Set([text, decoded, decoded.replace(BREAKS, "")])) {
      for (const url of variant.split(SEPARATORS).flatMap(hostReached)) this.#add(url);
      this.#readData(variant, level);
    }
  }

  /** Reads the markup and the style sheets in `data:` URLs. A picture or a sound is drawn, not read. */
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
  /** In lower case, with their values decoded; one that is written twice is there twice. */
  attributes: (readonly [name: string, value: string])[];
  /** Characters from its `<` to its `>`. */
  length: number;
}

/** Reads the start tag at the beginning of a text. */
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
 * The URL that one written in an attribute reaches, as a browser resolves it; `undefined` for one within the
 * mail. There is no page that a relative one could be relative to. `isLink`: mail programs take a link
 * without a scheme for a host.
 */
function reachedUrl(written: string, isLink: boolean): string | undefined {
  const url = resolve(written);
  if (url === undefined) return written.trim() === "" ? undefined : written;
  if (SCRIPT.test(url.protocol)) return A_SCRIPT;
  if (url.origin !== NO_PAGE) return REACHES_NOBODY.test(url.protocol) ? undefined : url.href;
  const isHost = isLink && /^\s*[^\s./?#<>]+\.[^\s./?#<>]/.test(written);
  return isHost ? parseUrl(`https://${written.trim()}`)?.href : undefined;
}

/** The URL that a piece between separators is, where it leads to a host or is a script. */
function hostReached(piece: string): string[] {
  // What has no slash and no colon names no host.
  const url = /[:/\\]/.test(piece) ? resolve(piece) : undefined;
  if (url === undefined || url.origin === NO_PAGE) return [];
  return SCRIPT.test(url.protocol) ? [A_SCRIPT] : url.host === "" ? [] : [url.href];
}

/** `https:host` is beside the page where that has the same scheme, and a URL of its own anywhere else. */
function resolve(written: string): URL | undefined {
  const url = parseUrl(written, NO_PAGE);
  return url?.origin === NO_PAGE && written.includes(":") ? (parseUrl(written) ?? url) : url;
}

/** A percent sign that begins no escape stays as it is. */
function decodePercent(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (coded) => String.fromCharCode(Number.parseInt(coded.slice(1), 16)));
}
