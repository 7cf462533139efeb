import type { Language } from "../../lexicon/language.ts";
import { stemContentWord } from "../../lexicon/stems.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { tokenize } from "../../text/tokens.ts";
import { COMMON_STEMS } from "./common-stems.ts";

/** One word of a text in the form for comparison. `raw` is `text.slice(start, end)`. */
export interface Word {
  raw: string;
  /** Folded: lower case, without diacritics. */
  word: string;
  stem: string;
  start: number;
  end: number;
  /** True for a function word, which has no content. */
  stop: boolean;
  capital: boolean;
}

/** A word of a question. Each stem occurs once. */
export interface AskedWord {
  stem: string;
  weight: number;
  /** True if it is part of a proper name. */
  name: boolean;
  /** Its synonym classes: "founded" and "established" share one. Those of roles hold in every language. */
  synonyms: readonly number[];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Matches a number with an ending: "1998'de" is the year 1998. */
const INFLECTED_NUMBER = /^(\p{Nd}+)['’]/u;
const CAPITAL = /^[\p{Lu}\p{Lt}]/u;

/** Properties of a word that depend only on its spelling. */
interface Form {
  isUnspaced: boolean;
  /** The number before an ending, or null for any other word. */
  number: string | null;
  /** Null for a function word. */
  stem: string | null;
  capital: boolean;
}

/**
 * Reads words of one language. Caches forms for its own lifetime. A new reader is created for each question.
 */
export class WordReader {
  readonly #language: Language;
  readonly #stops: ReadonlySet<string>;
  readonly #forms = new Map<string, Form>();

  constructor(language: Language) {
    this.#language = language;
    this.#stops = getWords(language).stopWords;
  }

  /**
   * Returns the words of a text in order. Chinese and Japanese, which have no spaces, are read as overlapping
   * pairs of characters.
   */
  read(text: string): Word[] {
    const words: Word[] = [];
    for (const { raw, word, start, end } of tokenize(text)) {
      const form = this.#getForm(raw);
      const { number, stem, capital } = form;
      const spelling =
        number === null ? { raw, word, end } : { raw: number, word: number, end: start + number.length };
      if (form.isUnspaced) words.push(...this.#splitPairs(raw, start));
      else words.push({ ...spelling, stem: stem ?? spelling.word, start, stop: stem === null, capital });
    }
    return words;
  }

  #getForm(raw: string): Form {
    const known = this.#forms.get(raw);
    if (known !== undefined) return known;
    const number = INFLECTED_NUMBER.exec(raw)?.[1] ?? null;
    const form: Form = {
      isUnspaced: UNSPACED.test(raw),
      number,
      stem: stemContentWord(number ?? raw, this.#language, this.#stops),
      capital: CAPITAL.test(raw),
    };
    this.#forms.set(raw, form);
    return form;
  }

  #splitPairs(raw: string, start: number): Word[] {
    const characters = [...raw];
    let at = start;
    return characters.flatMap((character, index) => {
      const pair = character + (characters[index + 1] ?? "");
      const place = at;
      at += character.length;
      if (index === characters.length - 1 && characters.length > 1) return [];
      return {
        raw: pair,
        word: pair,
        stem: pair,
        start: place,
        end: place + pair.length,
        stop: this.#stops.has(pair) || [...pair].every((one) => this.#stops.has(one)),
        capital: false,
      };
    });
  }
}

/** Weight of a word that is not in the table of common words. */
const RARE_WEIGHT = 7.5;
/** Weight of every word in languages without a table. */
const DEFAULT_WEIGHT = 5;
/**
 * Weight of numbers of one or two digits, which are in nearly every text. Longer numbers, including years,
 * are more significant.
 */
const SHORT_NUMBER_WEIGHT = 3;

let weights: ReadonlyMap<string, number> | undefined;

function readWeights(): ReadonlyMap<string, number> {
  const lines = COMMON_STEMS.split("\n").filter((line) => line !== "");
  return new Map(
    lines.flatMap((line) => {
      const [weight = "", ...stems] = line.split(" ");
      return stems.map((stem): [string, number] => [stem, Number(weight)]);
    }),
  );
}

/**
 * Returns the weight of a content word, that is, how significant it is for the topic of a text. It is the
 * same for all results.
 */
export function weighWord(stem: string, word: string, language: Language): number {
  if (word.length <= 2 && /^\d{1,2}$/.test(word)) return SHORT_NUMBER_WEIGHT;
  if (language !== "en") return DEFAULT_WEIGHT;
  weights ??= readWeights();
  return weights.get(stem) ?? RARE_WEIGHT;
}

/** Returns pairs of neighbouring stems. */
export function listPairs(words: readonly Word[]): Set<string> {
  return new Set(words.slice(1).map(({ stem }, index) => `${words[index]?.stem} ${stem}`));
}

/** Returns all sequences of three characters in the words, with their edges marked, each as one number. */
export function listTrigrams(words: readonly Word[]): Set<number> {
  const found = new Set<number>();
  for (const { word } of words) {
    let before = EDGE_MARK;
    let last = word.charCodeAt(0);
    for (let at = 1; at <= word.length; at += 1) {
      const next = at === word.length ? EDGE_MARK : word.charCodeAt(at);
      found.add((Math.imul(Math.imul(before, 31_337) + last, 31_337) + next) | 0);
      before = last;
      last = next;
    }
  }
  return found;
}

const EDGE_MARK = 32;
