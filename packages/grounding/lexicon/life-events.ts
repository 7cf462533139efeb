/**
 * Describes how a language says what happens in a life. Words are separated by spaces, `_` stands for the
 * space inside a phrase, `*` for further letters. A question that has a word before the `|` asks for the
 * event; a sentence says it with any of the words.
 */
export interface LifeEventWords {
  birth: string;
  death: string;
  marriage: string;
  divorce: string;
  /** Of organisations, whose life begins with it. */
  founding: string;
}

export const LIFE_EVENTS = ["birth", "death", "marriage", "divorce", "founding"] as const;
export type LifeEventName = (typeof LIFE_EVENTS)[number];
