import type { PromptPurpose } from "../reader/reader.ts";
import type { GateDecision } from "./gate.ts";

/** Highest score of a prompt that is not researched, and lowest of one that is. */
const SCORES = { own: 0.119, researched: 0.881 };

/**
 * Returns a decision as a reader understands the prompt. A fact of which the rules are sure stays researched.
 * Where a reader switches research off, the model's facts are still judged.
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
