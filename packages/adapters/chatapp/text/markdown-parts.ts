import { type MarkedToken, type Token, type Tokens, walkTokens } from "marked";
import { markdownTokens } from "../../markdown/bounded-lexer.ts";
import { inlineText, linkTarget } from "../../markdown/inline-text.ts";
import { hasLongerRow } from "../../markdown/longer-row.ts";
import { type Inline, inlinesOf, linkOf, plain, type RichList, type RichPart } from "./rich-text.ts";

/** A text in Markdown as it was read. */
export interface ReadMarkdown {
  parts: RichPart[];
  /** It has markup, and all of it is of Slack's own kind. */
  isMrkdwn: boolean;
}

/** The address of a link in Markdown, which is left as it is, or Slack's own markup: a link, a mention. */
const SLACK_MARKUP =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|<(?:(?:https?:\/\/|mailto:)[^\s<>|]+\|[^<>]+|[@#!][^\s<>|]+(?:\|[^<>]*)?)>/giu;
/** Stands for it while Markdown is read: no letter of it means anything there. */
const STAND_IN = /<\u{E000}(\d+)\u{E001}>/gu;
const EMOJI = /(?<![\w:]):((?=[\d_+-]*[a-z]|[+-]1:|100:)[\w+'-]{1,80}):(?![\w:])/gu;
const MARKUP = new RegExp(`${STAND_IN.source}|${EMOJI.source}`, "gu");
/** Levels that a list may be indented. */
const MAX_INDENT = 8;
const RULE = "———";

/** Reads a text in Markdown, in which mentions are live only with `mentions`. Nothing of it is lost. */
export function readMarkdown(text: string, mentions: boolean): ReadMarkdown {
  const slack: string[] = [];
  const source = text.replace(SLACK_MARKUP, (found) =>
    found.startsWith("<") ? `<\u{E000}${slack.push(found) - 1}\u{E001}>` : found,
  );
  const tokens = markdownTokens(source);
  const reader = new PartReader(slack, mentions);
  const parts = reader.parts(tokens, { indent: 0 });
  return { parts, isMrkdwn: isMrkdwn(tokens, reader.hasSlackMarkup) };
}

/** Where a part stands: in a list so deep, in a quote. */
interface Place {
  indent: number;
  border?: 1;
}

class PartReader {
  /** Slack's own markup is in the text, and not only in code. */
  hasSlackMarkup = false;
  readonly #slack: readonly string[];
  readonly #mentions: boolean;

  constructor(slack: readonly string[], mentions: boolean) {
    this.#slack = slack;
    this.#mentions = mentions;
  }

  parts(tokens: readonly Token[], place: Place): RichPart[] {
    return (tokens as readonly MarkedToken[]).flatMap((token) => this.#part(token, place));
  }

  #part(token: MarkedToken, place: Place): RichPart[] {
    const { border } = place;
    switch (token.type) {
      case "space":
      case "def":
      case "checkbox":
        return [];
      case "heading":
        return textPart(this.#inlines(inlineText(token.tokens, { bold: true })), place);
      case "hr":
        return textPart([plain(RULE)], place);
      case "code":
        return preformatted([plain(this.#asWritten(token.text))], border);
      case "blockquote":
        return this.parts(token.tokens, { ...place, border: 1 });
      case "list":
        return token.items.flatMap((item, at) => this.#item(token, item, at, place));
      case "table":
        return preformatted(this.#table(token), border);
      case "html":
        return textPart(this.#inlines([{ text: token.text.trim(), style: {} }]), place);
      default:
        return textPart(this.#inlines(inlineText(inlineTokens(token))), place);
    }
  }

  /** The item with all its text; what is no text stands behind it, and the list goes on after that. */
  #item({ ordered, start }: Tokens.List, item: Tokens.ListItem, at: number, place: Place): RichPart[] {
    const own: Inline[] = item.task ? [plain(item.checked ? "☑ " : "☐ ")] : [];
    const below: RichPart[] = [];
    let isEmpty = true;
    for (const token of item.tokens as readonly MarkedToken[]) {
      if (token.type === "list") below.push(...this.#part(token, { ...place, indent: place.indent + 1 }));
      else if (below.length > 0 || (token.type !== "text" && token.type !== "paragraph"))
        below.push(...this.#part(token, place));
      else {
        own.push(...(isEmpty ? [] : [plain("\n")]), ...this.#inlines(inlineText(inlineTokens(token))));
        isEmpty = false;
      }
    }
    const offset = ordered ? Number(start || 1) - 1 + at : 0;
    const list: RichList = {
      type: "rich_text_list",
      style: ordered ? "ordered" : "bullet",
      indent: Math.min(place.indent, MAX_INDENT),
      ...(offset > 0 && { offset }),
      ...(place.border && { border: place.border }),
      elements: [{ type: "rich_text_section", elements: own.length === 0 ? [plain(" ")] : own }],
    };
    return [list, ...below];
  }

  /** A table in columns, its links live. One with cells beyond its head stays as it was written. */
  #table({ header, rows, raw }: Tokens.Table): Inline[] {
    if (hasLongerRow(raw, header.length)) return [plain(this.#asWritten(raw.trimEnd()))];
    const cells = [header, ...rows].map((row) =>
      row.map(({ tokens }) => this.#inlines(inlineText(tokens)).map(withoutStyle)),
    );
    const widths = header.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? []))));
    const lines = cells.map((row) =>
      row.flatMap((cell, column): Inline[] => {
        const gap = " ".repeat((widths[column] ?? 0) - widthOf(cell));
        return [...cell, plain(column === row.length - 1 ? "\n" : `${gap} | `)];
      }),
    );
    const [head = [], ...body] = lines;
    const all = [...head, plain(`${widths.map((width) => "-".repeat(width)).join("-|-")}\n`), ...body.flat()];
    const joined: Inline[] = [];
    for (const one of all) {
      const last = joined.at(-1);
      if (last?.type === "text" && one.type === "text") last.text = `${last.text}${one.text}`;
      else joined.push({ ...one });
    }
    const last = joined.at(-1);
    if (last?.text !== undefined) last.text = last.text.replace(/\n$/, "");
    return joined.filter(({ text }) => text !== "");
  }

  #inlines(runs: Parameters<typeof inlinesOf>[0]): Inline[] {
    const written = runs.map((run) =>
      run.style.code || run.style.link !== undefined ? { ...run, text: this.#asWritten(run.text) } : run,
    );
    return inlinesOf(written, (text) => this.#withMarkup(text));
  }

  #withMarkup(text: string): Inline[] {
    const found: Inline[] = [];
    let end = 0;
    for (const { 0: whole, 1: stood, 2: emoji, index } of text.matchAll(MARKUP)) {
      const markup = emoji === undefined ? this.#slack[Number(stood)] : undefined;
      if (markup !== undefined) this.hasSlackMarkup = true;
      const inlines: Inline[] = emoji
        ? [{ type: "emoji", name: emoji }]
        : (slackElements(markup ?? whole, this.#mentions) ?? [plain(markup ?? whole)]);
      found.push(plain(text.slice(end, index)), ...inlines);
      end = index + whole.length;
    }
    return [...found, plain(text.slice(end))].filter((one) => one.text !== "");
  }

  #asWritten(text: string): string {
    return text.replace(STAND_IN, (whole, at) => this.#slack[Number(at)] ?? whole);
  }
}

function inlineTokens(token: MarkedToken): readonly Token[] {
  return ("tokens" in token && token.tokens) || [token];
}

function textPart(elements: Inline[], { border }: Place): RichPart[] {
  const isBlank = elements.every(({ text }) => text?.trim() === "");
  return isBlank ? [] : [{ type: border ? "rich_text_quote" : "rich_text_section", elements }];
}

function preformatted(elements: Inline[], border: 1 | undefined): RichPart[] {
  const shown = elements.some(({ text }) => text !== "") ? elements : [plain(" ")];
  return [{ type: "rich_text_preformatted", elements: shown, ...(border && { border }) }];
}

/** The elements that Slack's own markup is; `undefined` for a mention that must not be live. */
function slackElements(markup: string, mentions: boolean): Inline[] | undefined {
  const [target = "", label = ""] = markup.slice(1, -1).split("|");
  const id = target.slice(1);
  if (!/^[@#!]/.test(target)) {
    const url = linkTarget(target.replaceAll("&amp;", "&"));
    return url === undefined ? undefined : linkOf(url, label);
  }
  if (!mentions) return undefined;
  if (target.startsWith("@")) return [{ type: "user", user_id: id }];
  if (target.startsWith("#")) return [{ type: "channel", channel_id: id }];
  if (id.startsWith("subteam^")) return [{ type: "usergroup", usergroup_id: id.slice("subteam^".length) }];
  return /^(?:here|channel|everyone)$/.test(id) ? [{ type: "broadcast", range: id }] : undefined;
}

function withoutStyle({ style: _style, ...inline }: Inline): Inline {
  return inline.type === "text" || inline.type === "link" ? inline : plain(`:${inline.name}:`);
}

/** Characters that take two columns where all have one width. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/gu;

function widthOf(cell: readonly Inline[]): number {
  const text = cell.map((one) => one.text ?? "").join("");
  return [...text.replace(/\p{M}|\p{Cf}/gu, "")].length + (text.match(WIDE)?.length ?? 0);
}

/** Returns true for a text that has markup which only Slack knows, and none that only Markdown knows. */
function isMrkdwn(tokens: readonly MarkedToken[], hasSlackMarkup: boolean): boolean {
  let slacks = hasSlackMarkup;
  let markdowns = false;
  walkTokens([...tokens], (any) => {
    const token = any as MarkedToken;
    const { type, raw } = token;
    slacks ||= (type === "em" && raw.startsWith("*")) || (type === "del" && !raw.startsWith("~~"));
    markdowns ||=
      MARKDOWNS_OWN.has(type) ||
      (type === "del" && raw.startsWith("~~")) ||
      (type === "link" && raw.startsWith("[")) ||
      (type === "code" && Boolean(token.lang)) ||
      (type === "list_item" && (token.task || /^\s*[*+]/.test(raw)));
  });
  return slacks && !markdowns;
}

const MARKDOWNS_OWN = new Set(["heading", "strong", "table", "hr", "image", "escape", "def"]);
