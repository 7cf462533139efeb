import { joinRuns, type Style, type StyledText } from "../../markdown/inline-text.ts";
import { escapeText, misleads } from "./markup.ts";

/** An inline element of a `rich_text` block (Slack, Block Kit reference, "Rich text block"). */
export interface Inline {
  type: "text" | "link" | "emoji" | "user" | "channel" | "usergroup" | "broadcast";
  text?: string;
  style?: { bold?: true; italic?: true; strike?: true; code?: true };
  url?: string;
  name?: string;
  user_id?: string;
  channel_id?: string;
  usergroup_id?: string;
  range?: string;
}

/** A part of a block, one below the other. A list has one item until parts are joined. */
export type RichPart =
  | { type: "rich_text_section" | "rich_text_quote"; elements: Inline[] }
  | { type: "rich_text_preformatted"; elements: Inline[]; border?: 1 }
  | RichList;

export interface RichList {
  type: "rich_text_list";
  style: "bullet" | "ordered";
  indent: number;
  /** Items of the same list before this one. */
  offset?: number;
  border?: 1;
  elements: Section[];
}

export interface Section {
  type: "rich_text_section";
  elements: Inline[];
}

export const plain = (text: string): Inline => ({ type: "text", text });

/** Runs of text as elements; `markup` makes elements of what is no text in one. */
export function inlinesOf(runs: readonly StyledText[], markup: (text: string) => Inline[]): Inline[] {
  return joinRuns(runs).flatMap(({ text, style }): Inline[] => {
    const own = styleOf(style);
    if (style.link !== undefined) return linkOf(style.link, text, own);
    if (style.code) return [{ ...plain(text), ...own }];
    return markup(text).map((inline) => ({ ...inline, ...own }));
  });
}

/** A link; its address is shown where its words would mislead. */
export function linkOf(url: string, text: string, style: Pick<Inline, "style"> = {}): Inline[] {
  const link: Inline = { type: "link", url, text, ...style };
  return misleads(text, url) ? [link, plain(` (${url})`)] : [link];
}

function styleOf({ bold, italic, strikethrough, code }: Style): Pick<Inline, "style"> {
  const style = {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(strikethrough && { strike: strikethrough }),
    ...(code && { code }),
  };
  return Object.keys(style).length === 0 ? {} : { style };
}

/** Joins neighbours: paragraphs by an empty line, items to a list. */
export function joinParts(parts: readonly RichPart[]): RichPart[] {
  const joined: RichPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined) joined.push(part);
    else if (last.type === "rich_text_list" && part.type === "rich_text_list" && continues(last, part))
      joined.splice(-1, 1, { ...last, elements: [...last.elements, ...part.elements] });
    else if (
      last.type === part.type &&
      (part.type === "rich_text_section" || part.type === "rich_text_quote")
    )
      joined.splice(-1, 1, { ...part, elements: [...inlinesIn(last), plain("\n\n"), ...part.elements] });
    else if (part.type === "rich_text_section")
      joined.push({ ...part, elements: [plain("\n"), ...part.elements] });
    else joined.push(part);
  }
  return joined;
}

function continues(list: RichList, next: RichList): boolean {
  return (
    list.style === next.style &&
    list.indent === next.indent &&
    list.border === next.border &&
    (list.style === "bullet" || (list.offset ?? 0) + list.elements.length === (next.offset ?? 0))
  );
}

/** All inline elements of a part. */
export function inlinesIn(part: RichPart): Inline[] {
  return part.type === "rich_text_list" ? part.elements.flatMap(({ elements }) => elements) : part.elements;
}

/**
 * Returns parts as text, for notifications and screen readers: literal but for mentions and links with words
 * of their own.
 */
export function textOf(parts: readonly RichPart[]): string {
  return parts.map(partText).join("\n");
}

function partText(part: RichPart): string {
  switch (part.type) {
    case "rich_text_list": {
      const { style, indent, offset = 0 } = part;
      const items = part.elements.map(({ elements }, at) => {
        const mark = style === "bullet" ? "•" : `${offset + at + 1}.`;
        return `${"    ".repeat(indent)}${mark} ${textOfInlines(elements)}`;
      });
      return items.join("\n");
    }
    case "rich_text_quote":
      return textOfInlines(part.elements).replace(/^/gm, "&gt; ");
    case "rich_text_preformatted":
      return `\`\`\`\n${textOfInlines(part.elements)}\n\`\`\``;
    default:
      return textOfInlines(part.elements);
  }
}

/** Returns inline elements as text, as textOf does. */
export function textOfInlines(inlines: readonly Inline[]): string {
  return inlines.map(textOfInline).join("");
}

function textOfInline(inline: Inline): string {
  const { type, text = "", url = "", style } = inline;
  switch (type) {
    case "text":
      return style?.code ? `\`${escapeText(text)}\`` : escapeText(text);
    case "link":
      if (showsAddress(inline)) return escapeText(text);
      return `<${escapeText(url).replaceAll("|", "%7C")}|${escapeText(text).replace(/[|\n]/g, " ")}>`;
    case "emoji":
      return `:${inline.name}:`;
    case "broadcast":
      return `<!${inline.range}>`;
    case "usergroup":
      return `<!subteam^${inline.usergroup_id}>`;
    default:
      return type === "user" ? `<@${inline.user_id}>` : `<#${inline.channel_id}>`;
  }
}

/** Returns true for a link whose words are its address. */
export function showsAddress({ text = "", url = "" }: Inline): boolean {
  const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)|\/$/g, "");
  return bare(text) === bare(url);
}
