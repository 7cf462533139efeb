/** The mark of a truncated quote: text was omitted here, or two pieces meet that are not running text. */
export const GAP = " [...] ";

const FENCE = /^\s*(?:```|~~~)/;
const RULE = /^[\s\-=_*|:+]*$/;
const HEADING = /^\s{0,3}#{1,6}\s+/;
const TABLE_ROW = /^\s*\|.*\||\S\s*\|[^|]*\|/;
const LIST_MARK = /^\s*(?:>\s*)*(?:[-*+•▪◦‣●■–]|\d{1,3}[.)])\s+/;
const QUOTE_MARK = /^\s*(?:>\s*)+/;
const ENDED = /[.!?؟。！？…:;,]["'”“’»«)\]」』）]*$/u;
/** Minimum length of a line that was wrapped automatically rather than by meaning. */
const WRAPPED_FROM = 40;

/**
 * Returns the running text of Markdown or plain text on one line. Removes headings, tables, code and images,
 * replaces links with their texts, and puts `[...]` between lines that are not running text. Line breaks are
 * used only here: without them, a heading could not be told from the sentence after it.
 */
export function dropMarkdown(raw: string): string {
  const lines = raw.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replace(/\s+/g, " ").trim());
  if (lines.length === 1) return dropInlineMarks(lines[0] ?? "");
  return joinLines(readLines(lines));
}

interface Line {
  text: string;
  /** True if it starts a paragraph or a list item, or follows an omission. */
  opens: boolean;
}

function readLines(lines: readonly string[]): Line[] {
  const read: Line[] = [];
  // If a text was cut inside code, it is unknown on which side of the fence the code is.
  const closes = lines.filter((line) => FENCE.test(line)).length % 2 === 0;
  let fenced = false;
  let opens = true;
  for (const line of lines) {
    const fence = FENCE.test(line);
    if (fence && closes) fenced = !fenced;
    if (fenced || fence || isStructure(line)) {
      opens = true;
      continue;
    }
    const item = LIST_MARK.test(line);
    const text = dropInlineMarks(line.replace(LIST_MARK, "").replace(QUOTE_MARK, ""));
    if (text !== "" && !isLinkList(line, text)) read.push({ text, opens: opens || item });
    opens = text === "";
  }
  return read;
}

/** Returns whether a line is structure. A heading that ends like a sentence is a sentence. */
function isStructure(line: string): boolean {
  if (RULE.test(line) || TABLE_ROW.test(line)) return true;
  return HEADING.test(line) && !/[.!]["'”’)]*$/.test(line.trim());
}

const LINK_TEXT = /\[([^[\]]{0,300})\]\(/g;
const MIN_LINKED_SHARE = 0.7;

/** Returns whether a line is little more than links, as in menus and lists of further reading. */
function isLinkList(line: string, text: string): boolean {
  const links = Array.from(line.matchAll(LINK_TEXT), ([, inside = ""]) => inside);
  const linked = links.reduce((sum, inside) => sum + inside.length, 0);
  return linked > MIN_LINKED_SHARE * text.length && !/[.!?。！？؟]$/u.test(text);
}

function joinLines(lines: readonly Line[]): string {
  let joined = "";
  let before = "";
  for (const { text, opens } of lines) {
    const runsOn = ENDED.test(before) || (!opens && (before.length >= WRAPPED_FROM || /^\p{Ll}/u.test(text)));
    joined += joined === "" ? text : `${runsOn ? " " : GAP}${text}`;
    before = text;
  }
  return joined;
}

const IMAGE = /!\[[^[\]]{0,300}\]\([^()\s]{0,1000}(?:\s+"[^"]{0,300}")?\)/g;
const LINK = /\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s+["'][^"']{0,300}["'])?\)/g;
const REFERENCE_LINK = /\[([^[\]]{1,300})\]\[[^[\]]{0,100}\]/g;
/** Matches a link cut off at the end of a snippet. CLOSED_LINK matches one cut off at its start. */
const OPEN_LINK = /!?\[([^[\]]{0,300})\]\([^()\s]{0,1000}$/;
const CLOSED_LINK = /^(?:([^[\]]{0,300})\]\([^()\s]{0,1000}|[^\s()[\]]{0,500}\/[^\s()[\]]{0,500})\)\s*/;
const FOOTNOTE =
  /\[(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|citation needed|edit|update|who\?|when\?|which\?)\]/gi;
const EMPHASIS = /(\*\*\*|\*\*|__|~~|`)(?=\S)([^*_~`\n]{1,500}?)(?<=\S)\1/g;
const SLANTED = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu;
const LEFT_OVER = /\*{2,}|_{2,}|~~|`{1,3}/g;
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!|>~])/g;
const INLINE_HEADING = /(?:^|\s)#{1,6}\s+(?=\S)/g;

function dropInlineMarks(line: string): string {
  if (!/[[\]*_`~#\\]/.test(line)) return line.trim();
  return line
    .replace(IMAGE, " ")
    .replace(LINK, "$1")
    .replace(OPEN_LINK, "$1")
    .replace(CLOSED_LINK, "$1 ")
    .replace(FOOTNOTE, "")
    .replace(REFERENCE_LINK, "$1")
    .replace(EMPHASIS, "$2")
    .replace(EMPHASIS, "$2")
    .replace(SLANTED, "$1")
    .replace(LEFT_OVER, "")
    .replace(ESCAPED, "$1")
    .replace(INLINE_HEADING, GAP)
    .replace(/\s+(?=[.,;:!?](?:\s|$))/g, "")
    .replace(/\s{2,}/g, " ")
    .trim();
}
