import type { Disagreement } from "./paraphrase/disagreements.ts";

/**
 * The reasons for a judgement, by their stable codes, as people read them. A reason to withhold is also true
 * of an honest sentence that is withheld. Reasons of comparisons are in `paraphrase/disagreements.ts`.
 */
const REASONS = {
  verbatim: "The evidence says it word for word.",
  paraphrase: "The evidence says it in other words.",
  read: "The configured model finds it in the evidence in other words, and each of its values is there.",
  asserts_nothing: "It asserts nothing about the world.",
  not_restated: "No sentence of the evidence clearly says it.",
  no_statement: "It is not one complete statement that could be compared with the evidence.",
  no_value: "No sentence of the evidence clearly gives it this value.",
  no_key: "No key says what this value means.",
  unknown_subject: "It does not say who or what it is about, and neither does the text before it.",
  unknown_link: "It leads to an address that neither the user nor a citation gave.",
  unknown_recipient: "Nobody gave this name for the recipient.",
  maybe_namesake:
    "It may be about somebody or something else of this name: no page says that both are the same.",
  past_office: "The evidence says that this office was left, or taken over by somebody else.",
  not_newest: "It calls something current, and the closest sentence is not shown to be the newest.",
  differs_office_year: "The evidence connects its year with another office.",
  answered: "It denies something that the evidence answers.",
  false_premise: "It presupposes something that the evidence does not say.",
  unasked: "It denies something that nobody asked.",
  cut: "The page cuts this sentence off, or joins it with something else.",
  hidden_characters: "It contains characters that hide what it says.",
  hidden: "It contains text that its reader would not see.",
  turned_by_sign: "It contains a sign that marks it as wrong.",
  encoded: "It cannot be read as text.",
  too_long: "It is too long to be checked.",
} as const;

/** Kinds of values that a sentence may have and the evidence may not. */
type ValueKind = "link" | "date" | "number" | "name";

/** Stable codes for the reasons of a judgement. Checks add codes of their searches. */
export type ReasonCode =
  | keyof typeof REASONS
  | `${"unknown" | "missing"}_${ValueKind}`
  | `differs_${Disagreement}`
  | (string & {});

export interface Reason {
  code: ReasonCode;
  /** One sentence for people. */
  text: string;
}

export function getReason(code: keyof typeof REASONS): Reason {
  return { code, text: REASONS[code] };
}

/** Returns the reason that a value is in no source. A date needs the sources, others may be the user's. */
export function createUnknownValueReason(kind: ValueKind, value: string): Reason {
  const where = kind === "date" ? "The evidence does not" : "Neither the evidence nor the user’s messages";
  return { code: `unknown_${kind}`, text: `${where} contain the ${kind} “${value}”.` };
}

/** Returns the reason that a value is in other sentences of the evidence, if anywhere. */
export function createMissingValueReason(kind: ValueKind, value: string): Reason {
  const text = `The closest sentence of the evidence does not contain the ${kind} “${value}”.`;
  return { code: `missing_${kind}`, text };
}
