import type { Language } from "./language.ts";
import WORDS from "./slots.json" with { type: "json" };

/** Describes how a language says what fills a slot, as sources of patterns over whole words. */
export interface SlotWords {
  /** Prepositions before a place or a time, separated by spaces: a name behind one is nobody's. */
  in?: string;
  /** Words for a time that is no date. */
  when?: string;
  /** Words that give a reason. */
  cause?: string;
  /** Finds superlatives by the word that tells them apart. */
  superlative?: string;
  /** Offices, and the verbs of those who hold them. */
  office?: string;
  /** Asks who holds an office now, unless `then` matches too. */
  now?: string;
  then?: string;
  /** Says that an office is held no longer, unless `present` matches too. */
  past?: string;
  present?: string;
  /** Groups of superlatives that say the same, between bars. */
  same?: string;
  /** Nouns for the one after and before another. */
  successor?: string;
  predecessor?: string;
  /** Prepositions and verbs before the name that somebody came after, or before. */
  after?: string;
  before?: string;
  /** Auxiliaries of the passive voice. */
  passive?: string;
}

/** Words by language; a slot of which a language has no words is not looked for in it. */
export const SLOT_WORDS: Partial<Record<Language, SlotWords>> = WORDS;
