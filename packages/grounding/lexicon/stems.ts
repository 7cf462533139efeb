import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import type { Language } from "./language.ts";
import { ENGLISH } from "./lexicon.ts";
import { foldWord, getWords } from "./word-lists.ts";

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
const APOSTROPHE = /['’ʼ]/;

/** Elided words that French and Italian put before an apostrophe. */
const ELIDED = new Set(
  "l d j m t s n c qu jusqu lorsqu puisqu quoiqu un all dall dell nell sull coll quest quell sant anch com dov cos v".split(
    " ",
  ),
);

/**
 * Returns the stems of a text's content words, in order and with repetitions. Different forms of a word have
 * the same stem. For Chinese and Japanese, returns pairs of neighbouring characters instead of words, because
 * no dictionary is available on every platform in the same version.
 */
export function listContentStems(text: string, language: Language): string[] {
  if (language === "zh" || language === "ja") return listCharacterPairs(text, language);
  const { stopWords } = getWords(language);
  const known = new Map<string, string | null>();
  const stems: string[] = [];
  for (const [raw] of text.matchAll(WORD)) {
    let found = known.get(raw);
    if (found === undefined) {
      found = stemContentWord(raw, language, stopWords);
      known.set(raw, found);
    }
    if (found !== null) stems.push(found);
  }
  return stems;
}

/** Returns the stem of one word as written, or null if the word carries no content. */
export function stemContentWord(
  raw: string,
  language: Language,
  stopWords: ReadonlySet<string>,
): string | null {
  const word = withoutApostrophe(lowerCase(raw, language), language);
  const folded = foldWord(word);
  if (stopWords.has(folded) || (folded.length < 2 && !/\d/.test(folded))) return null;
  if (/\d/.test(folded)) return folded;
  const stemmed = CORRECTED_STEMMERS[language]?.(word) ?? stem(word, language);
  return stemmed === "" ? folded : stemmed;
}

/** Turkish has a dotted and a dotless I. */
function lowerCase(raw: string, language: Language): string {
  return (language === "tr" ? raw.replace(/I/g, "ı").replace(/İ/g, "i") : raw).toLowerCase().normalize("NFC");
}

/**
 * Removes the part that an apostrophe attaches: "l'homme" → "homme", "Ankara'nın" → "ankara", "Ada's" →
 * "ada", "O'Brien" → "obrien".
 */
function withoutApostrophe(word: string, language: Language): string {
  const at = word.search(APOSTROPHE);
  if (at === -1) return word;
  const head = word.slice(0, at);
  const tail = word.slice(at + 1);
  if (language === "tr") return head.length > 1 ? head : head + tail;
  if ((language === "fr" || language === "it") && ELIDED.has(head)) return tail.replace(/['’ʼ]/g, "");
  return foldWord(word);
}

/** Irregular forms of English words, each with its base form. */
const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  ENGLISH.irregular.flatMap((line) => {
    const [plain = "", ...forms] = line.split(" ");
    return forms.map((form): [string, string] => [form, plain]);
  }),
);

/** Corrections of words for which a language's stemmer is not enough. */
const CORRECTED_STEMMERS: Partial<Record<Language, (word: string) => string>> = {
  en: (word) => stem(IRREGULAR_FORMS.get(word) ?? word, "en"),
  de: stemGerman,
  // Otherwise "ciudades" and "ciudad" would lose different endings.
  es: (word) => stem(word.replace(/(?<=[dlnr])es$/, ""), "es"),
  ru: (word) => stem(word.replace(/ё/g, "е"), "ru"),
  ar: stemArabic,
  ko: (word) => foldWord(withoutParticle(word)),
};

/**
 * Stems a German word. Snowball does not unite participles and action nouns: "gegründet", "gründete" and
 * "Gründung" belong together.
 */
function stemGerman(word: string): string {
  const stemmed = stem(word, "de");
  const verb = /^ge(.{4,}?)(?:et|t)$/.exec(stemmed)?.[1] ?? /^(.{4,})et$/.exec(stemmed)?.[1];
  return verb ?? /^(.{5,})ung$/.exec(stemmed)?.[1] ?? stemmed;
}

/** Matches "and", "so", "with", "for", "like" and the article, which Arabic attaches to the word. */
const ARABIC_PREFIX = /^(?:[وف]?(?:ال|لل|[بك]ال)|[وف](?=.{4}))/;

function stemArabic(word: string): string {
  const bare = word.replace(/[\p{M}ـ]/gu, "");
  const cut = bare.replace(ARABIC_PREFIX, "");
  const stemmed = stem(cut.length >= 2 ? cut : bare, "ar").replace(/ى$/, "ي");
  return stemmed.replace(/ة$/, "");
}

const KOREAN_PARTICLE =
  /(?:에서는|에서|에게|으로는|으로|이라는|라는|이었다|였다|이다|까지|부터|보다|처럼|에는|은|는|이|가|을|를|의|에|로|와|과|도|만)$/;

function withoutParticle(word: string): string {
  const cut = word.replace(KOREAN_PARTICLE, "");
  return cut.length >= 2 ? cut : word;
}

/**
 * Matches runs of characters that are words or parts of words. Hiragana carries the grammar and separates
 * them.
 */
const PIECE =
  /(?<han>\p{Script=Han}+)|(?<number>\p{N}+)[年月日号號]?|[\p{Script=Katakana}ー]+|[\p{Script=Latin}\p{M}]+\p{N}*/gu;

function listCharacterPairs(text: string, language: "zh" | "ja"): string[] {
  const { stopWords } = getWords(language);
  const found: string[] = [];
  for (const { 0: piece, groups } of text.normalize("NFKC").matchAll(PIECE)) {
    if (groups?.han !== undefined)
      for (const run of withoutStopRuns(piece, stopWords)) found.push(...splitPairs(run));
    else if (groups?.number !== undefined) found.push(groups.number);
    else if (/\p{Script=Katakana}/u.test(piece)) found.push(piece);
    else found.push(foldWord(piece));
  }
  return found;
}

const MAX_STOP_RUN_LENGTH = 5;

/** Returns the parts of a run of characters between its stop words. */
function withoutStopRuns(run: string, stopWords: ReadonlySet<string>): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < run.length; ) {
    let length = Math.min(MAX_STOP_RUN_LENGTH, run.length - at);
    while (length > 0 && !stopWords.has(run.slice(at, at + length))) length -= 1;
    if (length === 0) {
      at += 1;
      continue;
    }
    if (at > start) parts.push(run.slice(start, at));
    at += length;
    start = at;
  }
  if (start < run.length) parts.push(run.slice(start));
  return parts;
}

function splitPairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at] ?? ""}${character}`);
}

/** Snowball's stemmers. Chinese, Japanese and Korean have none. */
const STEMMERS: Partial<Record<Language, (word: string) => string>> = {
  en: english,
  de: german,
  es: spanish,
  ru: russian,
  tr: turkish,
  ar: arabic,
  fr: french,
  it: italian,
  pt: portuguese,
  nl: dutch,
};

/**
 * Number of stems to cache for each language, because texts share most of their words. A full cache is
 * cleared.
 */
const MAX_CACHED = 8_000;
const MAX_CACHED_LENGTH = 24;
const kept = new Map<Language, Map<string, string>>();

/**
 * Returns the stem of a lower-case word, folded for comparison: "founded" and "founding" → "found". Only
 * folds words of languages without a stemmer.
 */
export function stem(word: string, language: Language): string {
  const stems = kept.get(language) ?? new Map<string, string>();
  const known = stems.get(word);
  if (known !== undefined) return known;
  const made = foldWord(STEMMERS[language]?.(word) ?? word);
  if (stems.size >= MAX_CACHED) stems.clear();
  if (word.length <= MAX_CACHED_LENGTH) stems.set(word, made);
  kept.set(language, stems);
  return made;
}

const NO_STOP_WORDS: ReadonlySet<string> = new Set();

/** Returns the stem of any English word, also of a function word such as "before". */
export function stemEnglish(word: string): string {
  return stemContentWord(word, "en", NO_STOP_WORDS) ?? word;
}

const read = new Map<Language, ReadonlyMap<string, readonly number[]>>();

/** Returns the synonym classes of a stem. Empty if the language has no table. */
export function listSynonymClasses(stemmed: string, language: Language): readonly number[] {
  const table = read.get(language) ?? readTable(language);
  return table.get(stemmed) ?? [];
}

function readTable(language: Language): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, number[]>();
  const lines = language === "en" ? ENGLISH.synonyms : [];
  for (const [index, line] of lines.entries()) {
    for (const word of line.split(" ")) {
      const key = stemEnglish(word);
      const classes = table.get(key);
      if (classes === undefined) table.set(key, [index]);
      else if (!classes.includes(index)) classes.push(index);
    }
  }
  read.set(language, table);
  return table;
}

/** Returns the stems that a text's idioms stand for: "when did it come out" asks about a release. */
export function listIdiomStems(text: string, language: Language): string[] {
  if (language !== "en") return [];
  return ENGLISH.idioms.flatMap(([word, phrase]) => (phrase.test(text) ? stemEnglish(word) : []));
}
