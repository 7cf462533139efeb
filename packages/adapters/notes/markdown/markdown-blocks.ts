import type { MarkedToken, Token, Tokens } from "marked";
import { lexMarkdown } from "../../markdown/bounded-lexer.ts";
import { decodeReferences, type StyledText, toLinkTarget, toStyledText } from "../../markdown/inline-text.ts";
import { type Block, createBlock, fitBlock, MAX_BLOCK_BYTES, MAX_CHILDREN } from "./block.ts";
import { toRichTextArrays } from "./rich-text.ts";

const PLAIN_TEXT = "plain text";

/**
 * Converts Markdown to blocks within the provider's limits. Keeps all text except the titles of links. What
 * the provider cannot nest follows its parent. What has no block type (HTML, an uneven table) is shown as
 * source text. Never throws.
 */
export function convertToBlocks(markdown: string): Block[] {
  return convertTokens(lexMarkdown(markdown)).flatMap((block) => fitBlock(block));
}

function convertTokens(tokens: readonly Token[]): Block[] {
  return (tokens as readonly MarkedToken[]).flatMap(convertToken);
}

function convertToken(token: MarkedToken): Block[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return createTextBlocks(`heading_${Math.min(token.depth, 3)}`, toStyledText(token.tokens));
    case "hr":
      return [createBlock("divider", {})];
    case "code":
      return convertFencedCode(token);
    case "blockquote": {
      const { lead, below } = splitLeadText(token.tokens);
      return createTextBlocks("quote", lead, {}, below);
    }
    case "list":
      return token.items.flatMap((item, index) => convertItem(token, item, index));
    case "table":
      return convertTable(token) ?? createCodeBlocks(token.raw.trimEnd(), "markdown");
    case "html":
      return createParagraphs([{ text: token.text.trim(), style: {} }]);
    case "paragraph":
      return convertParagraph(token.tokens);
    default:
      return convertParagraph(("tokens" in token && token.tokens) || [token]);
  }
}

/**
 * Converts a list item. Keeps the numbers of a list that does not start at 1 as text, because the provider
 * counts from 1.
 */
function convertItem(
  { ordered, start }: Tokens.List,
  { tokens, task, checked }: Tokens.ListItem,
  index: number,
): Block[] {
  const { lead, below } = splitLeadText(tokens);
  if (task) return createTextBlocks("to_do", lead, { checked: checked === true }, below);
  if (!ordered) return createTextBlocks("bulleted_list_item", lead, {}, below);
  if (start === 1) return createTextBlocks("numbered_list_item", lead, {}, below);
  return createTextBlocks(
    "paragraph",
    [{ text: `${Number(start) + index}. `, style: {} }, ...lead],
    {},
    below,
  );
}

/** Splits a list item or a quote into its leading text and the blocks after it. */
function splitLeadText(tokens: readonly Token[]): { lead: StyledText[]; below: Block[] } {
  const [first, ...rest] = tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
  if (first?.type !== "paragraph" && first?.type !== "text")
    return { lead: [], below: convertTokens(tokens) };
  const inline: readonly Token[] = first.tokens ?? [first];
  const image = inline.findIndex((token) => convertImage(token) !== undefined);
  const end = image === -1 ? inline.length : image;
  const below = [...convertParagraph(inline.slice(end)), ...convertTokens(rest)];
  return { lead: toStyledText(inline.slice(0, end)), below };
}

/**
 * Converts a paragraph. An image becomes a separate block, with paragraphs for the text before and after it.
 */
function convertParagraph(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    const image = convertImage(token);
    if (image === undefined) continue;
    blocks.push(...createParagraphs(toStyledText(tokens.slice(start, index))), image);
    start = index + 1;
  }
  return [...blocks, ...createParagraphs(toStyledText(tokens.slice(start)))];
}

/**
 * Creates the block for an image, or for a link that shows one. Returns `undefined` for other tokens. An
 * image without a web URL stays text.
 */
function convertImage(token: Token): Block | undefined {
  const { type, tokens, href } = token as MarkedToken & { tokens?: Token[]; href?: string };
  const [inner, more] = type === "link" ? (tokens ?? []) : [token];
  if (inner?.type !== "image" || more !== undefined) return undefined;
  const url = toLinkTarget(decodeReferences(inner.href));
  if (url === undefined || url.startsWith("mailto:")) return undefined;
  const link = type === "link" ? toLinkTarget(decodeReferences(href ?? "")) : undefined;
  const words = { text: decodeReferences(inner.text), style: link === undefined ? {} : { link } };
  const [caption] = toRichTextArrays([words]);
  return createBlock("image", { type: "external", external: { url }, caption });
}

function createParagraphs(texts: readonly StyledText[]): Block[] {
  return texts.every(({ text }) => text.trim() === "") ? [] : createTextBlocks("paragraph", texts);
}

/** Converts fenced code. Any text after the fence's language becomes a paragraph before the code. */
function convertFencedCode({ text, lang = "" }: Tokens.Code): Block[] {
  const exact = lang === "" ? PLAIN_TEXT : findLanguage(lang);
  if (exact !== undefined) return createCodeBlocks(text, exact);
  const language = findLanguage(lang.split(/[\s{,:]/, 1)[0] ?? "") ?? PLAIN_TEXT;
  return [...createParagraphs([{ text: lang, style: {} }]), ...createCodeBlocks(text, language)];
}

function createCodeBlocks(text: string, language: string): Block[] {
  return createTextBlocks("code", [{ text, style: {} }], { language });
}

/** Splits overlong text into several blocks of the same type. The last one gets the children. */
function createTextBlocks(
  type: string,
  texts: readonly StyledText[],
  more: Readonly<Record<string, unknown>> = {},
  below: readonly Block[] = [],
): Block[] {
  const arrays = toRichTextArrays(texts);
  return arrays.map((rich_text, index) =>
    createBlock(type, { rich_text, ...more }, index === arrays.length - 1 ? below : []),
  );
}

/** The languages of a code block (Notion API reference, "Block", code). */
const LANGUAGES = new Set(
  (
    "abap,abc,agda,arduino,ascii art,assembly,bash,basic,bnf,c,c#,c++,clojure,coffeescript,coq,css,dart,dhall,diff,docker,ebnf," +
    "elixir,elm,erlang,f#,flow,fortran,gherkin,glsl,go,graphql,groovy,haskell,hcl,html,idris,java,javascript,json,julia,kotlin," +
    "latex,less,lisp,livescript,llvm ir,lua,makefile,markdown,markup,matlab,mathematica,mermaid,nix,notion formula,objective-c," +
    "ocaml,pascal,perl,php,plain text,powershell,prolog,protobuf,purescript,python,r,racket,reason,ruby,rust,sass,scala,scheme," +
    "scss,shell,smalltalk,solidity,sql,swift,toml,typescript,vb.net,verilog,vhdl,visual basic,webassembly,xml,yaml"
  ).split(","),
);

const ALIASES = new Map(
  Object.entries({
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
    node: "javascript",
    ts: "typescript",
    tsx: "typescript",
    py: "python",
    python3: "python",
    rb: "ruby",
    rs: "rust",
    golang: "go",
    kt: "kotlin",
    cs: "c#",
    csharp: "c#",
    cpp: "c++",
    fsharp: "f#",
    objc: "objective-c",
    hs: "haskell",
    ex: "elixir",
    pl: "perl",
    sh: "shell",
    zsh: "shell",
    console: "shell",
    ps1: "powershell",
    yml: "yaml",
    jsonc: "json",
    md: "markdown",
    tex: "latex",
    proto: "protobuf",
    dockerfile: "docker",
    make: "makefile",
    tf: "hcl",
    terraform: "hcl",
    wasm: "webassembly",
    patch: "diff",
    svg: "xml",
  }),
);

/**
 * Returns the provider's name for a language as written after a fence ("ts", "TypeScript"). Returns
 * `undefined` if it has none.
 */
function findLanguage(name: string): string | undefined {
  const language = ALIASES.get(name.toLowerCase()) ?? name.toLowerCase();
  return LANGUAGES.has(language) ? language : undefined;
}

const MAX_COLUMNS = 100;
const MAX_ROW_BYTES = 150_000;

/**
 * Converts a table to a block, or a long table to several that repeat the header. Returns `undefined` if the
 * provider cannot represent it: over 100 columns, a cell with over 100 styles, or rows with more cells than
 * the header, which the lexer would cut off.
 */
function convertTable({ header, rows, raw }: Tokens.Table): Block[] | undefined {
  const width = header.length;
  if (width > MAX_COLUMNS || hasLongerRow(raw, width)) return undefined;
  const [head, ...body] = [header, ...rows].map(convertRow);
  if (head === undefined || !body.every((row) => row !== undefined)) return undefined;
  const content = { table_width: width, has_column_header: true, has_row_header: false };
  return splitRows(head, body).map((page) => createBlock("table", content, page));
}

function convertRow(cells: readonly Tokens.TableCell[]): Block | undefined {
  const arrays = cells.map((cell) => toRichTextArrays(toStyledText(cell.tokens)));
  if (arrays.some(({ length }) => length > 1)) return undefined;
  const row = createBlock("table_row", { cells: arrays.map(([only]) => only) });
  return row.bytes > MAX_ROW_BYTES ? undefined : row;
}

function splitRows(head: Block, body: readonly Block[]): Block[][] {
  let page = [head];
  let bytes = head.bytes;
  const pages = [page];
  for (const row of body) {
    bytes += row.bytes;
    if (page.length === MAX_CHILDREN || bytes > MAX_BLOCK_BYTES) {
      page = [head];
      bytes = head.bytes + row.bytes;
      pages.push(page);
    }
    page.push(row);
  }
  return pages;
}

/**
 * Returns whether a line of the table's source has more cells than the header. Counts pipes in code too, as
 * the lexer does.
 */
function hasLongerRow(raw: string, width: number): boolean {
  const lines = raw.trimEnd().split("\n").slice(2);
  return lines.some(
    (line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/).length > width,
  );
}
