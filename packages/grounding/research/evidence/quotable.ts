import type { Language } from "../../lexicon/language.ts";
import { isOrder } from "../../lexicon/orders.ts";
import { isNotice, isOnlyDate, isVerb, MENU_WORDS } from "../../lexicon/pages-of.ts";
import { wordsOf } from "../../lexicon/words-of.ts";
import { foldWord } from "../../text/fold-word.ts";
import { holdsLabel } from "./page-furniture.ts";

const CUT_AT_END = /(?:\.\.\.|…|\[(?:\.\.\.|…)\])["'”“’»)\]」』\s]*$/u;
const CUT_AT_START = /^["'“‘«(\s]*(?:\.\.\.|…|\[(?:\.\.\.|…)\]|[,;:)\]}»”])/u;
/** Dots that stand alone are where a search engine joined two places of a page; in a quotation they are the page's own. */
const GAP_INSIDE = /\s(?:\.\.\.|…|\[…\])\s/;
const ENDED = /[.!?؟۔。！？…]["'”“’»«)\]」』）]*$/u;
const QUESTION = /[?？؟][)\]\s]*$/;
const MARKUP =
  /\]\(|\*\*|^\s*#{1,6}\s|`{3}|<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,200})?\/?>|\{\{|\}\}|\|[^|]*\||\s\||\|\s|\|$|!\[|&[a-z]{2,8};|https?:\/\/|\bwww\./;
/** Without any of these there is no markup to look for. */
const MARKS = /[\]*#`<{}|!&]|\/\/|www/;
const CRUMBS = /(?:^|[^«])\s[›»→]\s|(?: > [^>]{1,60}){2,}/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;

const FEWEST_WORDS = 5;
const FEWEST_CHARACTERS = 6;
/** A sentence that begins in lower case was cut, unless its first word is a name that is written so. */
const SMALL_NAME =
  /^(?:\p{Ll}{1,2}\p{Lu}|(?:al|el|ibn|bin|bint|abu|de|del|della|da|dos|du|van|von|der|ten|la|le|ben|bar)[ -]\p{Lu}|\p{Ll}+[-.]?\p{N})/u;

/**
 * Whether a sentence of a search result says something whole that may stand as a claim: not cut off, not a date, a heading, a question,
 * an order or a fragment, and nothing that a page says of itself. Without a language it is read as English.
 */
export function isQuotable(sentence: string, language: Language | null): boolean {
  const text = sentence.trim();
  const read = language ?? "en";
  if (isCut(text, read) || (MARKS.test(text) && MARKUP.test(text)) || QUESTION.test(text) || isOnlyDate(text))
    return false;
  if (isFragment(text, read)) return false;
  return !isNotice(text, read) && !isFurniture(text) && !isOrder(text, read);
}

function isCut(text: string, language: Language): boolean {
  if (CUT_AT_END.test(text) || CUT_AT_START.test(text)) return true;
  if (/^\p{Ll}/u.test(text) && !SMALL_NAME.test(text)) return true;
  const gap = GAP_INSIDE.exec(text);
  if (gap !== null && !isInQuotation(text, gap.index)) return true;
  return isBracketOpen(text) || (!ENDED.test(text) && endsOpen(text, language));
}

function isInQuotation(text: string, place: number): boolean {
  const before = text.slice(0, place);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true;
  return (
    before.lastIndexOf("“") > before.lastIndexOf("”") || before.lastIndexOf("«") > before.lastIndexOf("»")
  );
}

/** Whether the last bracket that opens is never closed: the text was cut, or split, inside of it. */
function isBracketOpen(text: string): boolean {
  return text.lastIndexOf("(") > text.lastIndexOf(")") || text.lastIndexOf("（") > text.lastIndexOf("）");
}

/** Whether a text without a mark at its end stops where nobody would: at "the", a comma or a colon. */
function endsOpen(text: string, language: Language): boolean {
  if (/[,;:([{–—/&-]$/u.test(text)) return true;
  const last = /[\p{L}\p{M}'’]+$/u.exec(text.slice(-40))?.[0];
  return last !== undefined && /^\p{Ll}/u.test(last) && wordsOf(language).stopWords.has(foldWord(last));
}

/** A heading, a label or a few words that state nothing: what has neither a verb nor, behind a label, a figure. */
function isFragment(text: string, language: Language): boolean {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const found = text.replace(UNSPACED, " ").match(WORD) ?? [];
  if (unspaced > found.length)
    return unspaced < FEWEST_CHARACTERS || (!ENDED.test(text) && unspaced < 2 * FEWEST_CHARACTERS);
  if (found.length < 2) return true;
  if (found.some((word) => isVerb(word, language))) return false;
  if (/^[\p{L}\p{M}\p{N} ]{2,40}:\s\S/u.test(text))
    return found.length < FEWEST_WORDS && !/\p{N}/u.test(text);
  return found.length < FEWEST_WORDS || !ENDED.test(text);
}

/** Furniture that ran into a sentence: a label with a capital where no sentence begins, a path of links, three words of a menu. */
function isFurniture(text: string): boolean {
  if (CRUMBS.test(text)) return true;
  if (holdsLabel(text)) return true;
  let run = 0;
  for (const [word] of text.matchAll(WORD)) {
    run = /^\P{Ll}/u.test(word) && MENU_WORDS.has(word.toLowerCase()) ? run + 1 : 0;
    if (run === 4) return true;
  }
  return false;
}
