import type { Schemas } from "@plumbline/client/schemas.ts";

type Outcome = Pick<Schemas["ResearchOutcome"], "answer" | "sections">;
type Section = Schemas["ResearchOutcome"]["sections"][number];

/** Returns the best answering quote, or `undefined` if the model's text contains it. */
export function answerQuote(outcome: Outcome, written: string): Section["claims"][number] | undefined {
  const { answer, sections } = outcome;
  if (answer === null || written.includes(answer.text)) return undefined;
  return sections[answer.claim.section]?.claims[answer.claim.index];
}

/**
 * Returns the sections without quotes that the page already shows: the answer at the top, and quotes that the
 * model's text repeats word for word. Leaves out empty sections.
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
