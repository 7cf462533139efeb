import { ENGLISH } from "../../lexicon/lexicon.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { Qualifier } from "./qualifier.ts";
import type { Word } from "./words.ts";

/** A number that distinguishes one thing of a kind: season 2, the second Nobel Prize. */
interface NumberedNoun {
  /** Stem of the number word. */
  stem: string;
  /** Stems of the words that it belongs to. */
  nouns: ReadonlySet<string>;
  value: number;
  /** True for a superlative, which means the first if there is no number: "largest", "second largest". */
  isSuperlative: boolean;
  isOrdinal: boolean;
  /** True if capitalised, as part of a name: the Second World War. */
  isCapital: boolean;
}

const list = (text: string) => text.split(" ");
const CARDINALS = list(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
    "eighteen nineteen twenty",
);
const ORDINALS = list(
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth " +
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
);
const TENS = list("twenty thirty forty fifty sixty seventy eighty ninety");
/** Words for the first of a kind. */
const FIRST = new Set(list("first 1st debut inaugural original initial"));
const NAMED_FIRST = new Set(list("debut inaugural"));
/** Words for the second of a kind. */
const AGAIN = new Set(list("again another"));
const DIGITS = /^\d{1,3}$/;
const DIGIT_ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/;
const ROMAN = /^(?:X{0,3})(?:IX|IV|V?I{0,3})$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** Words for numbered things, each with the word that represents its line. */
const THINGS: ReadonlyMap<string, string> = new Map(
  ENGLISH.contrasts.numberedThings.flatMap((line) => {
    const [first = "", ...more] = line.split(" ");
    return [first, ...more].map((word): [string, string] => [word, first]);
  }),
);

/** Returns the numbers in a question that distinguish one thing of its kind. */
export function findNumberedNouns(words: readonly Word[]): Qualifier[] {
  return readNumbers(words)
    .filter(({ nouns }) => nouns.size > 0)
    .map((asked) => {
      const { stem, value, isOrdinal, isSuperlative, isCapital } = asked;
      return {
        stem,
        has: (text) => hasNumber(asked, text),
        hasOther: (text) => hasOtherNumber(asked, text),
        continues: "thing",
        isOneOfSeveral: value > 1 && isOrdinal && !isSuperlative && !isCapital,
      };
    });
}

/** Returns whether a sentence gives the same thing another number. */
function hasOtherNumber(asked: NumberedNoun, words: readonly Word[]): boolean {
  return readNumbers(words).some(
    ({ nouns, value, isSuperlative }) =>
      value !== asked.value &&
      (!asked.isSuperlative || isSuperlative) &&
      [...nouns].some((noun) => asked.nouns.has(noun)),
  );
}

/**
 * Returns whether a text contains the number asked about: an ordinal anywhere, another number next to its
 * noun.
 */
function hasNumber({ nouns, value, isSuperlative }: NumberedNoun, words: readonly Word[]): boolean {
  if (value === 1 && !isSuperlative && words.some(({ word }) => FIRST.has(word))) return true;
  if (value === 2 && !isSuperlative && words.some(({ word }) => AGAIN.has(word))) return true;
  return readNumbers(words).some((one) => {
    if (one.value !== value) return false;
    if (one.isOrdinal && !isSuperlative) return true;
    return [...one.nouns].some((noun) => nouns.has(noun));
  });
}

function readNumbers(words: readonly Word[]): NumberedNoun[] {
  return words.flatMap((word, at): NumberedNoun[] => {
    const isCapital = CAPITAL.test(word.raw);
    const ordinal = readOrdinal(words, at);
    if (ordinal !== null) {
      const run = listCountedNouns(words, at + 1);
      const isSuperlative = SUPERLATIVE.test(run[0]?.word ?? "");
      const nouns = isSuperlative ? run.slice(0, 1) : run;
      const found = { value: ordinal, isOrdinal: true, isSuperlative, nouns: toKeys(nouns) };
      return [{ stem: word.stem, isCapital, ...found }];
    }
    if (SUPERLATIVE.test(word.word) && readOrdinal(words, at - 1) === null)
      return [
        { stem: word.stem, isCapital, value: 1, isOrdinal: true, isSuperlative: true, nouns: toKeys([word]) },
      ];
    const cardinal = readCardinal(words, at);
    const noun = words[at - 1];
    if (cardinal === null || noun === undefined) return [];
    const found = { value: cardinal, isOrdinal: false, isSuperlative: false, nouns: toKeys([noun]) };
    return [{ stem: word.stem, isCapital, ...found }];
  });
}

const SUPERLATIVE =
  /^(?:larg|bigg|great|small|high|tall|low|long|short|fast|deep|rich|old|young|heavi|busi)est$/;
const MAX_NOUNS = 3;

/** Returns the words that an ordinal counts: those after it, up to a function word. */
function listCountedNouns(words: readonly Word[], from: number): readonly Word[] {
  const run = words.slice(from, from + MAX_NOUNS);
  const end = run.findIndex(({ stop, word }) => stop || /^\d/.test(word));
  return end < 0 ? run : run.slice(0, end);
}

/** Returns the keys of words. "season" and "series" are one thing, whatever their stems. */
function toKeys(words: readonly Word[]): ReadonlySet<string> {
  return new Set(
    words.map(({ word, stem }) => THINGS.get(word) ?? THINGS.get(word.replace(/s$/, "")) ?? stem),
  );
}

function readOrdinal(words: readonly Word[], at: number): number | null {
  const word = words[at]?.word ?? "";
  const digits = DIGIT_ORDINAL.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  const value = NAMED_FIRST.has(word) ? 1 : ORDINALS.indexOf(word);
  if (value < 0) return null;
  const tens = TENS.indexOf(words[at - 1]?.word ?? "");
  return tens < 0 ? value : (tens + 2) * 10 + value;
}

/**
 * Returns the number right after a numbered thing or a name: season two, Apollo 11, World War II. Years and
 * days of a month do not count.
 */
function readCardinal(words: readonly Word[], at: number): number | null {
  const noun = words[at - 1];
  const word = words[at];
  if (noun === undefined || word === undefined || noun.stop || getWords("en").months.has(noun.word))
    return null;
  if (word.start - noun.end !== 1) return null;
  const isThing = THINGS.has(noun.word);
  if (!isThing && !CAPITAL.test(noun.raw)) return null;
  if (DIGITS.test(word.word)) return Number(word.word);
  if (word.raw !== "" && ROMAN.test(word.raw)) return readRoman(word.raw);
  const value = isThing ? CARDINALS.indexOf(word.word) : -1;
  return value < 0 ? null : value;
}

/** Matches a capital anywhere, because "iPhone" is also a name. */
const CAPITAL = /\p{Lu}/u;

function readRoman(raw: string): number {
  const digits = [...raw].map((letter) => ROMAN_DIGITS[letter] ?? 0);
  return digits.reduce((total, digit, at) => total + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}
