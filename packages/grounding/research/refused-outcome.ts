import type { ResearchRefusal } from "@plumbline/core/errors/research-refusal.ts";
import type { ResearchOutcome } from "./outcome.ts";

/** Why research refuses: a stable code, and a text shown verbatim that says what the reader can do. */
export interface Refusal {
  code: ResearchRefusal;
  reason: string;
}

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

/** No backend is set; there is no falling back to what a model remembers. */
export const notConfigured: Refusal = {
  code: "research_not_configured",
  reason:
    "Research is not configured, and nothing is answered from memory. The operator can set SEARCH_A_API_KEY (recommended), " +
    "SEARCH_B_API_KEY or SEARCH_C_INSTANCE_URL, or for development ALLOW_HTML_SEARCH_FALLBACK=1.",
};

/** Every configured backend failed. */
export function providerFailure(chain: ResearchOutcome["provider_chain"]): Refusal {
  const errors = chain.map(({ backend, error }) => error ?? backend);
  return {
    code: "research_provider_failure",
    reason:
      `No search backend could answer. Tried in order: ${errors.join("; ")}. Last error: ${errors.at(-1) ?? "none"}. ` +
      "Please try again later, or have the operator check the search settings.",
  };
}
