import type { ReadSentence } from "./read-sentence.ts";

/** Small words before a number. Words on one line are synonyms. */
const BEFORE_NUMBERS = parseClasses(
  "by\nto\nfrom\nin within\nevery per each\nunder below\nover above beyond\nleast\nmost",
);
/** Small words before a date. */
const BEFORE_DATES = parseClasses("in on during\nbefore\nafter\nsince\nuntil till");

function parseClasses(lines: string): ReadonlyMap<string, number> {
  return new Map(lines.split("\n").flatMap((line, at) => line.split(" ").map((word) => [word, at] as const)));
}

/**
 * Returns whether the small word before a number or date differs from the evidence: "fell by $310 million" of
 * "fell to $310 million". Also compares periods, scores, places and prepositions.
 */
export function valueWordDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const hasOtherMeaning = (
    ours: readonly KeyedPosition[],
    theirs: readonly KeyedPosition[],
    meanings: ReadonlyMap<string, number>,
  ) =>
    ours.some((one) => {
      const same = theirs.filter((other) => other.key === one.key);
      const meaning = findMeaningBefore(one, said, meanings);
      if (same.length === 0 || meaning === undefined) return false;
      const known = same.map((other) => findMeaningBefore(other, source, meanings));
      return known.every((other) => other !== undefined && other !== meaning);
    });
  return (
    hasOtherMeaning(listNumbers(said), listNumbers(source), BEFORE_NUMBERS) ||
    hasOtherMeaning(listDates(said), listDates(source), BEFORE_DATES) ||
    isScoreSwapped(said.text, source.text) ||
    hasOpposedPreposition(said, source) ||
    periodDiffers(said.text, source.text) ||
    arePlacesSwapped(said, source)
  );
}

interface KeyedPosition {
  key: string;
  start: number;
}

const listNumbers = ({ facts }: ReadSentence): KeyedPosition[] =>
  facts.numbers.map(({ value, unit, start }) => ({ key: `${value}${unit}`, start }));
const listDates = ({ facts }: ReadSentence): KeyedPosition[] =>
  facts.dates.map(({ year, month, day, start }) => ({ key: `${year}-${month}-${day}`, start }));

function findMeaningBefore(
  { start }: KeyedPosition,
  { words }: ReadSentence,
  meanings: ReadonlyMap<string, number>,
): number | undefined {
  const before = words.findLast(({ end }) => end <= start);
  return before && meanings.get(before.word);
}

const PERIOD = /\b(?:every|per|each|an?)\s(second|minute|hour|day|night|week|month|quarter|year|decade)\b/gi;

/** Returns whether the periods differ: "every month" of "every year". */
function periodDiffers(said: string, source: string): boolean {
  const periods = (text: string) =>
    Array.from(text.matchAll(PERIOD), ([, period = ""]) => period.toLowerCase());
  const theirs = periods(source);
  return theirs.length > 0 && periods(said).some((period) => !theirs.includes(period));
}

const DIRECTIONS = new Set("from to for into onto towards toward".split(" "));

/** Returns whether two places are swapped: "Left Lindby for Vienna" of "left Vienna for Lindby". */
function arePlacesSwapped(said: ReadSentence, source: ReadSentence): boolean {
  const placed = ({ words }: ReadSentence) =>
    words.flatMap((word, at) => {
      const before = words[at - 1];
      return word.capital && before && DIRECTIONS.has(before.word)
        ? [{ way: before.word, name: word.word }]
        : [];
    });
  const theirs = placed(source);
  return placed(said).some(
    ({ way, name }) =>
      source.words.some(({ word }) => word === name) &&
      theirs.some((one) => one.way === way) &&
      !theirs.some((one) => one.way === way && one.name === name) &&
      theirs.some((one) => one.way === way && said.words.some(({ word }) => word === one.name)),
  );
}

/** Prepositions that contradict each other before the same word. */
const OPPOSED = new Set(["for against", "against for", "in near", "in outside", "near in", "outside in"]);
const ARTICLES = new Set("a an the".split(" "));

/** Returns whether prepositions contradict each other: "Voted for the act" of "voted against the act". */
function hasOpposedPreposition(said: ReadSentence, source: ReadSentence): boolean {
  const placed = ({ words }: ReadSentence) =>
    words.flatMap(({ stem, stop }, at) => {
      const before = words[at - 1]?.word ?? "";
      const preposition = ARTICLES.has(before) ? words[at - 2]?.word : before;
      return stop || preposition === undefined ? [] : [{ stem, preposition }];
    });
  const theirs = placed(source);
  return placed(said).some(({ stem, preposition }) => {
    const same = theirs.filter((one) => one.stem === stem);
    return same.length > 0 && same.every((one) => OPPOSED.has(`${preposition} ${one.preposition}`));
  });
}

const SCORE = /(?<![\d.,–-])(\d{1,3})\s?[–-]\s?(\d{1,3})(?![\d.,–-]*\d)/g;

function isScoreSwapped(said: string, source: string): boolean {
  const theirs = new Set(Array.from(source.matchAll(SCORE), ([, one, other]) => `${one} ${other}`));
  return Array.from(said.matchAll(SCORE)).some(
    ([, one, other]) => one !== other && theirs.has(`${other} ${one}`) && !theirs.has(`${one} ${other}`),
  );
}
