import { Parser } from "htmlparser2";
import { computeStyle, type HtmlStyle, isSeen, PAGE_STYLE, StyleSheet } from "./html-style.ts";

const toSet = (list: string) => new Set(list.split(" "));
const INVISIBLE = toSet("script style noscript template title");
const PARAGRAPHS = toSet(
  "article aside blockquote figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul",
);
const LINES = toSet(
  "address caption dd div dl dt fieldset figcaption form legend li option tbody tfoot thead tr",
);
const CELLS = toSet("td th");

/** Elements that hide their text, or that end a line or a cell. */
export const LAYOUT_ELEMENTS: readonly string[] = [...INVISIBLE, ...PARAGRAPHS, ...LINES, ...CELLS, "br"];

/**
 * Maximum nesting depth, because the parser's work per tag grows with the depth. Only attacks nest this deep.
 */
const MAX_NESTING = 200;

/** Alternative text that a program generated: the image's file name. */
const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i;

export interface HtmlTextOptions {
  /**
   * `lines`: paragraphs, rows and list items become lines, cells are separated by bars, and quotes start with
   * `>`. `flow`: all are separated by spaces.
   */
  layout: "lines" | "flow";
  /**
   * Returns the text to add after a link's words for its URL (http, https or mailto). If omitted, only the
   * words are kept.
   */
  link?: (address: string) => string;
  /** Keeps line breaks of the source, for HTML within a text of another kind. */
  preformatted?: boolean;
  observer?: HtmlObserver;
}

/** Receives what the text of HTML omits. */
interface HtmlObserver {
  /** Returns whether the element hides its text in another way, and which texts its attributes show. */
  element(name: string, attributes: Readonly<Record<string, string>>): { hides: boolean; shows: string[] };
  /** `element` contains the text. Empty for comments and similar. */
  hidden(text: string, element: string): void;
}

/**
 * Extracts the text of HTML as its reader sees it, including alternative texts of images. Skips hidden text,
 * even if it is hidden by size or colour. Does not collapse white space. The text ends where elements are
 * nested deeper than 200 levels. Never throws.
 */
export function extractHtmlText(html: string, options: HtmlTextOptions): string {
  const { layout, link, preformatted = false, observer } = options;
  const text = new TextLayout(layout === "lines");
  const sheet = new StyleSheet();
  const page = { ...PAGE_STYLE, preformatted };
  const styles: HtmlStyle[] = [];
  const names: string[] = [];
  const links: { address: string; from: number }[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = styles.at(-1) ?? page;
      const style = computeStyle(parent, name, attributes, sheet);
      if (INVISIBLE.has(name)) style.gone = true;
      const observed = observer?.element(name, attributes);
      style.gone ||= observed?.hides === true;
      styles.push(style);
      names.push(name);
      if (styles.length > MAX_NESTING) {
        observer?.hidden("markup that is nested too deeply", "");
        parser.pause();
      }
      if (name === "a") links.push({ address: attributes.href?.trim() ?? "", from: text.length });
      for (const shown of (style.gone && observed?.shows) || []) observer?.hidden(shown, name);
      if (style.gone) return;
      text.open(name, attributes);
      for (const shown of observed?.shows ?? []) text.write(`\n${shown}\n`, true);
      if (!observer && name === "img" && attributes.alt && !FILE_NAME.test(attributes.alt) && isSeen(style))
        text.write(` ${attributes.alt} `);
    },
    onclosetag(name) {
      const style = styles.pop() ?? page;
      names.pop();
      const written = name === "a" ? links.pop() : undefined;
      if (written && link && isSeen(style) && /^(?:https?|mailto):/i.test(written.address)) {
        const words = text.getTextSince(written.from);
        const plain = written.address.replace(/^(?:https?:\/\/|mailto:)|\/$/gi, "");
        if (!words.includes(plain)) text.append(link(written.address));
      }
      if (!style.gone) text.close(name);
    },
    ontext(piece) {
      const style = styles.at(-1) ?? page;
      // Only for mail: a web page may show what its style sheet hides when clicked, but a mail has no
      // scripts.
      if (names.at(-1) === "style" && layout === "lines") sheet.add(piece);
      if (isSeen(style)) text.write(piece, style.preformatted);
      else if (piece.trim() !== "") observer?.hidden(piece.trim(), names.at(-1) ?? "");
    },
    oncomment(comment) {
      if (comment.trim() !== "") observer?.hidden(comment.trim(), "");
    },
    onprocessinginstruction(_name, data) {
      if (!/^!doctype html$/i.test(data.trim())) observer?.hidden(data, "");
    },
    oncdatastart() {
      observer?.hidden("CDATA", "");
    },
  });
  parser.end(html);
  return text.toString();
}

/** Separators between two texts. The larger one wins. */
const NONE = 0;
const CELL = 1;
const LINE = 2;
const PARAGRAPH = 3;

/** A cell or a list item. Line breaks before its first text are ignored. */
interface Box {
  hasText: boolean;
  hasLines: boolean;
}

/** Writes texts with the separators that their elements require. */
class TextLayout {
  readonly #pieces: string[] = [];
  readonly #inLines: boolean;
  /** Separator to write before the next text. */
  #gap = NONE;
  /** Marker of a list item to write before its first text: `- ` or `2. `. */
  #marker = "";
  /** Number of quotes around the current text, and around the last one. */
  #depth = 0;
  #lastDepth = 0;
  /** The open cells and list items. */
  readonly #boxes: Box[] = [];
  readonly #lists: { ordered: boolean; next: number }[] = [];

  constructor(inLines: boolean) {
    this.#inLines = inLines;
  }

  get length(): number {
    return this.#pieces.length;
  }

  getTextSince(length: number): string {
    return this.#pieces.slice(length).join("");
  }

  toString(): string {
    return this.#pieces.join("");
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "br") this.#breakLine();
    this.#breakAt(name);
    if (name === "blockquote") this.#depth += 1;
    if (name === "ol" || name === "ul")
      this.#lists.push({ ordered: name === "ol", next: Number.parseInt(attributes.start ?? "1", 10) || 1 });
    if (CELLS.has(name) || name === "li") this.#boxes.push({ hasText: false, hasLines: false });
    if (name !== "li") return;
    const list = this.#lists.at(-1);
    this.#marker = list?.ordered ? `${list.next++}. ` : "- ";
  }

  close(name: string): void {
    if (name === "blockquote") this.#depth = Math.max(0, this.#depth - 1);
    if (name === "ol" || name === "ul") this.#lists.pop();
    if (name === "li" || CELLS.has(name)) {
      const box = this.#boxes.pop();
      this.#marker = "";
      const gap = CELLS.has(name) ? CELL : LINE;
      if (box?.hasText) this.#gap = box.hasLines ? Math.max(this.#gap, LINE) : gap;
    }
    if (name !== "br") this.#breakAt(name);
  }

  write(text: string, preformatted = false): void {
    if (preformatted) {
      for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
        if (at > 0) this.#breakLine();
        this.write(line);
      }
      return;
    }
    if (text.trim() === "") {
      if (this.#gap === NONE) this.#pieces.push(" ");
      return;
    }
    this.#writeGap();
    this.#pieces.push(this.#inLines ? text.replace(/\s+/g, " ") : text);
  }

  /** Appends a text before the pending break. */
  append(text: string): void {
    const gap = this.#gap;
    if (gap === NONE || this.#pieces.length === 0) this.write(text);
    else this.#pieces.push(text);
  }

  #writeGap(): void {
    const quote = (depth: number) => "> ".repeat(depth);
    const isFirst = this.#pieces.length === 0;
    if (!this.#inLines) this.#pieces.push(this.#gap === NONE ? "" : " ");
    else if (this.#gap === CELL) this.#pieces.push(" | ");
    else if (this.#gap !== NONE || isFirst) {
      if (this.#gap === PARAGRAPH) this.#pieces.push(`\n${quote(Math.min(this.#depth, this.#lastDepth))}`);
      this.#pieces.push(`\n${quote(this.#depth)}`);
    }
    if (this.#inLines) this.#pieces.push(this.#marker);
    for (const box of this.#boxes) {
      box.hasLines ||= box.hasText && this.#gap > CELL;
      box.hasText = true;
    }
    this.#marker = "";
    this.#gap = NONE;
    this.#lastDepth = this.#depth;
  }

  #breakAt(name: string): void {
    const gap = PARAGRAPHS.has(name) ? PARAGRAPH : LINES.has(name) ? LINE : NONE;
    if (!this.#inLines && CELLS.has(name)) this.#gap = LINE;
    if (this.#boxes.at(-1)?.hasText !== false) this.#gap = Math.max(this.#gap, gap);
  }

  #breakLine(): void {
    this.#gap = this.#gap >= LINE ? PARAGRAPH : LINE;
  }
}
