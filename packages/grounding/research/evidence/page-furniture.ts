import { detectLanguage } from "../../lexicon/detect-language.ts";
import { isNotice, isOnlyDate, MENU_WORDS, PAGE_LABELS } from "../../lexicon/word-lists.ts";
import { splitSentences } from "../../text/tokens.ts";
import { GAP } from "./page-markdown.ts";

const SEPARATORS = /[\s|›»>·•/→↓▾,–—-]*/uy;
/** Matches characters after a row of labels, which are removed with it. */
const AFTER_LABEL = /[\s|›»>·•/→↓▾,.:–—-]*/uy;
const NEXT_WORD = /[\p{L}\p{M}\p{N}'’]+/uy;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Matches a possible start of a sentence, after the end of another. */
const BOUNDARY = /[.!?؟…。！？]+["'”’»)\]]*\s*/gu;
const FEWEST_MENU_WORDS = 3;
const LAST_WORDS = 6;

const labelsByFirst = new Map<string, string[]>();
for (const label of PAGE_LABELS) {
  const first = label.charAt(0);
  labelsByFirst.set(first, [...(labelsByFirst.get(first) ?? []), label]);
}

/**
 * Removes a page's buttons, links and menus ("Skip to content", "Home About Contact", "Read more") where a
 * sentence could start or the text ends, and sentences about cookies and copyright. Marks omissions in the
 * middle with `[...]`.
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
  start = findBylineEnd(text);
  cutAt(start);
  for (const match of text.matchAll(BOUNDARY)) {
    const place = match.index + match[0].length;
    if (place >= start) cutAt(place);
  }
  kept.push(dropLastLabel(text.slice(start)));
  return joinPieces(kept.map(dropNotices));
}

/** Matches title, dates and author before "5 min read" and its buttons, without the end of a sentence. */
const BYLINE =
  /^[^.!?]{0,160}?\b\d{1,2}[ -]min(?:ute)?s? read\b(?:\s+(?:share|tweet|save|print|email|listen|comments?)\b)*/iu;

function findBylineEnd(text: string): number {
  return BYLINE.exec(text)?.[0].length ?? 0;
}

/** Joins the remaining pieces of a text with the mark of a truncated quote. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .join(GAP);
}

/** Returns the end of the boilerplate that starts at `place`, or `place` itself. */
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

/** Returns lower-case text of the same length. */
function lower(text: string): string {
  return text.replace(/İ/g, "i").toLowerCase();
}

/**
 * Returns the end of the label at `from`, unless the sentence continues after it ("Sign up for the race was
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
 * Returns whether a sentence contains a capitalised button label of several words at the end of which the
 * sentence does not continue.
 */
export function holdsLabel(sentence: string): boolean {
  for (const { index } of sentence.matchAll(CAPITAL)) {
    const end = findLabelEnd(sentence, index);
    if (end !== undefined && sentence.slice(index, end).includes(" ")) return true;
  }
  return false;
}

/**
 * Returns the end of the run of at least three menu words at `from`, or of fewer before a label. Keeps its
 * last word if a sentence continues after it in lower case.
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
 * Returns the text without a label at its end, if the label's capital shows that it is not part of the
 * sentence.
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
 * Matches words that notices about cookies and rights contain in every language, so that other texts need no
 * closer check.
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
const MAX_DATE_LENGTH = 60;
/** Matches the start of lines that give a page's date, in a form that sentences do not use. */
const DATELINE =
  /^(?:last )?(?:updated|published|posted|modified|aktualisiert|veröffentlicht|publicado|actualizado|publié|pubblicato|aggiornato|atualizado|gepubliceerd|bijgewerkt|опубликовано|обновлено|yayınlanma|güncelleme|نشر|تحديث|发布|更新)(?!\p{L}{4})/iu;
const DATE_WORD = /\s*[\p{L}\p{M}\p{N}]+[,:.]*/uy;

/**
 * Returns the text without the date that a search engine or a page puts first ("Jan 5, 2023 · ", "Updated 5
 * May 2023"). Keeps a year or month alone, which may belong to a sentence in a chronicle.
 */
export function dropLeadingDate(text: string): string {
  for (const match of text.slice(0, MAX_DATE_LENGTH + 8).matchAll(DATE_END)) {
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
    if (DATE_WORD.lastIndex > MAX_DATE_LENGTH || !isOnlyDate(text.slice(0, DATE_WORD.lastIndex))) break;
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
