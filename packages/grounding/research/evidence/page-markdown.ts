/** Marks omitted text, or two pieces of a page that are not one running text. */
export const GAP = " [...] ";

const FENCE = /^\s*(?:```|~~~)/;
const SEPARATOR_LINE = /^[\s\-=_*|:+]*$/;
const HEADING = /^\s{0,3}#{1,6}\s+/;
const TABLE_ROW = /^\s*\|.*\||\S\s*\|[^|]*\|/;
const LIST_MARK = /^\s*(?:>\s*)*(?:[-*+•▪◦‣●■–]|\d{1,3}[.)])\s+/;
const QUOTE_MARK = /^\s*(?:>\s*)+/;
const SENTENCE_END = /[.!?؟。！？…:;,]["'”“’»«)\]」』）]*$/u;
/** Lines at least this long were wrapped by width, so the next line continues the sentence. */
const MIN_WRAPPED_LENGTH = 40;

/**
 * Returns the running text of Markdown or plain text on one line. Removes headings, tables, code and images,
 * and replaces links with their text. Puts `[...]` between lines that do not belong together. Later code sees
 * no line breaks, without which a heading would look like part of a sentence.
 */
export function dropMarkdown(raw: string): string {
  const lines = raw.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replace(/\s+/g, " ").trim());
  if (lines.length === 1) return dropInlineMarks(lines[0] ?? "");
  return joinLines(readLines(lines));
}

interface Line {
  text: string;
  /** True if the line starts a paragraph or a list item, or follows removed lines. */
  startsBlock: boolean;
}

function readLines(lines: readonly string[]): Line[] {
  const kept: Line[] = [];
  // If the text was cut inside a code block, nothing shows which side of the fence is code.
  const hasPairedFences = lines.filter((line) => FENCE.test(line)).length % 2 === 0;
  let isInCode = false;
  let startsBlock = true;
  for (const line of lines) {
    const isFence = FENCE.test(line);
    if (isFence && hasPairedFences) isInCode = !isInCode;
    if (isInCode || isFence || isStructure(line)) {
      startsBlock = true;
      continue;
    }
    const isListItem = LIST_MARK.test(line);
    const text = dropInlineMarks(line.replace(LIST_MARK, "").replace(QUOTE_MARK, ""));
    if (text !== "" && !isLinkList(line, text)) kept.push({ text, startsBlock: startsBlock || isListItem });
    startsBlock = text === "";
  }
  return kept;
}

/**
 * Returns whether a line is structure rather than text. A heading that ends like a sentence counts as text.
 */
function isStructure(line: string): boolean {
  if (SEPARATOR_LINE.test(line) || TABLE_ROW.test(line)) return true;
  return HEADING.test(line) && !/[.!]["'”’)]*$/.test(line.trim());
}

const LINK_TEXT = /\[([^[\]]{0,300})\]\(/g;
const MIN_LINKED_SHARE = 0.7;

/** Returns whether a line consists mostly of links, as in menus and lists of further reading. */
function isLinkList(line: string, text: string): boolean {
  const links = Array.from(line.matchAll(LINK_TEXT), ([, inside = ""]) => inside);
  const linked = links.reduce((sum, inside) => sum + inside.length, 0);
  return linked > MIN_LINKED_SHARE * text.length && !/[.!?。！？؟]$/u.test(text);
}

function joinLines(lines: readonly Line[]): string {
  let joined = "";
  let before = "";
  for (const { text, startsBlock } of lines) {
    const runsOn =
      SENTENCE_END.test(before) ||
      (!startsBlock && (before.length >= MIN_WRAPPED_LENGTH || /^\p{Ll}/u.test(text)));
    joined += joined === "" ? text : `${runsOn ? " " : GAP}${text}`;
    before = text;
  }
  return joined;
}

const IMAGE = /!\[[^[\]]{0,300}\]\([^()\s]{0,1000}(?:\s+"[^"]{0,300}")?\)/g;
const LINK = /\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s+["'][^"']{0,300}["'])?\)/g;
const REFERENCE_LINK = /\[([^[\]]{1,300})\]\[[^[\]]{0,100}\]/g;
/** OPEN_LINK matches a link cut off by the end of a snippet, CLOSED_LINK one cut off by its start. */
const OPEN_LINK = /!?\[([^[\]]{0,300})\]\([^()\s]{0,1000}$/;
const CLOSED_LINK = /^(?:([^[\]]{0,300})\]\([^()\s]{0,1000}|[^\s()[\]]{0,500}\/[^\s()[\]]{0,500})\)\s*/;
const FOOTNOTE =
  /\[(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|citation needed|edit|update|who\?|when\?|which\?)\]/gi;
const EMPHASIS = /(\*\*\*|\*\*|__|~~|`)(?=\S)([^*_~`\n]{1,500}?)(?<=\S)\1/g;
const ITALIC = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,300}?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu;
const STRAY_MARKS = /\*{2,}|_{2,}|~~|`{1,3}/g;
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
    .replace(ITALIC, "$1")
    .replace(STRAY_MARKS, "")
    .replace(ESCAPED, "$1")
    .replace(INLINE_HEADING, GAP)
    .replace(/\s+(?=[.,;:!?](?:\s|$))/g, "")
    .replace(/\s{2,}/g, " ")
    .trim();
}
