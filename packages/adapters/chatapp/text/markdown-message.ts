import { type MarkedToken, type Token, type Tokens, walkTokens } from "marked";
import { lexMarkdown } from "../../markdown/bounded-lexer.ts";
import { joinRuns, type StyledText, toLinkTarget, toStyledText } from "../../markdown/inline-text.ts";
import { escapeText } from "./markup.ts";
import { type ChatappMessage, createLiteralMessage } from "./messages.ts";
import {
  createLinkElement,
  createTextElement,
  type Inline,
  isPlainText,
  joinParts,
  MENTIONS,
  type RichList,
  type RichPart,
  toNotificationText,
  toSlackStyle,
} from "./rich-text.ts";

/** A URL in Markdown's angle brackets, which is kept, or Slack's own markup: a link, a mention. */
const SLACK_MARKUP =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|<(?:(?:https?:\/\/|mailto:)[^\s<>|]+\|[^<>]+|[@#!][^\s<>|]+(?:\|[^<>]*)?)>/giu;
/** Placeholder for Slack's markup while Markdown is parsed. Markdown gives its characters no meaning. */
const STAND_IN = /<\u{E000}(\d+)\u{E001}>/gu;
/** Maximum indentation of a list. */
const MAX_INDENT = 8;

/**
 * Converts Markdown of any length to a message without losing text. Mentions work only with `mentions`.
 * `isMrkdwn` is true if all markup in the text is Slack's own.
 */
export function convertMarkdown(
  text: string,
  mentions: boolean,
): { message: ChatappMessage; isMrkdwn: boolean } {
  const slack: string[] = [];
  const source = text.replace(SLACK_MARKUP, (found) =>
    found.startsWith("<") ? `<\u{E000}${slack.push(found) - 1}\u{E001}>` : found,
  );
  const tokens = lexMarkdown(source);
  const reader = new PartReader(slack, mentions);
  const elements = joinParts(reader.toParts(tokens, { indent: 0 }));
  const shown = toNotificationText(elements) || escapeText(text);
  const message = isPlainText(elements)
    ? createLiteralMessage(shown, true)
    : { text: shown, blocks: JSON.stringify([{ type: "rich_text", elements }]) };
  return { message, isMrkdwn: isMrkdwn(tokens, reader.hasSlackMarkup) };
}

/** Context of a part: the depth of its list, and whether it is in a quote. */
interface PartContext {
  indent: number;
  border?: 1;
}

class PartReader {
  /** True if Slack's own markup occurs outside code. */
  hasSlackMarkup = false;
  readonly #slack: readonly string[];
  readonly #mentions: boolean;

  constructor(slack: readonly string[], mentions: boolean) {
    this.#slack = slack;
    this.#mentions = mentions;
  }

  toParts(tokens: readonly Token[], context: PartContext): RichPart[] {
    return (tokens as readonly MarkedToken[]).flatMap((token) => this.#part(token, context));
  }

  #part(token: MarkedToken, context: PartContext): RichPart[] {
    switch (token.type) {
      case "space":
      case "def":
      case "checkbox":
        return [];
      case "heading":
        return createTextPart(this.#toInlines(toStyledText(token.tokens, { bold: true })), context);
      case "hr":
        return createTextPart([createTextElement("———")], context);
      case "code":
        return this.#toPreformatted(token.text, context);
      case "blockquote":
        return this.toParts(token.tokens, { ...context, border: 1 });
      case "list":
        return token.items.flatMap((item, at) => this.#toListItem(token, item, at, context));
      case "table":
        return this.#toPreformatted(token.raw.trimEnd(), context);
      case "html":
        return createTextPart(this.#toInlines([{ text: token.text.trim(), style: {} }]), context);
      default:
        return createTextPart(this.#toInlines(toStyledText(inlineTokens(token))), context);
    }
  }

  /** Returns the list item with all its text, followed by its other blocks. The list continues after them. */
  #toListItem(
    { ordered, start }: Tokens.List,
    item: Tokens.ListItem,
    at: number,
    context: PartContext,
  ): RichPart[] {
    const own: Inline[] = item.task ? [createTextElement(item.checked ? "☑ " : "☐ ")] : [];
    const below: RichPart[] = [];
    let isEmpty = true;
    for (const token of item.tokens as readonly MarkedToken[]) {
      if (token.type === "list") below.push(...this.#part(token, { ...context, indent: context.indent + 1 }));
      else if (below.length > 0 || (token.type !== "text" && token.type !== "paragraph"))
        below.push(...this.#part(token, context));
      else {
        own.push(
          ...(isEmpty ? [] : [createTextElement("\n")]),
          ...this.#toInlines(toStyledText(inlineTokens(token))),
        );
        isEmpty = false;
      }
    }
    const offset = ordered ? Number(start || 1) - 1 + at : 0;
    const list: RichList = {
      type: "rich_text_list",
      style: ordered ? "ordered" : "bullet",
      indent: Math.min(context.indent, MAX_INDENT),
      ...(offset > 0 && { offset }),
      ...(context.border && { border: context.border }),
      elements: [{ type: "rich_text_section", elements: own.length === 0 ? [createTextElement(" ")] : own }],
    };
    return [list, ...below];
  }

  #toInlines(runs: readonly StyledText[]): Inline[] {
    return joinRuns(runs).flatMap(({ text, style }) => {
      const own = toSlackStyle(style);
      if (style.link !== undefined)
        return { ...createLinkElement(style.link, this.#asWritten(text)), ...own };
      if (style.code) return { ...createTextElement(this.#asWritten(text)), ...own };
      return this.#withMarkup(text).map((inline) => ({ ...inline, ...own }));
    });
  }

  #withMarkup(text: string): Inline[] {
    const inlines = text.split(STAND_IN).map((part, at) => {
      if (at % 2 === 0) return createTextElement(part);
      const markup = this.#slack[Number(part)];
      this.hasSlackMarkup ||= markup !== undefined;
      const written = markup ?? `<\u{E000}${part}\u{E001}>`;
      return toSlackElement(written, this.#mentions) ?? createTextElement(written);
    });
    return inlines.filter(({ text }) => text !== "");
  }

  #toPreformatted(text: string, { border }: PartContext): RichPart[] {
    const elements = [createTextElement(this.#asWritten(text) || " ")];
    return [{ type: "rich_text_preformatted", elements, ...(border && { border }) }];
  }

  #asWritten(text: string): string {
    return text.replace(STAND_IN, (whole, at) => this.#slack[Number(at)] ?? whole);
  }
}

function inlineTokens(token: MarkedToken): readonly Token[] {
  return ("tokens" in token && token.tokens) || [token];
}

function createTextPart(elements: Inline[], { border }: PartContext): RichPart[] {
  const isBlank = elements.every(({ text }) => text?.trim() === "");
  return isBlank ? [] : [{ type: border ? "rich_text_quote" : "rich_text_section", elements }];
}

/** Converts Slack's own markup to an element; `undefined` for a mention that must not work. */
function toSlackElement(markup: string, mentions: boolean): Inline | undefined {
  const [target = "", label = ""] = markup.slice(1, -1).split("|");
  const mention = MENTIONS.find(({ mark }) => target.startsWith(mark));
  if (mention === undefined) {
    const url = toLinkTarget(target.replaceAll("&amp;", "&"));
    return url === undefined ? undefined : createLinkElement(url, label);
  }
  const { type, mark, field } = mention;
  const id = target.slice(mark.length);
  if (!mentions || (type === "broadcast" && !/^(?:here|channel|everyone)$/.test(id))) return undefined;
  return { type, [field]: id };
}

/** Returns whether a text has markup that only Slack uses, and none that only Markdown uses. */
function isMrkdwn(tokens: readonly MarkedToken[], hasSlackMarkup: boolean): boolean {
  let isSlack = hasSlackMarkup;
  let isMarkdown = false;
  walkTokens([...tokens], (any) => {
    const token = any as MarkedToken;
    const { type, raw } = token;
    isSlack ||= (type === "em" && raw.startsWith("*")) || (type === "del" && !raw.startsWith("~~"));
    isMarkdown ||=
      MARKDOWN_ONLY.has(type) ||
      (type === "del" && raw.startsWith("~~")) ||
      (type === "link" && raw.startsWith("[")) ||
      (type === "code" && Boolean(token.lang)) ||
      (type === "list_item" && (token.task || /^\s*[*+]/.test(raw)));
  });
  return isSlack && !isMarkdown;
}

const MARKDOWN_ONLY = new Set(["heading", "strong", "table", "hr", "image", "escape", "def"]);
