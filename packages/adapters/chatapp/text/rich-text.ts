import type { Style } from "../../markdown/inline-text.ts";
import { escapeText } from "./markup.ts";

/** An inline element of a `rich_text` block (Slack, Block Kit reference, "Rich text block"). */
export interface Inline {
  type: "text" | "link" | "user" | "channel" | "usergroup" | "broadcast";
  text?: string;
  style?: { bold?: true; italic?: true; strike?: true; code?: true };
  url?: string;
  user_id?: string;
  channel_id?: string;
  usergroup_id?: string;
  range?: string;
}

/** Parts of a block from top to bottom. Each list has one item until joinParts merges them. */
export type RichPart = RichText | RichList;

interface RichText {
  type: "rich_text_section" | "rich_text_quote" | "rich_text_preformatted";
  elements: Inline[];
  border?: 1;
}

export interface RichList {
  type: "rich_text_list";
  style: "bullet" | "ordered";
  indent: number;
  /** Number of earlier items of the same list. */
  offset?: number;
  border?: 1;
  elements: RichText[];
}

/** Mentions in Slack's markup: how each starts, and the field of its element. */
export const MENTIONS = [
  { type: "user", mark: "@", field: "user_id" },
  { type: "channel", mark: "#", field: "channel_id" },
  { type: "usergroup", mark: "!subteam^", field: "usergroup_id" },
  { type: "broadcast", mark: "!", field: "range" },
] as const;

export const createTextElement = (text: string): Inline => ({ type: "text", text });

export const createLinkElement = (url: string, text: string): Inline => ({ type: "link", url, text });

export function toSlackStyle({ link: _link, strikethrough, ...same }: Style): Pick<Inline, "style"> {
  const style = { ...same, ...(strikethrough && { strike: strikethrough }) };
  return Object.keys(style).length === 0 ? {} : { style };
}

/** Joins adjacent parts: paragraphs with an empty line between them, items into a list. */
export function joinParts(parts: readonly RichPart[]): RichPart[] {
  const joined: RichPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === "rich_text_list") {
      if (last?.type === "rich_text_list" && isContinuedBy(last, part)) last.elements.push(...part.elements);
      else joined.push(part);
    } else if (last?.type === part.type && part.type !== "rich_text_preformatted")
      last.elements.push(createTextElement("\n\n"), ...part.elements);
    else if (last && part.type === "rich_text_section")
      joined.push({ ...part, elements: [createTextElement("\n"), ...part.elements] });
    else joined.push(part);
  }
  return joined;
}

function isContinuedBy(list: RichList, next: RichList): boolean {
  return (
    list.style === next.style &&
    list.indent === next.indent &&
    list.border === next.border &&
    (list.style === "bullet" || (list.offset ?? 0) + list.elements.length === (next.offset ?? 0))
  );
}

/** Returns whether the parts are plain text, which needs no blocks. */
export function isPlainText(parts: readonly RichPart[]): boolean {
  return parts.every(
    ({ type, elements }) =>
      type === "rich_text_section" &&
      elements.every((one) => one.style === undefined && (one.type !== "link" || isBareLink(one))),
  );
}

/** Returns the parts as plain text for notifications, literal except for mentions and links. */
export function toNotificationText(parts: readonly RichPart[]): string {
  const lines = parts.flatMap((part) => (part.type === "rich_text_list" ? part.elements : part));
  return lines.map(({ elements }) => elements.map(inlineToText).join("")).join("\n");
}

function inlineToText(inline: Inline): string {
  const { type, text = "", url = "" } = inline;
  const mention = MENTIONS.find((one) => one.type === type);
  if (mention) return `<${mention.mark}${inline[mention.field]}>`;
  if (type === "text" || isBareLink(inline)) return escapeText(text);
  return `<${escapeText(url).replaceAll("|", "%7C")}|${escapeText(text).replace(/[|\n]/g, " ")}>`;
}

/** Returns whether a link's text is its URL. */
function isBareLink({ text = "", url = "" }: Inline): boolean {
  const removeScheme = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)|\/$/g, "");
  return removeScheme(text) === removeScheme(url);
}
