import { detectLanguage } from "../../lexicon/detect-language.ts";
import { isNotice, isOnlyDate, MENU_WORDS, PAGE_LABELS } from "../../lexicon/word-lists.ts";
import { splitSentences } from "../../text/tokens.ts";
import { GAP } from "./page-markdown.ts";

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
  start = findBylineEnd(text);
  cutAt(start);
  for (const match of text.matchAll(BOUNDARY)) {
    const place = match.index + match[0].length;
    if (place >= start) cutAt(place);
  }
  kept.push(dropLastLabel(text.slice(start)));
  return joinPieces(kept.map(dropNotices));
}

/** Title, dates and author ahead of "5 min read" and its buttons, without the end of a sentence. */
const BYLINE =
  /^[^.!?]{0,160}?\b\d{1,2}[ -]min(?:ute)?s? read\b(?:\s+(?:share|tweet|save|print|email|listen|comments?)\b)*/iu;

function findBylineEnd(text: string): number {
  return BYLINE.exec(text)?.[0].length ?? 0;
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
