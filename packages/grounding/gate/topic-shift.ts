import { words } from "../text/tokens.ts";
import type { GateReason } from "./rule.ts";

/** What makes a turn a task of its own whatever came before. */
const OWN_TASK: readonly GateReason[] = ["code", "arithmetic", "workspace"];
/** The speaker or the assistant as the matter. */
const OWN_CUE: readonly GateReason[] = ["personal", "assistant_command"];
const SPEAKS_OF_PEOPLE = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;
const SPEAKS_OF_THE_LAST_THING = /\b(?:it|its|this|that|these|those|ones?|others?)\b/i;
const POSSESSED_OR_ADDRESSED =
  /\b(?:my|your|yourself|(?:are|do|did|can|could|will|would|have) you|you(?:'re|'ve| are| have)?)\b/i;
const MOST_WORDS_OF_A_TASK_ON_THE_ANSWER = 12;

/**
 * Whether a turn that could carry on the last topic leaves it: code, a sum or the workspace always; a writing task unless it works on
 * the last answer; an order or the speaker's own matter unless it takes up a word or a person of the topic.
 */
export function shiftsTopic(prompt: string, reasons: readonly GateReason[], sharesTopic: boolean): boolean {
  if (reasons.some((reason) => OWN_TASK.includes(reason))) return true;
  if (reasons.includes("writing_task")) {
    const onTheAnswer = SPEAKS_OF_THE_LAST_THING.test(prompt) || SPEAKS_OF_PEOPLE.test(prompt);
    return !onTheAnswer || words(prompt).length > MOST_WORDS_OF_A_TASK_ON_THE_ANSWER;
  }
  if (sharesTopic || SPEAKS_OF_PEOPLE.test(prompt) || !reasons.some((reason) => OWN_CUE.includes(reason)))
    return false;
  return POSSESSED_OR_ADDRESSED.test(prompt) || !SPEAKS_OF_THE_LAST_THING.test(prompt);
}
