import type { Citation, Claim, ResearchOutcome } from "./outcome.ts";

/** The claims grouped by the domain they are quoted from, domains in the order of their first claim. */
export function sectionsByDomain(
  claims: readonly Claim[],
  citations: readonly Citation[],
): ResearchOutcome["sections"] {
  const sections = new Map<string, Claim[]>();
  for (const claim of claims) {
    const heading = citations[claim.citation_index]?.domain;
    if (heading === undefined)
      throw new RangeError(`a claim points at citation ${claim.citation_index}, which is not there`);
    sections.set(heading, [...(sections.get(heading) ?? []), claim]);
  }
  return Array.from(sections, ([heading, grouped]) => ({ heading, claims: grouped }));
}
