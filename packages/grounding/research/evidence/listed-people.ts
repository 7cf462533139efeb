import type { Language } from "../../lexicon/language.ts";
import { isOrder } from "../../lexicon/orders.ts";
import { getQuestionPatterns } from "../../question/question-patterns.ts";
import { foldWord } from "../../text/tokens.ts";

/** Matches the signs that pages put between the entries of a list on one line. */
const BETWEEN_ENTRIES = /\s*(?:[·•|▾›;]|\s[–—]\s)\s*/gu;
const NAME = String.raw`\p{Lu}[\p{L}\p{M}'’.-]+(?: (?:\p{Ll}{1,3} |& )?\p{Lu}[\p{L}\p{M}'’.-]*)+`;
/** Matches a name with an office after a comma, or directly: "Ada Vance, Chair", "Ada Vance Chair". */
const ENTRY = new RegExp(`^(?<name>${NAME})(?:, (?<office>\\p{Lu}[^.!?]*))?$`, "u");
const MAX_WORDS = 12;
const WORD = /[\p{L}\p{M}]+/gu;

interface Entry {
  start: number;
  end: number;
  hasRole: boolean;
}

/**
 * Returns the part of a text that lists people with their offices, without the menus around it: "Meet the
 * team ▾ Ada Vance, Chair · Bo Lind, Treasurer | Cookies". Returns null if it lists nobody.
 */
export function findListedPeople(
  text: string,
  language: Language | null,
): { text: string; start: number } | null {
  const { roles } = getQuestionPatterns(language ?? "en");
  const english = getQuestionPatterns("en").roles;
  const isRole = (word: string) => roles.has(foldWord(word)) || english.has(foldWord(word));
  let run: Entry[] = [];
  let start = 0;
  for (const { index, length } of [...listSeparators(text), { index: text.length, length: 0 }]) {
    const entry = readEntry(text, start, index, isRole);
    start = index + length;
    if (entry !== null) run.push(entry);
    else if (run.some(({ hasRole }) => hasRole)) break;
    else run = [];
  }
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || !run.some(({ hasRole }) => hasRole)) return null;
  const listed = text.slice(first.start, last.end);
  return isOrder(listed, language ?? "en") ? null : { text: listed, start: first.start };
}

function listSeparators(text: string): { index: number; length: number }[] {
  return Array.from(text.matchAll(BETWEEN_ENTRIES), ({ index, 0: { length } }) => ({ index, length }));
}

/** Reads a name with an office. An office after a comma may have any words, otherwise one must be a role. */
function readEntry(text: string, from: number, to: number, isRole: (word: string) => boolean): Entry | null {
  const { name, office } = ENTRY.exec(text.slice(from, to))?.groups ?? {};
  const words = text.slice(from, to).match(WORD) ?? [];
  // "Executive Chair Home" is a menu, not a name.
  if (name === undefined || words.length > MAX_WORDS || words.slice(0, 2).some(isRole)) return null;
  const hasRole = words.some(isRole);
  return hasRole || office !== undefined ? { start: from, end: to, hasRole } : null;
}
