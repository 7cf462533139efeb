import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

const MODAL = /\b(?:may|might|could|can|should|would)\s+(?!not\b)\p{Ll}+/u;
/** Matches words of a statement that itself only permits or expects something. */
const ALLOWS =
  /\b(?:may|might|could|can|should|would|will|up to|as much as|as many as|at most|maximum|at least|possibl[ey]|able|allow\w*|permit\w*|limit\w*|cap(?:s|ped)?|enabl\w*|option\w*|if)\b/i;
const JOINT = /[,;:()–—]|\b(?:which|who|but|while|whereas)\b/gu;

/**
 * Returns whether a statement presents as a fact a number that the evidence has only after "may" or "can":
 * "20 mg a day" of "5 mg, which may be increased to 20 mg".
 */
export function presentsLimitAsFact(said: ReadSentence, source: ReadSentence): boolean {
  if (ALLOWS.test(said.text) || !MODAL.test(source.text)) return false;
  const isAllowed = ({ start }: { start: number }) => MODAL.test(readClauseBefore(source.text, start));
  return said.facts.numbers.some(({ value, unit }) => {
    const known = source.facts.numbers.filter((one) => one.value === value && one.unit === unit);
    return known.length > 0 && known.every(isAllowed) && !source.facts.numbers.every(isAllowed);
  });
}

/** Returns the text of a clause up to a position. */
function readClauseBefore(text: string, at: number): string {
  const before = text.slice(0, at);
  const joint = Array.from(before.matchAll(JOINT)).at(-1);
  return before.slice(joint?.index ?? 0);
}

const NEGATES = /^(?:not|never|cannot)$|n['’]t$/i;
const PREPOSITIONS = new Set("in at on for to with under during from against".split(" "));

/**
 * Returns whether a statement denies more than the evidence: "does not encrypt data" of "does not encrypt
 * data at rest".
 */
export function widensNegation(said: ReadSentence, source: ReadSentence): boolean {
  const denied = findDeniedVerb(source);
  if (denied === undefined || findDeniedVerb(said)?.verb.stem !== denied.verb.stem) return false;
  const { words, text } = source;
  for (const [at, { word, start, end }] of words.entries()) {
    if (at <= denied.at || !PREPOSITIONS.has(word)) continue;
    if (/[,;:()–—]/.test(text.slice(denied.verb.end, start))) return false;
    const [next, after] = words.slice(at + 1).filter(({ stop }) => !stop);
    if (next === undefined || /[,;:()–—]/.test(text.slice(end, next.start))) return false;
    const isDate = source.facts.dates.some((date) => next.start >= date.start && next.end <= date.end);
    const isHeld = [next, after].some((one) => one !== undefined && said.content.has(one.stem));
    if (!isDate && !isHeld) return true;
  }
  return false;
}

function findDeniedVerb({ words }: ReadSentence): { verb: ReadWord; at: number } | undefined {
  const not = words.findIndex(({ raw }) => NEGATES.test(raw));
  if (not < 0) return undefined;
  const at = words.findIndex(({ stop, word }, place) => place > not && !stop && !isAdverb(word));
  const verb = words[at];
  return verb && { verb, at };
}

/** Maximum number of words to check after a verb. */
const MAX_WORDS_AFTER_VERB = 3;

/**
 * Returns whether the evidence has another date right after the same verb: "arrested in 1941" of "arrested in
 * 1944".
 */
export function verbDateDiffers(said: ReadSentence, source: ReadSentence): boolean {
  return said.words.some((verb, at) => {
    if (verb.stop || verb.capital || !isPastForm(verb.word)) return false;
    const ours = findYearAfter(said, at);
    const places = source.words.flatMap(({ stem }, place) => (stem === verb.stem ? [place] : []));
    const [only, ...more] = places;
    if (ours === undefined || only === undefined || more.length > 0) return false;
    const theirs = findYearAfter(source, only);
    return theirs !== undefined && theirs !== ours;
  });
}

function findYearAfter({ words, facts }: ReadSentence, at: number): number | undefined {
  const behind = words.slice(at + 1, at + 1 + MAX_WORDS_AFTER_VERB);
  const date = facts.dates.find(({ start }) => behind.some((word) => word.start === start));
  return date?.year;
}

const BETWEEN_AUXILIARY_AND_VERB = /(?: (?:been|\w+ly|also|then|long))*$/;

/**
 * Returns whether a statement says in the present, or with "has", what the evidence says only with "had" or
 * "used to": that it was so before something else.
 */
export function presentsPastAsPresent(said: ReadSentence, source: ReadSentence): boolean {
  const isOver = governedBy(source, /(?:^| )(?:had|used to)$/);
  const isPast = governedBy(said, /(?:^| )(?:had|used to|was|were|did|not)$/);
  const isPerfect = governedBy(said, /(?:^| )(?:has|have)$/);
  return said.words.some((verb, at) => {
    if (verb.stop || verb.capital || isPast(at) || (isPastForm(verb.word) && !isPerfect(at))) return false;
    const places = source.words.flatMap(({ stem }, place) => (stem === verb.stem ? [place] : []));
    return places.length > 0 && places.every(isOver);
  });
}

/** Returns a function that tells whether a word of a sentence follows such an auxiliary. */
function governedBy({ words }: ReadSentence, auxiliary: RegExp): (at: number) => boolean {
  return (at) => {
    const before = words.slice(Math.max(0, at - 4), at).map(({ word }) => word);
    return auxiliary.test(before.join(" ").replace(BETWEEN_AUXILIARY_AND_VERB, ""));
  };
}
