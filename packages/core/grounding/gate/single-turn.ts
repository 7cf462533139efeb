import { NARROWEST_LIMITS } from "../../text/fit-query.ts";
import { looksLikePerson } from "../../text/person-name.ts";
import { askingParts } from "./asking-parts.ts";
import { readPrompt } from "./prompt-reading.ts";
import type { GateReason, GateRule } from "./rule.ts";
import { arithmetic } from "./rules/arithmetic.ts";
import { asksBiography } from "./rules/asks-biography.ts";
import { asksFact } from "./rules/asks-fact.ts";
import { assistantCommand } from "./rules/assistant-command.ts";
import { code } from "./rules/code.ts";
import { longText } from "./rules/long-text.ts";
import { namesAPerson, namesSomething } from "./rules/names-a-person.ts";
import { ownIdentifier } from "./rules/own-identifier.ts";
import { personal } from "./rules/personal.ts";
import { dated, recentEvent } from "./rules/recent-event.ts";
import { workspace } from "./rules/workspace.ts";
import { worldKnowledge } from "./rules/world-knowledge.ts";
import { writingTask } from "./rules/writing-task.ts";

const RULES: readonly GateRule[] = [
  asksBiography,
  namesAPerson,
  namesSomething,
  asksFact,
  worldKnowledge,
  recentEvent,
  dated,
  code,
  arithmetic,
  writingTask,
  longText,
  workspace,
  ownIdentifier,
  assistantCommand,
  personal,
];

/** Log-odds of a prompt of which no rule says anything. */
const BIAS = -1.5;

/** Log-odds that a part must pass beside a whole that needs no grounding: the questions of a task are seldom about the world. */
const BESIDE_TEXT = 1;
const BESIDE_A_TASK = 3;
const BESIDE_A_SUM = 4;
/** How sure a prompt is whose questions are too many to be read. */
const UNREAD_LOG_ODDS = 1;
/** A longer prompt with sums in it is no word problem. */
const LONGEST_WORD_PROBLEM = 1000;
/** What a word problem asks at its end. */
const ASKS_AMOUNT = /\b(?:how (?:many|much|long|old|far|fast|big|tall|high|deep)|total)\b/i;
const TASKS: readonly GateReason[] = ["arithmetic", "code", "workspace", "writing_task"];

/** A prompt judged without its history. */
export interface TurnJudgement {
  /** Log-odds that the prompt needs grounding; 0 is the border. */
  logOdds: number;
  reasons: GateReason[];
  /** The name it is about: the asked name, else the first that reads like a person, else the first name. */
  subject: string | null;
  /** What was judged: the prompt, or the part of it that asks. */
  asking: string;
}

/**
 * Judges a prompt as a whole and by its parts, so that nothing put around a question hides it: a part that needs grounding on its
 * own wins. `workspaceContext` only tells which identifiers are the caller's own.
 */
export function judgeTurn(prompt: string, workspaceContext = ""): TurnJudgement {
  const whole = judge(prompt, workspaceContext);
  if (whole.logOdds > 0 && prompt.length <= NARROWEST_LIMITS.characters) return whole;
  const { parts, overflow } = askingParts(prompt);
  const asks = asksBeside(whole);
  const strongest = parts
    .map((part) => judge(part, workspaceContext))
    .filter(asks)
    .reduce<TurnJudgement | null>((best, one) => (best && best.logOdds >= one.logOdds ? best : one), null);
  if (strongest !== null) return { ...strongest, logOdds: Math.max(strongest.logOdds, whole.logOdds) };
  return overflow && whole.logOdds <= 0 ? { ...whole, logOdds: UNREAD_LOG_ODDS } : whole;
}

/** What a part must be to need grounding beside the whole it is in. */
function asksBeside({ logOdds, reasons, asking }: TurnJudgement): (part: TurnJudgement) => boolean {
  if (logOdds > 0) return (part) => part.logOdds > 0;
  if (reasons.includes("arithmetic") && asking.length <= LONGEST_WORD_PROBLEM)
    return (part) => part.logOdds > BESIDE_A_SUM && !ASKS_AMOUNT.test(part.asking);
  const task = reasons.some((reason) => TASKS.includes(reason));
  return (part) => part.logOdds > (task ? BESIDE_A_TASK : BESIDE_TEXT);
}

/** Sums what the rules say of a text. */
function judge(text: string, workspaceContext: string): TurnJudgement {
  const reading = readPrompt(text, workspaceContext);
  const applied = RULES.filter((rule) => rule.applies(reading));
  const person = reading.names.find((name) => looksLikePerson(name.text));
  return {
    logOdds: applied.reduce((sum, rule) => sum + rule.weight, BIAS),
    reasons: [...new Set(applied.map((rule) => rule.reason))],
    subject: reading.askedName ?? person?.text ?? reading.names[0]?.text ?? null,
    asking: text,
  };
}
