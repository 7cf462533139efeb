import type { PromptReading } from "./prompt-reading.ts";

/** Why a prompt was routed as it was; stable, shown to callers. */
export type GateReason =
  | "asks_biography"
  | "names_a_person"
  | "names_something"
  | "asks_fact"
  | "world_knowledge"
  | "recent_event"
  | "dated"
  | "code"
  | "arithmetic"
  | "writing_task"
  | "long_text"
  | "workspace"
  | "assistant_command"
  | "personal"
  | "follow_up_of_grounded"
  | "follow_up_of_ungrounded"
  | "required_by_caller";

/** One idea about a prompt. `weight` is added to the log-odds of needing grounding when `applies`; negative speaks against it. */
export interface GateRule {
  reason: GateReason;
  weight: number;
  applies(reading: PromptReading): boolean;
}
