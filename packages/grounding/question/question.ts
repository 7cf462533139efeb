import type { Language } from "../lexicon/language.ts";

/**
 * The kind of answer that a question asks for. `thing` covers everything that no other kind does: "which
 * instrument …".
 */
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

/** Constraints that the question states about the person: "Who is Ana Silva, the chemist from Porto?" */
export interface QuestionConstraints {
  /** Occupation or description: "chemist", "film director". */
  role: string | null;
  place: string | null;
  employer: string | null;
  /** Every year in the question. */
  years: readonly number[];
}

/** A question that can be researched without its conversation. */
export interface Question {
  /**
   * The text to search and to score: the part of the prompt that asks, within the limits of every search
   * backend. Words from the conversation that do not replace a pronoun are appended in parentheses.
   */
  text: string;
  /** All people as written, the one asked about first. */
  subjects: readonly string[];
  constraints: QuestionConstraints;
  expected: ExpectedAnswer;
  /**
   * Description from the caller or the conversation that distinguishes the subject from namesakes; "" if
   * there is no description. At most 2,000 characters.
   */
  context: string;
  /** Null if unknown. */
  language: Language | null;
}
