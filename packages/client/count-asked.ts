import type { Schemas } from "./schemas.ts";

/** Error codes of calls that ask a person something: to approve them, or which of several people is meant. */
const QUESTIONS = ["approval_required", "research_ambiguous_name"];

/** Counts the calls that asked a person something. The service counts them as refused. */
export function countAsked({ errors }: Pick<Schemas["UsageRow"], "errors">): number {
  return QUESTIONS.reduce((sum, code) => sum + (errors[code] ?? 0), 0);
}

/** Counts the calls without those that only asked for approval. A call that is approved is logged again. */
export function countCalls({ calls, errors }: Pick<Schemas["UsageRow"], "calls" | "errors">): number {
  return calls - (errors.approval_required ?? 0);
}

/** Returns whether a logged call asked a person something, which is not a refusal. */
export function isQuestion({ error_code: code }: Pick<Schemas["LoggedCall"], "error_code">): boolean {
  return code !== null && QUESTIONS.includes(code);
}
