import type { MarkedToken, Token } from "marked";
import { lexMarkdown } from "./bounded-lexer.ts";
import { decodeReferences, toLinkTarget } from "./inline-text.ts";

/** Builds the nodes of a page. */
export interface PageBuilder<Node> {
  element(
    tag: string,
    attributes: Readonly<Record<string, string | undefined>>,
    children: readonly Node[],
  ): Node;
  text(text: string): Node;
  /** `url` is http or https. */
  link(url: string, words: readonly Node[]): Node;
  code(label: string, text: string): Node;
}

/**
 * Renders Markdown without creating arbitrary markup: HTML is shown as text, and images become links. A link
 * opens only http(s), and shows its host if its text does not.
 */
export function renderMarkdown<Node>(markdown: string, to: PageBuilder<Node>): Node[] {
  return new Renderer(to).write(lexMarkdown(markdown));
}

type Table = Extract<MarkedToken, { type: "table" }>;

class Renderer<Node> {
  readonly #to: PageBuilder<Node>;
  /** Depths of the headings that the current position is under. */
  #open: readonly number[] = [];

  constructor(to: PageBuilder<Node>) {
    this.#to = to;
  }

  write(tokens: readonly Token[] = []): Node[] {
    return (tokens as readonly MarkedToken[]).flatMap((token) => this.#renderToken(token));
  }

  #renderToken(token: MarkedToken): Node | Node[] {
    const wrap = (tag: string, tokens?: readonly Token[]) => this.#element(tag, this.write(tokens));
    switch (token.type) {
      case "space":
      case "def":
      case "checkbox":
        return [];
      case "heading":
        return wrap(`h${this.#getLevel(token.depth)}`, token.tokens);
      case "paragraph":
        return wrap("p", token.tokens);
      case "blockquote":
        return wrap("blockquote", token.tokens);
      case "strong":
        return wrap("strong", token.tokens);
      case "em":
        return wrap("em", token.tokens);
      case "del":
        return wrap("s", token.tokens);
      case "hr":
      case "br":
        return wrap(token.type);
      case "codespan":
        return this.#element("code", [this.#to.text(token.text)]);
      case "code":
        return this.#to.code(token.lang?.split(" ")[0] || "Code", token.text);
      case "list": {
        const items = token.items.map(({ task, checked, tokens }) => {
          const box = task ? [this.#to.text(checked ? "☑ " : "☐ ")] : [];
          return this.#element("li", [...box, ...this.write(tokens)]);
        });
        const start = token.ordered ? { start: String(Number(token.start) || 1) } : {};
        return this.#to.element(token.ordered ? "ol" : "ul", start, items);
      }
      case "table":
        return this.#renderTable(token);
      case "link":
        return this.#renderLink(token.href, this.write(token.tokens), token.text);
      case "image":
        return this.#renderLink(token.href, [this.#to.text(token.text || "image")], token.text);
      case "text":
        return token.tokens ? this.write(token.tokens) : this.#to.text(decodeReferences(token.text));
      case "escape":
        return this.#to.text(token.text);
      default:
        return this.#to.text(token.raw);
    }
  }

  /** Returns the level of a heading: below the page's own heading, and never skipping one. */
  #getLevel(depth: number): number {
    const above = this.#open.filter((one) => one < depth);
    this.#open = [...above, depth];
    return Math.min(above.length + 2, 6);
  }

  #element(tag: string, children: readonly Node[]): Node {
    return this.#to.element(tag, {}, children);
  }

  #renderLink(href: string, words: Node[], text: string): Node[] {
    const target = toLinkTarget(decodeReferences(href));
    if (target === undefined || !target.startsWith("http")) return words;
    const { host } = new URL(target);
    const link = this.#to.link(target, words);
    if (text.includes(host)) return [link];
    return [link, this.#to.element("span", { class: "small soft" }, [this.#to.text(` (${host})`)])];
  }

  /** Each cell repeats its column's title, for screens on which rows become cards. */
  #renderTable({ header, rows }: Table): Node {
    const getClass = (align: string | null) => (align === "right" ? "end" : undefined);
    const head = header.map(({ tokens, align }) =>
      this.#to.element("th", { class: getClass(align), scope: "col" }, this.write(tokens)),
    );
    const body = rows.map((cells) => {
      const shown = cells.map(({ tokens, align }, at) => {
        const attributes = { class: getClass(align), "data-title": header[at]?.text ?? "" };
        return this.#to.element("td", attributes, this.write(tokens));
      });
      return this.#element("tr", shown);
    });
    const parts = [this.#element("thead", [this.#element("tr", head)]), this.#element("tbody", body)];
    return this.#to.element("section", { class: "text-table" }, [this.#element("table", parts)]);
  }
}
