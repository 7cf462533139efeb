import type { Language } from "../../lexicon/language.ts";
import type { AskedKind } from "./answer-mentions.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";

/** The properties of a question that its slots depend on. */
export interface SlotQuestion extends AskedKind {
  /** True if the question lists the possible answers: "A or B?". */
  givesChoice: boolean;
  /** True if it is written with capitals. */
  cased: boolean;
  /** Its content words, and those of them that ask something about its names. */
  asked: readonly QuestionWord[];
  predicate: readonly QuestionWord[];
  /** The stems of its names, and the name that it is about. */
  names: readonly (readonly string[])[];
  primary: readonly string[] | null;
  /** Words that single out one of several things; other words may say the same: "16th". */
  qualifiers: readonly { stem?: string | undefined }[];
  /** The life events that it asks about, or null. */
  lifeEvent: object | null;
}

interface QuestionWord {
  stem: string;
  weight: number;
  /** True if it is part of a name. */
  name: boolean;
  /** Its synonym classes. Those of roles, below 0, hold in every language. */
  synonyms: readonly number[];
}

/** A part of what a question asks for; an answer fills every slot. */
export interface Slot {
  kind:
    | "filler"
    | "cause"
    | "held"
    | "order"
    | "number"
    | "doer"
    | "relation"
    | "asserted"
    | "clause"
    | "restricted"
    | "bearer";
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
