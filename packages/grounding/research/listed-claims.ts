import type { Claim, ResearchOutcome } from "./outcome.ts";

/** A claim as a reader is shown it: once, with every citation it was found in. */
export interface ListedClaim {
  text: string;
  /** Indexes into the outcome's citations, in the order of the claims. */
  citations: readonly [number, ...number[]];
}

/** The claims of an outcome as a reader wants them: the answer first, then the others in order, and none twice. */
export function listClaims({
  answer,
  sections,
}: Pick<ResearchOutcome, "answer" | "sections">): ListedClaim[] {
  const first = answer === null ? undefined : sections[answer.claim.section]?.claims[answer.claim.index];
  const others = sections.flatMap(({ claims }) => claims).filter((claim) => claim !== first);
  const listed = new Map<string, ListedClaim>();
  for (const { text, citation_index: index } of [...(first ? [first] : []), ...others] satisfies Claim[]) {
    const known = listed.get(text);
    if (known === undefined) listed.set(text, { text, citations: [index] });
    else if (!known.citations.includes(index))
      listed.set(text, { text, citations: [...known.citations, index] });
  }
  return [...listed.values()];
}
