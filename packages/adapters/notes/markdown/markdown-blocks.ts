import type { MarkedToken, Token, Tokens } from "marked";
import { markdownTokens } from "../../markdown/bounded-lexer.ts";
import { decodeReferences, inlineText, linkTarget, type StyledText } from "../../markdown/inline-text.ts";
import { type Block, fitBlock, makeBlock } from "./block.ts";
import { codeLanguage } from "./code-language.ts";
import { richTextArrays } from "./rich-text.ts";
import { tableBlocks } from "./table-blocks.ts";

const PLAIN_TEXT = "plain text";

/**
 * A Markdown text as blocks that each keep every limit of the provider. No text is lost but the titles of
 * links: what the provider cannot nest stands behind its parent, and what has no block of its own (HTML, an
 * uneven table) is shown as it was written. Never throws.
 */
export function markdownBlocks(markdown: string): Block[] {
  return blocksOf(markdownTokens(markdown)).flatMap((block) => fitBlock(block));
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return (tokens as readonly MarkedToken[]).flatMap(blocksOfToken);
}

function blocksOfToken(token: MarkedToken): Block[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return textBlocks(`heading_${Math.min(token.depth, 3)}`, inlineText(token.tokens));
    case "hr":
      return [makeBlock("divider", {})];
    case "code":
      return fencedBlocks(token);
    case "blockquote": {
      const { lead, below } = leadText(token.tokens);
      return textBlocks("quote", lead, {}, below);
    }
    case "list":
      return token.items.flatMap((item, index) => itemBlocks(token, item, index));
    case "table":
      return tableBlocks(token) ?? codeBlocks(token.raw.trimEnd(), "markdown");
    case "html":
      return paragraphs([{ text: token.text.trim(), style: {} }]);
    case "paragraph":
      return paragraphBlocks(token.tokens);
    default:
      return paragraphBlocks(("tokens" in token && token.tokens) || [token]);
  }
}

/** A list that does not begin at 1 keeps its numbers as text: the provider would count from 1. */
function itemBlocks(
  { ordered, start }: Tokens.List,
  { tokens, task, checked }: Tokens.ListItem,
  index: number,
): Block[] {
  const { lead, below } = leadText(tokens);
  if (task) return textBlocks("to_do", lead, { checked: checked === true }, below);
  if (!ordered) return textBlocks("bulleted_list_item", lead, {}, below);
  if (start === 1) return textBlocks("numbered_list_item", lead, {}, below);
  return textBlocks("paragraph", [{ text: `${Number(start) + index}. `, style: {} }, ...lead], {}, below);
}

/** The text that a list item or a quote begins with, and the blocks of what comes after it. */
function leadText(tokens: readonly Token[]): { lead: StyledText[]; below: Block[] } {
  const [first, ...rest] = tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
  if (first?.type !== "paragraph" && first?.type !== "text") return { lead: [], below: blocksOf(tokens) };
  const inline: readonly Token[] = first.tokens ?? [first];
  const image = inline.findIndex((token) => imageBlock(token) !== undefined);
  const end = image === -1 ? inline.length : image;
  const below = [...paragraphBlocks(inline.slice(end)), ...blocksOf(rest)];
  return { lead: inlineText(inline.slice(0, end)), below };
}

/** An image is a block of its own: the text around it becomes paragraphs before and after it. */
function paragraphBlocks(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    const image = imageBlock(token);
    if (image === undefined) continue;
    blocks.push(...paragraphs(inlineText(tokens.slice(start, index))), image);
    start = index + 1;
  }
  return [...blocks, ...paragraphs(inlineText(tokens.slice(start)))];
}

/**
 * The block of an image, or of a link that shows one; `undefined` for other tokens and for an image that has
 * no address on the web, which stays text.
 */
function imageBlock(token: Token): Block | undefined {
  const { type, tokens, href } = token as MarkedToken & { tokens?: Token[]; href?: string };
  const [inner, more] = type === "link" ? (tokens ?? []) : [token];
  if (inner?.type !== "image" || more !== undefined) return undefined;
  const url = linkTarget(decodeReferences(inner.href));
  if (url === undefined || url.startsWith("mailto:")) return undefined;
  const link = type === "link" ? linkTarget(decodeReferences(href ?? "")) : undefined;
  const words = { text: decodeReferences(inner.text), style: link === undefined ? {} : { link } };
  const [caption] = richTextArrays([words]);
  return makeBlock("image", { type: "external", external: { url }, caption });
}

function paragraphs(texts: readonly StyledText[]): Block[] {
  return texts.every(({ text }) => text.trim() === "") ? [] : textBlocks("paragraph", texts);
}

/** Converts fenced code. Any text beyond the fence's language becomes a paragraph before the code. */
function fencedBlocks({ text, lang = "" }: Tokens.Code): Block[] {
  const exact = lang === "" ? PLAIN_TEXT : codeLanguage(lang);
  if (exact !== undefined) return codeBlocks(text, exact);
  const language = codeLanguage(lang.split(/[\s{,:]/, 1)[0] ?? "") ?? PLAIN_TEXT;
  return [...paragraphs([{ text: lang, style: {} }]), ...codeBlocks(text, language)];
}

function codeBlocks(text: string, language: string): Block[] {
  return textBlocks("code", [{ text, style: {} }], { language });
}

/** Overlong text goes on in further blocks of the kind, the last of which holds what is below. */
function textBlocks(
  type: string,
  texts: readonly StyledText[],
  more: Readonly<Record<string, unknown>> = {},
  below: readonly Block[] = [],
): Block[] {
  const arrays = richTextArrays(texts);
  return arrays.map((rich_text, index) =>
    makeBlock(type, { rich_text, ...more }, index === arrays.length - 1 ? below : []),
  );
}
