import type { Schemas } from "@plumbline/client/schemas.ts";

type Outcome = Pick<Schemas["ResearchOutcome"], "answer" | "sections">;
type Section = Schemas["ResearchOutcome"]["sections"][number];

/** Returns the quote that answers best; `undefined` where the text that a model wrote has it. */
export function answerQuote(outcome: Outcome, written: string): Section["claims"][number] | undefined {
  const { answer, sections } = outcome;
  if (answer === null || written.includes(answer.text)) return undefined;
  return sections[answer.claim.section]?.claims[answer.claim.index];
}

/**
 * Lists the sections without the quotes that the page shows already: the answer stands at the top, and a text
 * that a model wrote may repeat others word for word. Sections that have no quote left are dropped.
 */
export function otherQuotes(outcome: Outcome, written: string): Section[] {
  const { answer, sections } = outcome;
  return sections
    .map((section, at) => ({
      ...section,
      claims: section.claims.filter(
        ({ text }, index) =>
          !(at === answer?.claim.section && index === answer.claim.index) && !written.includes(text),
      ),
    }))
    .filter(({ claims }) => claims.length > 0);
}
