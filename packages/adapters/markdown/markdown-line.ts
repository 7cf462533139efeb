import { cutText } from "@plumbline/core/text/unicode.ts";
import type { MarkedToken, Token } from "marked";
import { lexMarkdown } from "./bounded-lexer.ts";
import { toStyledText } from "./inline-text.ts";

/** Maximum number of characters to read. A title shows far fewer, even after a link with a long address. */
const MAX_READ = 4_000;

/** Returns the beginning of a Markdown text as one line, without its marks, as a title shows it. */
export function formatMarkdownLine(markdown: string): string {
  return listTexts(lexMarkdown(cutText(markdown, MAX_READ)))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function listTexts(tokens: readonly Token[] = []): string[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    switch (token.type) {
      case "space":
      case "def":
      case "hr":
        return [];
      case "code":
        return [token.text];
      case "blockquote":
        return listTexts(token.tokens);
      case "list":
        return token.items.flatMap(({ tokens: own }, at) => [
          token.ordered ? `${(Number(token.start) || 1) + at}.` : "•",
          ...listTexts(own),
        ]);
      case "table":
        return [token.header, ...token.rows].flat().map(({ tokens: cell }) => joinInline(cell));
      case "heading":
      case "paragraph":
        return [joinInline(token.tokens)];
      default:
        return [joinInline([token])];
    }
  });
}

function joinInline(tokens: readonly Token[]): string {
  return toStyledText(tokens)
    .map(({ text }) => text)
    .join("");
}
