import type { GateRule } from "../rule.ts";
import { writingTask } from "./writing-task.ts";

const LONG_WORDS = 75;

/** More words than a question has, with no sign of what they are for. */
export const longText: GateRule = {
  reason: "long_text",
  weight: -6,
  applies: (reading) => reading.words.length > LONG_WORDS && !writingTask.applies(reading),
};
