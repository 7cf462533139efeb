/** Stable codes of the four ways research says no (SPEC.md, Research engine rules 3). */
export const RESEARCH_REFUSALS = [
  "research_not_configured",
  "research_insufficient_evidence",
  "research_ambiguous_name",
  "research_provider_failure",
] as const;

export type ResearchRefusal = (typeof RESEARCH_REFUSALS)[number];
