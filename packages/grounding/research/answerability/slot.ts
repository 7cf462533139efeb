import type { Language } from "../../lexicon/language.ts";
import type { AskedKind } from "./answer-mentions.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import type { AskedWord } from "./words.ts";

/** The properties of a question that its slots depend on. */
export interface SlotQuestion extends AskedKind {
  /** True if the question lists the possible answers: "A or B?". */
  givesChoice: boolean;
  /** True if it is written with capitals. */
  cased: boolean;
  /** Its content words, and those of them that ask something about its names. */
  asked: readonly AskedWord[];
  predicate: readonly AskedWord[];
  /** The stems of its names, and the name that it is about. */
  names: readonly (readonly string[])[];
  primary: readonly string[] | null;
  /** Words that single out one of several things; other words may say the same: "16th". */
  qualifiers: readonly { stem?: string | undefined }[];
  /** The life events that it asks about, or null. */
  lifeEvent: object | null;
}

/** A part of what a question asks for. A sentence that leaves a slot open does not answer. */
export interface Slot {
  kind: /** A name, date, number or measure of the kind asked for. */
    | "filler"
    /** The reason, for "why". */
    | "cause"
    /** Somebody who still holds the office. */
    | "held"
    /** The one after a name, and not the one before it, or the reverse. */
    | "order"
    /** The same number: "Kestrel 4", and not "Kestrel 5". */
    | "number"
    /** Somebody who did it, in the same direction: for "who beat Ada", not somebody that Ada beat. */
    | "doer"
    /** The words that ask something about a name: "the average depth of …". */
    | "relation"
    /** A fact, and not a plan or a denial. */
    | "asserted"
    /** A statement about the one asked about, and not about the noun before a relative clause. */
    | "clause"
    /** The tallest building, and not the tallest wooden building. */
    | "restricted"
    /** The name asked about, and not a longer name with the same words. */
    | "bearer";
  /** Returns whether a sentence of a page fills it. `previous` is the sentence before it. */
  isFilled: (sentence: PageSentence, page: PageIndex, previous: PageSentence | undefined) => boolean;
}

const UNSPACED: ReadonlySet<Language> = new Set(["zh", "ja", "ko"]);
const patterns = new Map<string, RegExp>();

/** Compiles a pattern for whole words, or for any position in languages that join words. */
export function compilePattern(source: string, language: Language): RegExp {
  const key = `${language} ${source}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const whole = UNSPACED.has(language) ? source : `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`;
  const made = new RegExp(whole, "u");
  patterns.set(key, made);
  return made;
}

export const lower = (text: string) => text.toLowerCase();

/** Lower-cases only the first letter, because capitals elsewhere distinguish a place from a verb. */
export const lowerFirstLetter = (text: string) => text.replace(/\p{L}/u, (letter) => letter.toLowerCase());
