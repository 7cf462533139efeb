import { isEnglish, judgePrompt } from "./judge-prompt.ts";
import { readPrompt } from "./prompt-reading.ts";
import type { GateReason } from "./rules.ts";
import { MAX_ORDER_LENGTH, type TurnJudgement } from "./single-turn.ts";

/**
 * The open part of a decision: "whether" anything is researched, or only "what" of a prompt that certainly
 * asks for a fact.
 */
export type Unsure = "whether" | "what";

/** Log-odds on either side of the threshold within which a decision may be wrong. */
const MARGIN = 1.5;
/** Log-odds of a whole prompt, orders included, below which it certainly needs no facts. */
const SURELY_OWN = -5;
const WORK_ON_TEXT: readonly GateReason[] = ["code", "arithmetic", "long_text"];

/**
 * Returns what a model should read, because two readings of the rules disagree or the score is near the
 * threshold. `undefined` if the rules are sure: a fact asked for without an order, or a prompt that names
 * nothing and orders nothing.
 */
export function findUnsure(prompt: string, judged: TurnJudgement): Unsure | undefined {
  const { logOdds, reasons, subject, orders, isOrder } = judged;
  if (prompt.length > MAX_ORDER_LENGTH) return undefined;
  if (logOdds > 0) {
    if (!ordersWork(judged)) return logOdds < MARGIN ? "what" : undefined;
    return orders && !isOrder && logOdds >= MARGIN ? "what" : "whether";
  }
  const isNamed = subject !== null || reasons.includes("names_something");
  if (!isNamed || reasons.some((reason) => WORK_ON_TEXT.includes(reason))) return undefined;
  if (logOdds > -MARGIN) return "whether";
  const mayBeUnread = ordersWork(judged) || !isEnglish(readPrompt(prompt));
  return mayBeUnread && judgePrompt(prompt, "").logOdds > SURELY_OWN ? "whether" : undefined;
}

/** Returns what a model should read of a follow-up to a researched turn, if only its topic decides it. */
export function findUnsureOfTopic(judged: TurnJudgement): Unsure | undefined {
  if (judged.logOdds >= MARGIN) return undefined;
  return ordersWork(judged) ? "whether" : "what";
}

function ordersWork({ orders, reasons }: TurnJudgement): boolean {
  return orders === true || reasons.includes("assistant_command");
}
