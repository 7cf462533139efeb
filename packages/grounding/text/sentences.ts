import type { Language } from "../lexicon/language.ts";
import { type SentenceRules, sentencesOf } from "../lexicon/sentences-of.ts";
import { wordsOf } from "../lexicon/words-of.ts";
import { foldWord } from "./fold-word.ts";

/** Neither is tried from inside a run of its own first characters: that would take the square of the run's length. */
const CUT = /(?<!\s)\s*\[(?:\.\.\.|…)\]\s*/g;
const TERMINATOR = /(?<![.!?؟۔…])[.!?؟۔…]+["'”“’»«)\]]*(?=\s)|[。！？]+[」』”’）]*/gu;

const OPENS = /^["'“‘«„‚‹»([¿¡「『《（]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const ROMAN_NUMBER = /^[IVXL]+$/;
const INITIALS = /^(?:\p{Lu}\.)*\p{Lu}$/u;
const ARABIC_LETTER = /^\p{Script=Arabic}$/u;

/** Days are written "17. Juli" in German, which stands in texts of other languages as well. */
const MONTHS_AFTER_ORDINALS = wordsOf("de").months;

/** What stands right before a full stop; of a unit ("km/s", "°C") all of it, for that is no abbreviation. */
function wordBefore(text: string, end: number): string {
  return /[\p{L}\p{M}\p{N}.'’/°%]*$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0] ?? "";
}

function endsSentence(text: string, at: number, mark: string, rules: SentenceRules): boolean {
  const rest = text.slice(at + mark.length).trimStart();
  if (!OPENS.test(rest)) return /[!?؟。！？]/u.test(mark) && !/^["'”’)]*\p{Ll}/u.test(rest);
  // A Japanese quotation goes on with what marks it as one.
  if (/」$|』$/.test(mark)) return !/^[とっ]/.test(rest);
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  return stopEnds(wordBefore(text, at), rest, rules);
}

/** Whether a full stop behind a word ends the sentence, in view of what follows. */
function stopEnds(word: string, rest: string, rules: SentenceRules): boolean {
  const lower = word.toLowerCase();
  const next = /^["'“‘«„(¿¡]*([\p{L}\p{M}]+)(\.?)/u.exec(rest);
  const opens = foldWord(next?.[1] ?? "");
  // A letter with a stop of its own is the next initial, not a word that starts a sentence.
  const starts = rules.starters.has(opens) && !(opens.length === 1 && next?.[2] === ".");
  if (/^\d{1,2}$/.test(word)) {
    if (MONTHS_AFTER_ORDINALS.has(opens)) return false;
    return !rules.hasDottedOrdinals || starts;
  }
  if (rules.hasDottedOrdinals && ROMAN_NUMBER.test(word)) return starts;
  if (rules.openEnded.has(lower)) return starts;
  if (rules.abbreviations.has(lower)) return false;
  // An initial ("J.", "A.S."): the sentence goes on unless a plain function word starts the next one.
  if (INITIALS.test(word)) return starts && word !== "A";
  return !ARABIC_LETTER.test(word);
}

function splitPart(part: string, rules: SentenceRules): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of part.matchAll(TERMINATOR)) {
    if (!endsSentence(part, match.index, match[0], rules)) continue;
    const end = match.index + match[0].length;
    sentences.push(part.slice(start, end).trim());
    start = end;
  }
  sentences.push(part.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

/**
 * The sentences of a text in order, each a verbatim substring of it without outer white space. Abbreviations, initials and decimals
 * do not end a sentence, nor do ordinals of the language ("am 3. Oktober"); without a language the text is read as English. The
 * mark of a cut quote (`[...]`) always ends one, and is the only thing besides white space that is left out.
 */
export function splitSentences(text: string, language: Language | null = null): string[] {
  const rules = sentencesOf(language ?? "en");
  return text.split(CUT).flatMap((part) => splitPart(part, rules));
}
