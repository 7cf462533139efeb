import type { QuestionPatterns } from "../lexicon/question-lexicon.ts";
import { findProperNames } from "../text/names.ts";

/** Takes greetings and small words off the beginning of a sentence, as often as there are some. */
export function dropOpeners(text: string, patterns: QuestionPatterns): string {
  let rest = text;
  for (;;) {
    const opener = patterns.opener.exec(rest)?.[0] ?? "";
    const opened = rest.slice(opener.length);
    if (opener === "" || !/[\p{L}\p{N}]/u.test(opened) || cutsName(opener, opened, patterns)) return rest;
    rest = opened;
  }
}

/**
 * Returns a name without the word at its beginning that may be a greeting: "Ok" of "Ok Barack Obama". Returns
 * null for a name without one. Only evidence can tell it from "OK Go".
 */
export function dropOpenerOfName(name: string, { opener }: QuestionPatterns): string | null {
  const found = opener.exec(name)?.[0];
  return found === undefined || found.length === name.length ? null : name.slice(found.length);
}

/** Tells whether an opener is the beginning of a name: "Bon" of "Bon Jovi", the first syllable of "네이마르". */
function cutsName(opener: string, opened: string, patterns: QuestionPatterns): boolean {
  if (/[^\p{L}\p{N}\s]\s*$/u.test(opener)) return false;
  if (!/\s$/.test(opener)) return splitsWord(opener, opened, patterns);
  if (!/\p{Lu}\S*\s+$/u.test(opener) || !/^\p{Lu}/u.test(opened)) return false;
  return !isAsked(opened, patterns) && !isVocative(opened, patterns);
}

const SYLLABLES = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Tells whether a cut between two letters of an unspaced script lies within a word. Syllabic scripts mark no
 * words, so a cut between two syllables may split a name. Between other letters ICU's word boundaries decide.
 */
function splitsWord(before: string, after: string, { language }: QuestionPatterns): boolean {
  const [last = "", next = ""] = [before.at(-1), after.at(0)];
  if (scriptOf(last) === scriptOf(next) && SYLLABLES.test(last)) return true;
  const words = segmenterOf(language).segment(before + after);
  return words.containing(before.length)?.index !== before.length;
}

function scriptOf(letter: string): "hangul" | "hiragana" | "katakana" | "other" {
  if (/\p{Script=Hangul}/u.test(letter)) return "hangul";
  if (/\p{Script=Hiragana}/u.test(letter)) return "hiragana";
  return /\p{Script=Katakana}/u.test(letter) ? "katakana" : "other";
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, known);
  return known;
}

/** Behind a greeting stands a question or a request, whose first word may have a capital. */
function isAsked(text: string, { questionStart, auxiliaryStart, bareRequest, requests }: QuestionPatterns) {
  return [questionStart, auxiliaryStart, bareRequest, ...requests].some((pattern) => pattern.test(text));
}

/** "Sarah, who designed the Eiffel Tower?": behind the comma something else is asked, by its name. */
function isVocative(text: string, patterns: QuestionPatterns): boolean {
  const comma = /^[^,;:]{1,40}[,;:]\s+/u.exec(text)?.[0];
  if (comma === undefined || patterns.capitalNouns) return false;
  const rest = text.slice(comma.length);
  const question = patterns.questionStart.exec(rest)?.[0] ?? patterns.auxiliaryStart.exec(rest)?.[0];
  return question !== undefined && findProperNames(rest.slice(question.length)).length > 0;
}
