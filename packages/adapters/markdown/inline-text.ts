import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { MarkedToken, Token } from "marked";

/** Formatting of a run of text. `link` is an address that linkTarget accepted. */
export interface Style {
  bold?: true;
  italic?: true;
  strikethrough?: true;
  code?: true;
  link?: string;
}

/** Text of any length in one style. */
export interface StyledText {
  text: string;
  style: Style;
}

/** Joins adjacent runs that have the same style. */
export function joinRuns(texts: readonly StyledText[]): StyledText[] {
  const result: StyledText[] = [];
  for (const { text, style } of texts) {
    const last = result.at(-1);
    if (last !== undefined && isSameStyle(last.style, style)) last.text += text;
    else if (text !== "") result.push({ text, style });
  }
  return result;
}

function isSameStyle(one: Style, other: Style): boolean {
  return (["bold", "italic", "strikethrough", "code", "link"] as const).every(
    (key) => one[key] === other[key],
  );
}

/** Converts inline tokens to styled text. HTML is kept as source text, except for line breaks. */
export function toStyledText(tokens: readonly Token[] = [], style: Style = {}): StyledText[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => convertToken(token, style));
}

function convertToken(token: MarkedToken, style: Style): StyledText[] {
  switch (token.type) {
    case "text":
      return token.tokens
        ? toStyledText(token.tokens, style)
        : [{ text: decodeReferences(token.text), style }];
    case "escape":
      return [{ text: token.text, style }];
    case "strong":
      return toStyledText(token.tokens, { ...style, bold: true });
    case "em":
      return toStyledText(token.tokens, { ...style, italic: true });
    case "del":
      return toStyledText(token.tokens, { ...style, strikethrough: true });
    case "codespan":
      return [{ text: token.text, style: { ...style, code: true } }];
    case "br":
      return [{ text: "\n", style }];
    case "html":
      return [{ text: /^<br\s*\/?>$/i.test(token.text) ? "\n" : token.text, style }];
    case "checkbox":
      return [];
    case "link":
      if (token.autolink) return addLink([{ text: token.text, style }], token.href);
      return addLink(toStyledText(token.tokens, style), decodeReferences(token.href));
    case "image":
      return describeImage(decodeReferences(token.text), decodeReferences(token.href), style);
    default:
      return [{ text: token.raw, style }];
  }
}

/**
 * Returns the text of a link. A link without text shows its address. An address that cannot be linked is
 * added after the text.
 */
function addLink(texts: StyledText[], href: string): StyledText[] {
  const shown = texts.some(({ text }) => text !== "") ? texts : [{ text: href, style: {} }];
  const link = toLinkTarget(href);
  if (link !== undefined) return shown.map(({ text, style }) => ({ text, style: { ...style, link } }));
  return href === "" || shown.some(({ text }) => text === href)
    ? shown
    : [...shown, { text: ` (${href})`, style: {} }];
}

/** Returns the text of an image, linked to it. If the image cannot be linked, states that it was omitted. */
function describeImage(words: string, href: string, style: Style): StyledText[] {
  if (toLinkTarget(href) !== undefined) return addLink([{ text: words, style }], href);
  const address = /^data:/i.test(href) ? "it was given as data" : href;
  return [{ text: `${words} (image left out: ${address})`.trim(), style }];
}

/**
 * Named character references that people write in Markdown. HTML's two thousand others do not occur there.
 */
const NAMED = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    ndash: "–",
    mdash: "—",
    hellip: "…",
  }),
);

/**
 * Resolves named character references. Leaves unknown ones unchanged. The lexer has already resolved numeric
 * ones.
 */
export function decodeReferences(text: string): string {
  return text.replace(/&([a-z]+);/g, (whole, name: string) => NAMED.get(name) ?? whole);
}

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
/**
 * Maximum length of a URL that every provider accepts (Notion API reference, "Request limits"; Slack accepts
 * 3,000).
 */
const MAX_URL = 2_000;

/**
 * Normalizes an address for use in a link. Returns `undefined` if it is relative, too long, or uses a
 * protocol that messages do not link to.
 */
export function toLinkTarget(href: string): string | undefined {
  const url = parseUrl(href);
  if (url === undefined) return undefined;
  return PROTOCOLS.has(url.protocol) && url.href.length <= MAX_URL ? url.href : undefined;
}
