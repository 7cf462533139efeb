import type { FoundNumber } from "../numbers.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

/** Words for the dimension of a measure. Words on one line are synonyms. */
const DIMENSIONS = lines(
  "long length\nhigh tall height\nwide width broad\ndeep depth\nweigh weighs weighed weight heavy\nold age aged",
);
/** Words after a measure that give the direction of a difference. */
const DIRECTIONS = lines(
  "more higher longer later greater larger taller heavier older faster warmer above\n" +
    "less fewer lower shorter earlier smaller lighter younger slower colder below",
);
/** Words before a number that turn it into a bound. */
const BOUNDS: readonly (readonly [bound: string, words: RegExp])[] = [
  ["over", /\b(?:more than|over|at least|above|exceed\w*|no (?:less|fewer) than)\s(?:the\s|a\s)?$/i],
  [
    "under",
    /\b(?:less than|fewer than|under|below|up to|at most|no more than|(?:a )?maximum(?: of)?|nearly|almost)\s(?:the\s|a\s)?$/i,
  ],
];
const MAX_WORDS_AWAY = 3;

function lines(text: string): readonly ReadonlySet<string>[] {
  return text.split("\n").map((line) => new Set(line.split(" ")));
}

/**
 * Returns whether a number of the statement counts, limits or measures something other than in the evidence:
 * "two firemen" of "two workers and one fireman", "132 metres long" of "132 metres high", "45" of "up to 45".
 */
export function countedThingDiffers(said: ReadSentence, source: ReadSentence): boolean {
  return said.facts.numbers.some((number) => {
    const same = source.facts.numbers.filter(
      ({ value, unit }) => value === number.value && unit === number.unit,
    );
    if (same.length === 0) return false;
    const differs = <T>(readingOf: (one: FoundNumber, read: ReadSentence) => T | undefined) => {
      const ours = readingOf(number, said);
      const theirs = same.map((one) => readingOf(one, source));
      return ours !== undefined && theirs.every((other) => other !== undefined && other !== ours);
    };
    const bound = findBound(number, said);
    return (
      same.every((one) => findBound(one, source) !== bound) ||
      differs((one, read) => findClassAfter(one, read, DIRECTIONS)) ||
      differs((one, read) => findDimension(one, read)) ||
      countsOtherThing(number, same, { said, source })
    );
  });
}

function findBound({ start }: FoundNumber, { text }: ReadSentence): string {
  const before = text.slice(Math.max(0, start - 24), start);
  return BOUNDS.find(([, words]) => words.test(before))?.[0] ?? "";
}

function listWordsAfter({ end }: FoundNumber, { words, text }: ReadSentence): ReadWord[] {
  const clause = /[,;:()]|\s(?:and|but|or)\s/.exec(text.slice(end));
  const until = clause === null ? text.length : end + clause.index;
  return words.filter((word) => word.start >= end && word.end <= until).slice(0, MAX_WORDS_AWAY);
}

function findClassAfter(
  number: FoundNumber,
  read: ReadSentence,
  classes: readonly ReadonlySet<string>[],
): number | undefined {
  const found = listWordsAfter(number, read).map(({ word }) => classes.findIndex((one) => one.has(word)));
  return found.find((at) => at >= 0);
}

/** Returns the word for a dimension right after the measure, or otherwise one shortly before it. */
function findDimension(number: FoundNumber, read: ReadSentence): number | undefined {
  const behind = findClassAfter(number, read, DIMENSIONS);
  if (behind !== undefined) return behind;
  const before = read.words.filter(({ end }) => end <= number.start).slice(-MAX_WORDS_AWAY);
  const found = before.map(({ word }) => DIMENSIONS.findIndex((one) => one.has(word)));
  return found.findLast((at) => at >= 0);
}

/**
 * Returns whether the evidence has the noun after the number, but never after that number. It then counts
 * something else.
 */
function countsOtherThing(
  number: FoundNumber,
  same: readonly FoundNumber[],
  { said, source }: { said: ReadSentence; source: ReadSentence },
): boolean {
  const [noun] = listWordsAfter(number, said);
  if (noun === undefined || noun.stop || /^\d/.test(noun.word) || !source.content.has(noun.stem))
    return false;
  return same.every((one) => {
    const behind = listWordsAfter(one, source);
    const before = source.words.filter(({ end, stop }) => !stop && end <= one.start).slice(-2);
    return ![...behind, ...before].some(({ stem }) => stem === noun.stem);
  });
}
