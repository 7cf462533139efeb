import { detectLanguage } from "../../lexicon/detect-language.ts";
import { isNotice, isOnlyDate, MENU_WORDS, PAGE_LABELS } from "../../lexicon/word-lists.ts";
import { splitSentences } from "../../text/tokens.ts";
import { GAP } from "./page-markdown.ts";

const SEPARATORS = /[\s|›»>·•/→↓▾,–—-]*/uy;
/** Matches separators after a row of labels. They are removed with it. */
const AFTER_LABEL = /[\s|›»>·•/→↓▾,.:–—-]*/uy;
const NEXT_WORD = /[\p{L}\p{M}\p{N}'’]+/uy;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Matches the end of a sentence, after which another may start. */
const SENTENCE_BREAK = /[.!?؟…。！？]+["'”’»)\]]*\s*/gu;
const MIN_MENU_WORDS = 3;
const MAX_LAST_LABEL_WORDS = 6;

const labelsByFirst = new Map<string, string[]>();
for (const label of PAGE_LABELS) {
  const first = label.charAt(0);
  labelsByFirst.set(first, [...(labelsByFirst.get(first) ?? []), label]);
}

/**
 * Removes boilerplate: buttons, links and menus ("Skip to content", "Home About Contact", "Read more") at the
 * start of a sentence or the end of the text, and sentences about cookies and copyright. Marks omissions in
 * the middle with `[...]`.
 */
export function dropBoilerplate(text: string): string {
  const kept: string[] = [];
  let start = findBylineEnd(text);
  const cutAt = (position: number): void => {
    const end = findBoilerplateEnd(text, position);
    if (end <= position) return;
    kept.push(text.slice(start, position));
    start = end;
  };
  cutAt(start);
  for (const match of text.matchAll(SENTENCE_BREAK)) {
    const position = match.index + match[0].length;
    if (position >= start) cutAt(position);
  }
  kept.push(dropLastLabel(text.slice(start)));
  return joinPieces(kept.map(dropNotices));
}

/**
 * Matches title, dates and author up to "5 min read" and the buttons after it. Never crosses the end of a
 * sentence.
 */
const BYLINE =
  /^[^.!?]{0,160}?\b\d{1,2}[ -]min(?:ute)?s? read\b(?:\s+(?:share|tweet|save|print|email|listen|comments?)\b)*/iu;

function findBylineEnd(text: string): number {
  return BYLINE.exec(text)?.[0].length ?? 0;
}

/** Joins the remaining pieces of a text with the omission mark. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .join(GAP);
}

/** Returns the end of the boilerplate that starts at `position`, or `position` itself. */
function findBoilerplateEnd(text: string, position: number): number {
  let end = position;
  for (;;) {
    const from = skipMatch(SEPARATORS, text, end);
    const next = findLabelEnd(text, from) ?? findMenuEnd(text, from);
    if (next === undefined || next <= end)
      return end === position ? position : skipMatch(AFTER_LABEL, text, end);
    end = next;
  }
}

function skipMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

/** Converts to lower case without changing the length. */
function toLower(text: string): string {
  return text.replace(/İ/g, "i").toLowerCase();
}

/**
 * Returns the end of the label at `from`, unless the sentence continues after it ("Sign up for the race was
 * quick").
 */
function findLabelEnd(text: string, from: number): number | undefined {
  const ahead = toLower(text.slice(from, from + 64));
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
 * Returns whether a sentence contains a capitalised button label of several words that is not part of the
 * sentence.
 */
export function containsLabel(sentence: string): boolean {
  for (const { index } of sentence.matchAll(CAPITAL)) {
    const end = findLabelEnd(sentence, index);
    if (end !== undefined && sentence.slice(index, end).includes(" ")) return true;
  }
  return false;
}

/**
 * Returns the end of a run of menu words at `from`: at least three, or fewer before a label. Excludes the
 * last word if a sentence continues after it in lower case.
 */
function findMenuEnd(text: string, from: number): number | undefined {
  const ends: number[] = [];
  let at = from;
  for (;;) {
    NEXT_WORD.lastIndex = at;
    const word = NEXT_WORD.exec(text)?.[0];
    if (word === undefined || /^\p{Ll}/u.test(word) || !MENU_WORDS.has(toLower(word))) break;
    ends.push(at + word.length);
    at = skipMatch(SEPARATORS, text, at + word.length);
  }
  if (/^\p{Ll}/u.test(text.slice(at))) ends.pop();
  const isMenu = ends.length >= MIN_MENU_WORDS || (ends.length > 0 && findLabelEnd(text, at) !== undefined);
  return isMenu ? ends.at(-1) : undefined;
}

/** Removes a label at the end of a text, if its capital shows that it is not part of the sentence. */
function dropLastLabel(text: string): string {
  const trimmed = text.replace(/[\s»›→>]+$/u, "");
  let at = trimmed.length;
  for (let words = 0; words < MAX_LAST_LABEL_WORDS && at > 0; words += 1) {
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
 * Matches words that notices about cookies and copyright contain in every language. Other texts need no
 * closer check.
 */
const NOTICE_HINT =
  /cookie|çerez|куки|تعريف الارتباط|쿠키|©|reserv|vorbehalt|voorbehoud|saklıdır|защищены|محفوظة|版权|無断|무단/;

function dropNotices(piece: string): string {
  if (!NOTICE_HINT.test(toLower(piece))) return piece;
  const language = detectLanguage(piece) ?? "en";
  const sentences = splitSentences(piece, language);
  const kept: string[] = [];
  let isAfterGap = true;
  for (const sentence of sentences) {
    const isDropped = NOTICE_HINT.test(toLower(sentence)) && isNotice(sentence, language);
    if (!isDropped) kept.push(isAfterGap || kept.length === 0 ? sentence : `${kept.pop() ?? ""} ${sentence}`);
    isAfterGap = isDropped;
  }
  return joinPieces(kept);
}

const DATE_END = /\s*(?:[·•—–|]|-(?=\s)|:(?=\s)|\.\.\.|…)\s+/gu;
const MAX_DATE_LENGTH = 60;
/** Matches the start of a line that gives a page's date, in forms that sentences do not use. */
const DATELINE =
  /^(?:last )?(?:updated|published|posted|modified|aktualisiert|veröffentlicht|publicado|actualizado|publié|pubblicato|aggiornato|atualizado|gepubliceerd|bijgewerkt|опубликовано|обновлено|yayınlanma|güncelleme|نشر|تحديث|发布|更新)(?!\p{L}{4})/iu;
const DATE_WORD = /\s*[\p{L}\p{M}\p{N}]+[,:.]*/uy;

/**
 * Removes the date that a search engine or a page puts first ("Jan 5, 2023 · ", "Updated 5 May 2023"). Keeps
 * a year or month alone, which may belong to a sentence in a chronicle.
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
