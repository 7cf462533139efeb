import { PARTICLES, SENTENCE_CAPITALS } from "../lexicon/names.ts";
import { findProperNames } from "../text/names.ts";
import { STOP_WORDS, tokenize, weighTerm } from "../text/tokens.ts";

/** A run of words written like a name. */
export interface NameRun {
  written: string;
  /** Position of its end in the text. */
  end: number;
  /**
   * True if it starts a sentence or a quotation. Its first word may then be capitalised only for that reason.
   */
  opens: boolean;
}

/** Words that follow a name if it is the subject of its sentence. */
const PREDICATES = new Set(
  (
    "is was has had did does became died won wrote founded joined married left moved served worked received said says made took went " +
    "lived studied played began invented discovered directed published led never also later still and or"
  ).split(" "),
);

/** Common abbreviations that are not names. */
const ACRONYMS = new Set("ai ok tv pdf fyi asap faq rsvp ps nb url html csv id".split(" "));

/**
 * Matches words that are names because of inner capitals or digits, whatever their first letter: "iPhone",
 * "AlphaFold2", "B12".
 */
const MIXED =
  /(?<![\p{L}\p{N}])(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|(?=[\p{L}\p{N}]*\p{N})\p{L}[\p{L}\p{N}]+)(?![\p{L}\p{N}])/gu;
/** Matches words of a script without capitals in otherwise Latin text. */
const UNCASED = /[\p{Lo}\p{M}]{2,}/gu;

/**
 * Matches texts that may contain such words: two typical neighbouring characters, or a non-ASCII letter.
 * HAS_MIXED checks the same for all letters.
 */
const MAY_BE_MIXED = /[a-z][A-Z]|[A-Za-z][0-9]|[^\0-\x7F\u2000-\u206F]/;
const HAS_MIXED = /\p{Ll}\p{Lu}|\p{L}\p{N}/u;

/**
 * Matches texts that may contain words of other scripts. Excludes punctuation and the accented letters common
 * in Latin texts.
 */
const MAY_BE_UNCASED = /[^\0-\x7F\u00C0-\u01BA\u2000-\u206F]/;

const OPENING = /(?:^|[.!?…:]["'”’»)]*\s+|["“‘«([]|[-–—]\s*)$/u;
/** Minimum weight of a word that is not everyday English. */
const UNCOMMON = 5;
/** Matches endings of nouns, adverbs and participles, which few names have. */
const DERIVED = /(?:ly|ing|ed|ion|ness|ment|ity|ists?|ers|ians|ics)$/;

/**
 * Returns everything written like a name in a text, ordered by kind. A text entirely in capitals contains
 * none.
 */
export function findNameRuns(text: string): NameRun[] {
  if (!/\p{Ll}/u.test(text)) return [];
  const proper = findProperNames(text).flatMap(({ text: name, start, end }): NameRun[] => {
    const opens = OPENING.test(text.slice(Math.max(0, start - 6), start));
    if (!opens) return [{ written: name, opens, end }];
    const { written, single } = withoutOpener(name);
    return single && isOrdinary(written, text.slice(end, end + 24)) ? [] : [{ written, opens, end }];
  });
  const mixed = MAY_BE_MIXED.test(text) && HAS_MIXED.test(text) ? runsOf(text, MIXED) : [];
  const uncased = MAY_BE_UNCASED.test(text) && /\p{Script=Latin}/u.test(text) ? runsOf(text, UNCASED) : [];
  return [...proper.filter(({ written }) => !ACRONYMS.has(written.toLowerCase())), ...mixed, ...uncased];
}

function runsOf(text: string, pattern: RegExp): NameRun[] {
  return Array.from(text.matchAll(pattern), ({ 0: written, index }) => ({
    written,
    end: index + written.length,
    opens: false,
  }));
}

/** Returns a name without the everyday word that starts its sentence: "Both Maneka". */
function withoutOpener(name: string): { written: string; single: boolean } {
  const [first, second] = tokenize(name);
  if (first === undefined || second === undefined) return { written: name, single: true };
  const everyday = STOP_WORDS.has(first.word) && first.raw.length > 1;
  return { written: everyday ? name.slice(second.start) : name, single: false };
}

/**
 * Returns whether a capitalised word at the start of a sentence is more likely an ordinary word than a name.
 * `after` is the text that follows it.
 */
function isOrdinary(written: string, after: string): boolean {
  const [first] = tokenize(written);
  if (first === undefined || /^.\p{M}*\p{Lu}/u.test(written)) return false;
  const { word } = first;
  if (PARTICLES.has(word) || SENTENCE_CAPITALS.has(word) || STOP_WORDS.has(word)) return true;
  if (weighTerm(word) < UNCOMMON || DERIVED.test(word)) return true;
  return !/^['’]s/.test(after) && !PREDICATES.has(tokenize(after)[0]?.word ?? "");
}
