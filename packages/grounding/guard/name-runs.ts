import { PARTICLES, SENTENCE_CAPITALS } from "../lexicon/name-words.ts";
import { findProperNames } from "../text/names.ts";
import { STOP_WORDS, tokenize, weighTerm } from "../text/tokens.ts";

/** A run of words that is written like a name. */
export interface NameRun {
  written: string;
  /** Where it ends in the text. */
  end: number;
  /** True if it opens a sentence or a quotation: its first word may have its capital for that place alone. */
  opens: boolean;
}

/** Words that follow a name when it is the subject of its sentence. */
const PREDICATES = new Set(
  (
    "is was has had did does became died won wrote founded joined married left moved served worked received said says made took went " +
    "lived studied played began invented discovered directed published led never also later still and or"
  ).split(" "),
);

/** Abbreviations of every office, no names of anybody. */
const ACRONYMS = new Set("ai ok tv pdf fyi asap faq rsvp ps nb url html csv id".split(" "));

/**
 * Inner capitals and letters with digits make a name of a word whatever it begins with: "iPhone",
 * "AlphaFold2", "B12".
 */
const MIXED =
  /(?<![\p{L}\p{N}])(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|(?=[\p{L}\p{N}]*\p{N})\p{L}[\p{L}\p{N}]+)(?![\p{L}\p{N}])/gu;
/** Words of a script without capitals, in a text that is otherwise Latin. */
const UNCASED = /[\p{Lo}\p{M}]{2,}/gu;

/** Two neighbours that such words have, or a letter that is not ASCII; then the same of all letters. */
const MAY_BE_MIXED = /[a-z][A-Z]|[A-Za-z][0-9]|[^\0-\x7F\u2000-\u206F]/;
const HAS_MIXED = /\p{Ll}\p{Lu}|\p{L}\p{N}/u;

/** None of the letters with accents that Latin texts are full of, and no punctuation. */
const MAY_BE_UNCASED = /[^\0-\x7F\u00C0-\u01BA\u2000-\u206F]/;

const OPENING = /(?:^|[.!?…:]["'”’»)]*\s+|["“‘«([]|[-–—]\s*)$/u;
/** The weight of a word that is not everyday English. */
const UNCOMMON = 5;
/** Endings that make a noun, an adverb or a participle of a word; few names have them. */
const DERIVED = /(?:ly|ing|ed|ion|ness|ment|ity|ists?|ers|ians|ics)$/;

/** Everything written like a name in a text, in order of kind; a wholly capital text shows none. */
export function nameRuns(text: string): NameRun[] {
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

/** A name without the everyday word that its sentence opens with: "Both Maneka". */
function withoutOpener(name: string): { written: string; single: boolean } {
  const [first, second] = tokenize(name);
  if (first === undefined || second === undefined) return { written: name, single: true };
  const everyday = STOP_WORDS.has(first.word) && first.raw.length > 1;
  return { written: everyday ? name.slice(second.start) : name, single: false };
}

/**
 * Returns true if one capitalised word that opens a sentence is more likely an ordinary word than a name.
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
