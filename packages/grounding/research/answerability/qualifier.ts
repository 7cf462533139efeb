import type { Word } from "./words.ts";

/** A part of a question that selects one of several similar things: "second", "in Chemistry", "oldest". */
export interface Qualifier {
  /** Stem of its word in the question, if other words can say the same. */
  stem?: string | undefined;
  /** Returns whether a text contains it, or a synonym. */
  has: (words: readonly Word[]) => boolean;
  /** Returns whether a sentence contains another value in its place. */
  hasOther: (words: readonly Word[]) => boolean;
  /** True if the page's title may contain it instead of the sentence. */
  mayBeInTitle?: boolean;
  /** Sentences that may contain it before one that starts with a pronoun: any, or those about a thing. */
  continues?: "any" | "thing";
  /** True if it asks about a later one than the first of its kind, so that there are others. */
  isOneOfSeveral?: boolean;
}
