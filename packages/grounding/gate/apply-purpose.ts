import type { PromptPurpose } from "../reader/reader.ts";
import type { GateDecision } from "./gate.ts";

/** Highest score of a prompt that is not researched, and lowest of one that is. */
const SCORES = { own: 0.119, researched: 0.881 };

/**
 * Adjusts a decision to how a reader understands the prompt. A fact that the rules are sure of is still
 * researched. If the reader switches research off, the facts in the model's answer are still checked.
 */
export function applyPurpose(decision: GateDecision, { kind }: PromptPurpose): GateDecision {
  const reasons: GateDecision["reasons"] = [...decision.reasons, "read_by_model"];
  if (kind !== "own") {
    const score = Math.max(decision.score, SCORES.researched);
    const both = kind === "both" ? ({ ordersWork: true } as const) : {};
    return { ...decision, ...both, requiresGrounding: true, score, reasons };
  }
  if (decision.unsure !== "whether") return decision;
  const score = Math.min(decision.score, SCORES.own);
  const guarded = decision.requiresGrounding ? ({ factsGuarded: true } as const) : {};
  return { ...decision, ...guarded, requiresGrounding: false, score, reasons };
}
