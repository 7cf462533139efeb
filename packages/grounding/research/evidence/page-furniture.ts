import { detectLanguage } from "../../lexicon/detect-language.ts";
import { isNotice, isOnlyDate, MENU_WORDS, PAGE_LABELS } from "../../lexicon/word-lists.ts";
import { splitSentences } from "../../text/tokens.ts";

const SEPARATORS = /[\s|›»>·•/→↓▾,–—-]*/uy;
/** Matches what closes a row of labels; it goes with the row. */
const AFTER_LABEL = /[\s|›»>·•/→↓▾,.:–—-]*/uy;
const NEXT_WORD = /[\p{L}\p{M}\p{N}'’]+/uy;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A place where a sentence may begin: after the end of one. */
const BOUNDARY = /[.!?؟…。！？]+["'”’»)\]]*\s*/gu;
const FEWEST_MENU_WORDS = 3;
const LAST_WORDS = 6;

const labelsByFirst = new Map<string, string[]>();
for (const label of PAGE_LABELS) {
  const first = label.charAt(0);
  labelsByFirst.set(first, [...(labelsByFirst.get(first) ?? []), label]);
}

/**
 * Drops the buttons, links and menus that a page puts around its text ("Skip to content", "Home About
 * Contact", "Read more") where a sentence could begin or the text ends, and sentences about cookies and
 * copyright. Marks by `[...]` where something is left out in the middle.
 */
export function dropFurniture(text: string): string {
  const kept: string[] = [];
  let start = 0;
  const cutAt = (place: number): void => {
    const end = findFurnitureEnd(text, place);
    if (end <= place) return;
    kept.push(text.slice(start, place));
    start = end;
  };
  cutAt(0);
  for (const match of text.matchAll(BOUNDARY)) {
    const place = match.index + match[0].length;
    if (place >= start) cutAt(place);
  }
  kept.push(dropLastLabel(text.slice(start)));
  return joinPieces(kept.map(dropNotices));
}

/** Joins what is left of a text with the mark of a cut quote. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .join(GAP);
}

/** Finds where the furniture that begins at `place` ends; `place` itself when none does. */
function findFurnitureEnd(text: string, place: number): number {
  let end = place;
  for (;;) {
    const from = skip(SEPARATORS, text, end);
    const next = findLabelEnd(text, from) ?? findMenuEnd(text, from);
    if (next === undefined || next <= end) return end === place ? place : skip(AFTER_LABEL, text, end);
    end = next;
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

/** Lower case of the same length. */
function lower(text: string): string {
  return text.replace(/İ/g, "i").toLowerCase();
}

/**
 * Finds where the label at `from` ends, unless the sentence goes on behind it ("Sign up for the race was
 * quick").
 */
function findLabelEnd(text: string, from: number): number | undefined {
  const ahead = lower(text.slice(from, from + 64));
  for (const label of labelsByFirst.get(ahead.charAt(0)) ?? []) {
    if (!ahead.startsWith(label)) continue;
    const rest = text.slice(from + label.length, from + label.length + 8);
    if (UNSPACED.test(label) || /^(?:$|\s*[^\p{L}\p{N}\s]|\s+[^\p{Ll}])/u.test(rest))
      return from + label.length;
  }
  return undefined;
}

const CAPITAL = /(?<![\p{L}\p{N}])\p{Lu}/gu;

/**
 * Tells whether a label of several words stands in a sentence, with the capital of a button and nothing of
 * the sentence behind it.
 */
export function holdsLabel(sentence: string): boolean {
  for (const { index } of sentence.matchAll(CAPITAL)) {
    const end = findLabelEnd(sentence, index);
    if (end !== undefined && sentence.slice(index, end).includes(" ")) return true;
  }
  return false;
}

/**
 * Finds where the run of at least three menu words at `from` ends, or of fewer before a label; its last word
 * stays when a sentence goes on in lower case behind it.
 */
function findMenuEnd(text: string, from: number): number | undefined {
  const ends: number[] = [];
  let at = from;
  for (;;) {
    NEXT_WORD.lastIndex = at;
    const word = NEXT_WORD.exec(text)?.[0];
    if (word === undefined || /^\p{Ll}/u.test(word) || !MENU_WORDS.has(lower(word))) break;
    ends.push(at + word.length);
    at = skip(SEPARATORS, text, at + word.length);
  }
  if (/^\p{Ll}/u.test(text.slice(at))) ends.pop();
  const isMenu =
    ends.length >= FEWEST_MENU_WORDS || (ends.length > 0 && findLabelEnd(text, at) !== undefined);
  return isMenu ? ends.at(-1) : undefined;
}

/**
 * Returns the text without a label at its end, where the label's capital shows that it is not the sentence's
 * own last words.
 */
function dropLastLabel(text: string): string {
  const trimmed = text.replace(/[\s»›→>]+$/u, "");
  let at = trimmed.length;
  for (let words = 0; words < LAST_WORDS && at > 0; words += 1) {
    at = trimmed.lastIndexOf(" ", at - 1);
    const from = at + 1;
    if (/^\p{Ll}/u.test(trimmed.slice(from, from + 2))) continue;
    const end = findLabelEnd(trimmed, from);
    if (end !== undefined && /^[.!…\s]*$/u.test(trimmed.slice(end)))
      return dropLastLabel(trimmed.slice(0, from));
  }
  return text;
}

/**
 * Words that notices about cookies and rights have in every language, so that other texts need not be read
 * closely.
 */
const SUSPECT =
  /cookie|çerez|куки|تعريف الارتباط|쿠키|©|reserv|vorbehalt|voorbehoud|saklıdır|защищены|محفوظة|版权|無断|무단/;

function dropNotices(piece: string): string {
  if (!SUSPECT.test(lower(piece))) return piece;
  const language = detectLanguage(piece) ?? "en";
  const sentences = splitSentences(piece, language);
  const kept: string[] = [];
  let gap = true;
  for (const sentence of sentences) {
    const dropped = SUSPECT.test(lower(sentence)) && isNotice(sentence, language);
    if (!dropped) kept.push(gap || kept.length === 0 ? sentence : `${kept.pop() ?? ""} ${sentence}`);
    gap = dropped;
  }
  return joinPieces(kept);
}

const DATE_END = /\s*(?:[·•—–|]|-(?=\s)|:(?=\s)|\.\.\.|…)\s+/gu;
const LONGEST_DATE = 60;
/** Matches how lines begin that say when a page was written, in no other way than sentences do not. */
const DATELINE =
  /^(?:last )?(?:updated|published|posted|modified|aktualisiert|veröffentlicht|publicado|actualizado|publié|pubblicato|aggiornato|atualizado|gepubliceerd|bijgewerkt|опубликовано|обновлено|yayınlanma|güncelleme|نشر|تحديث|发布|更新)(?!\p{L}{4})/iu;
const DATE_WORD = /\s*[\p{L}\p{M}\p{N}]+[,:.]*/uy;

/**
 * Returns the text without the date that a search engine or a page puts in front of it ("Jan 5, 2023 · ",
 * "Updated 5 May 2023"). A year or a month alone stays: in a chronicle it belongs to the sentence.
 */
export function dropLeadingDate(text: string): string {
  for (const match of text.slice(0, LONGEST_DATE + 8).matchAll(DATE_END)) {
    const date = text.slice(0, match.index);
    if (isOnlyDate(date) && /\p{N}/u.test(date) && !isYearOrMonth(date))
      return text.slice(match.index + match[0].length);
  }
  return DATELINE.test(text) ? dropDateline(text) : text;
}

function dropDateline(text: string): string {
  let end = 0;
  DATE_WORD.lastIndex = 0;
  for (let found = DATE_WORD.exec(text); found !== null; found = DATE_WORD.exec(text)) {
    if (DATE_WORD.lastIndex > LONGEST_DATE || !isOnlyDate(text.slice(0, DATE_WORD.lastIndex))) break;
    end = DATE_WORD.lastIndex;
  }
  const date = text.slice(0, end);
  const rest = text.slice(end).trimStart();
  return /\p{N}/u.test(date) && !isYearOrMonth(date) && /^[^\p{Ll}]/u.test(rest) ? rest : text;
}

function isYearOrMonth(date: string): boolean {
  const numbers = date.match(/\p{N}+/gu) ?? [];
  return numbers.length === 1 && (numbers[0]?.length ?? 0) === 4;
}

/**
 * The mark of a cut quote: something stood here that was left out, or two pieces meet that are no running
 * text.
 */
const GAP = " [...] ";

const FENCE = /^\s*(?:```|~~~)/;
const RULE = /^[\s\-=_*|:+]*$/;
const HEADING = /^\s{0,3}#{1,6}\s+/;
const TABLE_ROW = /^\s*\|.*\||\S\s*\|[^|]*\|/;
const LIST_MARK = /^\s*(?:>\s*)*(?:[-*+•▪◦‣●■–]|\d{1,3}[.)])\s+/;
const QUOTE_MARK = /^\s*(?:>\s*)+/;
const ENDED = /[.!?؟。！？…:;,]["'”“’»«)\]」』）]*$/u;
/** A line that is longer was broken by whoever wrapped the text, not by its sense. */
const WRAPPED_FROM = 40;

/**
 * Returns the running text of a piece of Markdown or plain text in one line. Headings, tables, code and
 * images are gone, links are their texts, and `[...]` stands where lines met that are no running text. Line
 * breaks count only here: without them a heading cannot be told from the sentence behind it.
 */
export function dropMarkdown(raw: string): string {
  const lines = raw.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.replace(/\s+/g, " ").trim());
  if (lines.length === 1) return dropInlineMarks(lines[0] ?? "");
  return joinLines(readLines(lines));
}

interface Line {
  text: string;
  /** Begins a paragraph, a list item or what follows something left out. */
  opens: boolean;
}

function readLines(lines: readonly string[]): Line[] {
  const read: Line[] = [];
  // Of a text that was cut inside of code nobody knows on which side of the fence the code stands.
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

/** A heading that ends like a sentence is one, set large. */
function isStructure(line: string): boolean {
  if (RULE.test(line) || TABLE_ROW.test(line)) return true;
  return HEADING.test(line) && !/[.!]["'”’)]*$/.test(line.trim());
}

const LINK_TEXT = /\[([^[\]]{0,300})\]\(/g;
const MOSTLY = 0.7;

/** Tells whether a line is links and little else, as menus and lists of further reading are. */
function isLinkList(line: string, text: string): boolean {
  const links = Array.from(line.matchAll(LINK_TEXT), ([, inside = ""]) => inside);
  const linked = links.reduce((sum, inside) => sum + inside.length, 0);
  return linked > MOSTLY * text.length && !/[.!?。！？؟]$/u.test(text);
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
/** A snippet may be cut inside of a link, at either end. */
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
