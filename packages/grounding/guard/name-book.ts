import { FORMS_OF_ADDRESS, PARTICLES, SUFFIXES } from "../lexicon/names.ts";
import { stemEnglish } from "../lexicon/stems.ts";
import { weighWord } from "../research/answerability/words.ts";
import { looksLikePerson } from "../text/names.ts";
import { isSameGivenName } from "../text/same-names.ts";
import { splitWords, toSingular } from "../text/tokens.ts";
import type { NameRun } from "./name-runs.ts";

/** The names and words in a set of texts. */
export interface NameBook {
  /** Every word, folded. Plurals are also included as singulars. */
  words: ReadonlySet<string>;
  /** The words of names. */
  named: ReadonlySet<string>;
  /** Prefixes of capitalised words, so that "American" is known if America is. */
  stems: ReadonlySet<string>;
  /** All words in order, separated by single spaces. */
  running: string;
  /**
   * The words before each surname, for everyone with more than a surname: "lovelace" → "ada", "augusta ada".
   */
  given: ReadonlyMap<string, ReadonlySet<string>>;
}

const STEM = 5;
/** Minimum weight of a word that is not in the table of common words. */
export const RARE_WEIGHT = 7;
/**
 * Maximum length of a name. In a longer run of capitals (a title or a list), only the words are looked up and
 * not their order.
 */
const MAX_NAME_WORDS = 8;

/** `words` is the folded words of a text in order. */
export function createNameBook(
  texts: readonly { words: readonly string[]; names: readonly NameRun[] }[],
): NameBook {
  const all = new Set<string>();
  const named = new Set<string>();
  const stems = new Set<string>();
  const given = new Map<string, Set<string>>();
  for (const text of texts) {
    for (const word of text.words) all.add(word).add(toSingular(word));
    for (const run of text.names) {
      const { own } = readSpelling(run);
      for (const word of own) {
        named.add(word);
        if (word.length >= STEM) stems.add(word.slice(0, STEM));
      }
      const surname = own.at(-1);
      if (surname === undefined || !looksLikePerson(run.written)) continue;
      const before = given.get(surname) ?? new Set();
      given.set(surname, before.add(own.slice(0, -1).join(" ")));
    }
  }
  const running = texts.map((text) => text.words.join(" ")).join(" ; ");
  return { words: all, named, stems, running: ` ${running} `, given };
}

/**
 * Returns whether the books together know a name: as written, or by its surname, its initials or the short
 * form of a given name. A known surname with another given name is unknown, and so is a name with a word that
 * the books lack.
 */
export function containsName(name: NameRun, books: readonly NameBook[]): boolean {
  const { run, own, rest } = readSpelling(name);
  if (occursInOrder(run, books)) return true;
  if (own.length === 0) return true;
  for (const [at, word] of rest.entries())
    if (!knowsWord(word, books) && !isCalled(word, rest[at + 1] ?? "", books)) return false;
  if (own.length > MAX_NAME_WORDS) return true;
  return own.every((surname, at) => at === 0 || !contradicts(own[at - 1] ?? "", surname, books));
}

interface Spelling {
  /** All its words, separated by single spaces. */
  run: string;
  own: readonly string[];
  /**
   * Without a first word that may be capitalised only because of its position: "Mathematician Ada Lovelace".
   */
  rest: readonly string[];
}

/** Cached, because a name is looked up in many books. */
const spellings = new WeakMap<NameRun, Spelling>();

function readSpelling(name: NameRun): Spelling {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const own = listOwnWords(name.written);
  const rest = name.opens && own.length > 2 && isInWordTable(own[0] ?? "") ? own.slice(1) : own;
  const spelling = { run: splitWords(name.written).join(" "), own, rest };
  spellings.set(name, spelling);
  return spelling;
}

/** Returns whether a word is in the table of common English words. */
export function isInWordTable(word: string): boolean {
  return weighWord(stemEnglish(word), word, "en") < RARE_WEIGHT;
}

function occursInOrder(run: string, books: readonly NameBook[]): boolean {
  const wanted = ` ${run} `;
  return books.some(({ running }) => running.includes(wanted));
}

function knowsWord(word: string, books: readonly NameBook[]): boolean {
  return books.some(
    (book) =>
      word.length === 1 ||
      book.words.has(word) ||
      book.words.has(toSingular(word)) ||
      (word.length >= STEM && book.stems.has(word.slice(0, STEM))),
  );
}

/** Returns whether the books know people with this surname, but none with the preceding word. */
function contradicts(before: string, surname: string, books: readonly NameBook[]): boolean {
  if (occursInOrder(`${before} ${surname}`, books)) return false;
  return books.some(({ given }) => given.has(surname)) && !isCalled(before, surname, books);
}

/**
 * Returns whether the books know someone with this surname and this given name, a form of it or its initial.
 */
function isCalled(name: string, surname: string, books: readonly NameBook[]): boolean {
  return books.some(({ given }) =>
    [...(given.get(surname) ?? [])].some((names) =>
      names.split(" ").some((known) => isSameGivenName(known, name)),
    ),
  );
}

/** Returns the words that identify what is named, without particles, forms of address and suffixes. */
function listOwnWords(name: string): string[] {
  return splitWords(name).filter(
    (word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !SUFFIXES.has(word),
  );
}
