import type { ResearchOutcome } from "./outcome.ts";
import type { Refusal } from "./refusals.ts";

/** The outcome of a question before any backend has answered it. */
export function unanswered(query: string): ResearchOutcome {
  return {
    ok: false,
    query,
    summary: "No search backend answered.",
    answer: null,
    sections: [],
    citations: [],
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 0,
    provider_used: "none",
    provider_chain: [],
  };
}

/** Nothing found passes as fact in a refusal: it carries no claim and no citation. */
export function refuse(outcome: ResearchOutcome, { code, reason }: Refusal): ResearchOutcome {
  return { ...outcome, refusal_reason: reason, error_code: code };
}
