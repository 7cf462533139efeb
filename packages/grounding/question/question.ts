import type { Language } from "../lexicon/language.ts";

/** The kind of answer a question asks for. `thing` is what no other kind says: "which instrument …". */
export type ExpectedAnswer =
  | "date"
  | "number"
  | "place"
  | "person"
  | "organisation"
  | "yes_no"
  | "reason"
  | "description"
  | "biography"
  | "thing";

/**
 * Holds what the person asked about must fit, as the question itself says it ("Who is Ana Silva, the chemist
 * from Porto?").
 */
export interface QuestionConstraints {
  /** Holds what the person does or is: "chemist", "film director". */
  role: string | null;
  place: string | null;
  employer: string | null;
  /** Every year the question names. */
  years: readonly number[];
}

/** A question that can be researched without its conversation. */
export interface Question {
  /**
   * Holds what is searched and scored: the part of the prompt that asks, within what every search backend
   * takes. Words that a follow-up takes from the conversation stand in brackets at its end where they do not
   * stand in place of a pronoun.
   */
  text: string;
  /** Every person named, as written, the one asked about first. */
  subjects: readonly string[];
  constraints: QuestionConstraints;
  expected: ExpectedAnswer;
  /**
   * Holds what tells the subject from a namesake, said by the caller or in the conversation; empty when
   * nothing was. At most 2,000 characters.
   */
  context: string;
  /** Null when it cannot be told. */
  language: Language | null;
}
