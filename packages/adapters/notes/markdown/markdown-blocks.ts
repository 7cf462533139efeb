import type { MarkedToken, Token, Tokens } from "marked";
import { type Block, fitBlock, makeBlock } from "./block.ts";
import { markdownTokens } from "./bounded-lexer.ts";
import { codeLanguage } from "./code-language.ts";
import { inlineText } from "./inline-text.ts";
import { richTextArrays, type StyledText } from "./rich-text.ts";
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
      const { lead, rest } = leadText(token.tokens);
      return textBlocks("quote", lead, {}, blocksOf(rest));
    }
    case "list":
      return token.items.flatMap((item, index) => itemBlocks(token, item, index));
    case "table":
      return tableBlocks(token) ?? codeBlocks(token.raw.trimEnd(), "markdown");
    case "html":
      return paragraphs([{ text: token.text.trim(), style: {} }]);
    case "paragraph":
      return paragraphs(inlineText(token.tokens));
    default:
      return paragraphs(inlineText([token]));
  }
}

/** A list that does not begin at 1 keeps its numbers as text: the provider would count from 1. */
function itemBlocks(
  { ordered, start }: Tokens.List,
  { tokens, task, checked }: Tokens.ListItem,
  index: number,
): Block[] {
  const { lead, rest } = leadText(tokens);
  const below = blocksOf(rest);
  if (task) return textBlocks("to_do", lead, { checked: checked === true }, below);
  if (!ordered) return textBlocks("bulleted_list_item", lead, {}, below);
  if (start === 1) return textBlocks("numbered_list_item", lead, {}, below);
  return textBlocks("paragraph", [{ text: `${Number(start) + index}. `, style: {} }, ...lead], {}, below);
}

/** The text that a list item or a quote begins with, and what comes after it. */
function leadText(tokens: readonly Token[]): { lead: StyledText[]; rest: readonly Token[] } {
  const [first, ...rest] = tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
  if (first?.type === "paragraph") return { lead: inlineText(first.tokens), rest };
  if (first?.type === "text") return { lead: inlineText([first]), rest };
  return { lead: [], rest: tokens };
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
