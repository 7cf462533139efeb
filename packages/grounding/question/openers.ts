import { findProperNames } from "../text/names.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/** Removes all greetings and filler words from the start of a sentence. */
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
 * Returns a name without a first word that may be a greeting: "Ok" of "Ok Barack Obama". Returns null if
 * there is no such word. Only evidence can distinguish it from "OK Go".
 */
export function dropOpenerOfName(name: string, { opener }: QuestionPatterns): string | null {
  const found = opener.exec(name)?.[0];
  return found === undefined || found.length === name.length ? null : name.slice(found.length);
}

/** Returns whether an opener is the start of a name: "Bon" of "Bon Jovi", the first syllable of "네이마르". */
function cutsName(opener: string, opened: string, patterns: QuestionPatterns): boolean {
  if (/[^\p{L}\p{N}\s]\s*$/u.test(opener)) return false;
  if (!/\s$/.test(opener)) return splitsWord(opener, opened, patterns);
  if (!/\p{Lu}\S*\s+$/u.test(opener) || !/^\p{Lu}/u.test(opened)) return false;
  return !isAsked(opened, patterns) && !isVocative(opened, patterns);
}

const SYLLABLES = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns whether a split between two letters of a script without spaces is within a word. Syllabic scripts
 * do not mark words, so a split between two syllables may divide a name. Between other letters, ICU's word
 * boundaries decide.
 */
function splitsWord(before: string, after: string, { language }: QuestionPatterns): boolean {
  const [last = "", next = ""] = [before.at(-1), after.at(0)];
  if (getScript(last) === getScript(next) && SYLLABLES.test(last)) return true;
  const words = getSegmenter(language).segment(before + after);
  return words.containing(before.length)?.index !== before.length;
}

function getScript(letter: string): "hangul" | "hiragana" | "katakana" | "other" {
  if (/\p{Script=Hangul}/u.test(letter)) return "hangul";
  if (/\p{Script=Hiragana}/u.test(letter)) return "hiragana";
  return /\p{Script=Katakana}/u.test(letter) ? "katakana" : "other";
}

const segmenters = new Map<string, Intl.Segmenter>();

function getSegmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  segmenters.set(language, known);
  return known;
}

/** Returns whether a question or a request follows a greeting. Its first word may be capitalized. */
function isAsked(text: string, { questionStart, auxiliaryStart, bareRequest, requests }: QuestionPatterns) {
  return [questionStart, auxiliaryStart, bareRequest, ...requests].some((pattern) => pattern.test(text));
}

/**
 * Recognizes an address such as "Sarah, who designed the Eiffel Tower?", where the question after the comma
 * has its own name.
 */
function isVocative(text: string, patterns: QuestionPatterns): boolean {
  const comma = /^[^,;:]{1,40}[,;:]\s+/u.exec(text)?.[0];
  if (comma === undefined || patterns.capitalNouns) return false;
  const rest = text.slice(comma.length);
  const question = patterns.questionStart.exec(rest)?.[0] ?? patterns.auxiliaryStart.exec(rest)?.[0];
  return question !== undefined && findProperNames(rest.slice(question.length)).length > 0;
}
