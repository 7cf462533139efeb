import { cutText } from "@plumbline/core/text/unicode.ts";
import { getDefaults, Lexer, type MarkedToken, type Token, type Tokens, type TokensList } from "marked";

/**
 * Maximum nesting of quotes and lists. Documents need no more, and the lexer reads the text again for each
 * level.
 */
const MAX_NESTING = 16;
/** Maximum length of a run of inline text. The lexer is quadratic in this length. */
const MAX_RUN = 4_000;
/** Matches an inline image's data, which would not fit into a run. */
const IMAGE_DATA = /(!\[[^\]]*\]\(data:[^\s)]{0,100})[^\s)]*/gi;

/** marked's lexer with limits that make it safe for hostile text. */
class BoundedLexer extends Lexer {
  readonly definitions: Tokens.Def[] = [];
  /** Addresses of links and images. */
  readonly linked = new Set<string>();
  #blockLevels = 0;
  #inlineLevels = 0;

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    if (this.#blockLevels === MAX_NESTING) return addAsText(source, tokens);
    this.#blockLevels += 1;
    super.blockTokens(source, tokens, clipped);
    this.#blockLevels -= 1;
    for (const token of tokens as MarkedToken[]) if (token.type === "def") this.definitions.push(token);
    return tokens;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#inlineLevels === MAX_NESTING) return addAsText(source, tokens);
    this.#inlineLevels += 1;
    for (const run of splitIntoRuns(source.replace(IMAGE_DATA, "$1"))) super.inlineTokens(run, tokens);
    this.#inlineLevels -= 1;
    for (const token of tokens as MarkedToken[])
      if (token.type === "link" || token.type === "image") this.linked.add(token.href);
    return tokens;
  }
}

/**
 * Splits a Markdown text into tokens. A definition that no link uses is text. Content nested deeper than 16
 * levels is kept as source text. Inline text is read in runs of at most 4,000 characters, so a style that
 * spans two runs is not recognized. Never throws. Takes at most about a second for 100,000 characters in
 * 3,000 lines (quadratic in the lines of one list item).
 */
export function lexMarkdown(markdown: string): MarkedToken[] {
  const lexer = new BoundedLexer(getDefaults());
  // Without extensions, marked creates only its own tokens.
  const tokens = lexer.lex(markdown) as MarkedToken[];
  for (const definition of lexer.definitions) {
    if (!lexer.linked.has(definition.href))
      Object.assign(definition, { type: "text", text: definition.raw.trim() });
  }
  return tokens;
}

function addAsText(source: string, tokens: Token[]): Token[] {
  tokens.push({ type: "text", raw: source, text: source, escaped: false });
  return tokens;
}

/**
 * Splits text into runs at the end of a line, a sentence or a word, in this order of preference, because few
 * styles span those.
 */
function splitIntoRuns(source: string): string[] {
  const runs: string[] = [];
  let rest = source;
  while (rest.length > MAX_RUN) {
    const longest = cutText(rest, MAX_RUN);
    const end = ["\n", ". ", " "].map((gap) => longest.lastIndexOf(gap)).find((at) => at !== -1);
    const run = end === undefined ? longest : longest.slice(0, end + 1);
    runs.push(run);
    rest = rest.slice(run.length);
  }
  return [...runs, rest];
}
