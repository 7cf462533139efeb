import type { MarkedToken, Token } from "marked";
import { resolveReferences } from "./character-references.ts";
import { linkTarget } from "./link-target.ts";
import type { Style, StyledText } from "./rich-text.ts";

/** The text of inline tokens with its styles. HTML stays as it was written, but for line breaks. */
export function inlineText(tokens: readonly Token[] = [], style: Style = {}): StyledText[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => textOf(token, style));
}

function textOf(token: MarkedToken, style: Style): StyledText[] {
  switch (token.type) {
    case "text":
      return token.tokens
        ? inlineText(token.tokens, style)
        : [{ text: resolveReferences(token.text), style }];
    case "escape":
      return [{ text: token.text, style }];
    case "strong":
      return inlineText(token.tokens, { ...style, bold: true });
    case "em":
      return inlineText(token.tokens, { ...style, italic: true });
    case "del":
      return inlineText(token.tokens, { ...style, strikethrough: true });
    case "codespan":
      return [{ text: token.text, style: { ...style, code: true } }];
    case "br":
      return [{ text: "\n", style }];
    case "html":
      return [{ text: /^<br\s*\/?>$/i.test(token.text) ? "\n" : token.text, style }];
    case "checkbox":
      return [];
    case "link":
      if (token.autolink) return linked([{ text: token.text, style }], token.href);
      return linked(inlineText(token.tokens, style), resolveReferences(token.href));
    case "image":
      return linked([{ text: resolveReferences(token.text), style }], resolveReferences(token.href));
    default:
      return [{ text: token.raw, style }];
  }
}

/** A link without words shows its address; an address that no link may carry stands behind its words. */
function linked(texts: StyledText[], href: string): StyledText[] {
  const shown = texts.some(({ text }) => text !== "") ? texts : [{ text: href, style: {} }];
  const link = linkTarget(href);
  if (link !== undefined) return shown.map(({ text, style }) => ({ text, style: { ...style, link } }));
  return href === "" || shown.some(({ text }) => text === href)
    ? shown
    : [...shown, { text: ` (${href})`, style: {} }];
}
