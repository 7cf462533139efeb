import type { Answer, ResearchOutcome } from "./outcome.ts";

/** The answer of an outcome whose claims are sorted by how well they answer: its first claim. Null when there is none. */
export function answerOf(sections: ResearchOutcome["sections"]): Answer | null {
  const section = sections.findIndex(({ claims }) => claims.length > 0);
  const claim = sections[section]?.claims[0];
  return claim === undefined ? null : { claim: { section, index: 0 }, text: claim.text };
}
