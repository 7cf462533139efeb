import type { Language } from "../../lexicon/language.ts";
import { foldWord, getWords } from "../../lexicon/word-lists.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import type { Word } from "./words.ts";

/** The kind of answer that a question asks for, and the stems of all words of the question. */
export interface AskedKind {
  expected: ExpectedAnswer;
  language: Language;
  allStems: ReadonlySet<string>;
}

const DIGIT = /\p{Nd}/u;
const YEAR = /^(?:1\d{3}|20\d{2})$/;
export const NUMBER_WORDS = new Set(
  (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty " +
    "thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion half dozen once twice thrice single double " +
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen milliarden " +
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce cien mil millones " +
    "один два две три четыре пять шесть семь восемь девять десять сто тысяч миллион миллионов миллиардов " +
    "bir iki üç dört beş altı yedi sekiz dokuz on yüz bin milyon milyar"
  )
    .split(" ")
    .map(foldWord),
);
const CHINESE_NUMBER = /[一二三四五六七八九十百千万亿两]/u;
const CHINESE_DATE = /[年月日]/u;

/** Languages that capitalize names, so that their form shows them. German capitalizes every noun. */
export const CASED: ReadonlySet<Language> = new Set(["en", "de", "es", "ru", "tr", "fr", "it", "pt", "nl"]);

/**
 * Returns the indexes of words that could be an answer of the expected kind and are not in the question.
 * Returns null if the form of a word cannot show the expected kind.
 */
export function findAnswerMentions(profile: AskedKind, words: readonly Word[]): number[] | null {
  const fits = createMatcher(profile);
  if (fits === null) return null;
  return words.flatMap((word, index) =>
    !profile.allStems.has(word.stem) && fits(word, index, words) ? [index] : [],
  );
}

type Matcher = (word: Word, index: number, words: readonly Word[]) => boolean;

function createMatcher(profile: AskedKind): Matcher | null {
  switch (profile.expected) {
    case "date":
      return isDate(profile.language);
    case "number":
      return isNumber(profile.language);
    case "person":
    case "place":
    case "organisation":
      return CASED.has(profile.language) ? isName : null;
    default:
      return null;
  }
}

/** Matches a count or a measure. Excludes the numbers of a date. */
function isNumber(language: Language): Matcher {
  const { months } = getWords(language);
  return ({ raw, word }, index, words) => {
    if (!DIGIT.test(raw)) return NUMBER_WORDS.has(word) || CHINESE_NUMBER.test(raw);
    const neighbours = [words[index - 1]?.word ?? "", words[index + 1]?.word ?? ""];
    return !YEAR.test(word) && !neighbours.some((one) => months.has(one));
  };
}

function isDate(language: Language): Matcher {
  const { months } = getWords(language);
  return ({ raw, word }) => YEAR.test(word) || months.has(word) || CHINESE_DATE.test(raw);
}

/** Returns whether a word is part of a name. The first word of a sentence counts only before another name. */
function isName(word: Word, index: number, words: readonly Word[]): boolean {
  if (!word.capital || word.stop) return false;
  return index > 0 || words[1]?.capital === true;
}
