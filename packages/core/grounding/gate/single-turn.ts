import { looksLikePerson } from "../../text/person-name.ts";
import { readPrompt } from "./prompt-reading.ts";
import type { GateReason, GateRule } from "./rule.ts";
import { arithmetic } from "./rules/arithmetic.ts";
import { asksBiography } from "./rules/asks-biography.ts";
import { asksFact } from "./rules/asks-fact.ts";
import { assistantCommand } from "./rules/assistant-command.ts";
import { code } from "./rules/code.ts";
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
  workspace,
  ownIdentifier,
  assistantCommand,
  personal,
];

/** Log-odds of a prompt of which no rule says anything. */
const BIAS = -1.5;

/** A prompt judged without its history. */
export interface TurnJudgement {
  /** Log-odds that the prompt needs grounding; 0 is the border. */
  logOdds: number;
  reasons: GateReason[];
  /** The name it is about: the asked name, else the first that reads like a person, else the first name. */
  subject: string | null;
}

/** Sums what the rules say of a prompt; `workspaceContext` only tells which identifiers are the caller's own. */
export function judgeTurn(prompt: string, workspaceContext = ""): TurnJudgement {
  const reading = readPrompt(prompt, workspaceContext);
  const applied = RULES.filter((rule) => rule.applies(reading));
  const person = reading.names.find((name) => looksLikePerson(name.text));
  return {
    logOdds: applied.reduce((sum, rule) => sum + rule.weight, BIAS),
    reasons: [...new Set(applied.map((rule) => rule.reason))],
    subject: reading.askedName ?? person?.text ?? reading.names[0]?.text ?? null,
  };
}
