import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { quoteForShell, toPrintableLine } from "./printable.ts";
import { applyStyle, type Terminal } from "./terminal.ts";

/** The fields of an outcome that concern the choice between people. */
export type Choice = Pick<Schemas["ResearchOutcome"], "query" | "disambiguation_candidates"> & {
  error_code?: Schemas["ResearchOutcome"]["error_code"] | undefined;
};

interface CandidateOptions {
  /** Returns the next step for a choice. */
  next?: ((choice: Choice) => string) | undefined;
  /** Descriptions of the people from the pages, in the order of the candidates. */
  descriptions?: readonly string[];
}

/**
 * Prints the numbered people that a name may refer to, and the next step. If the evidence was insufficient,
 * prints no next step: the refusal already has one, and choosing a candidate would not help. Prints nothing
 * without candidates.
 */
export function printCandidates(
  terminal: Terminal,
  choice: Choice,
  { next = createExample, descriptions = [] }: CandidateOptions = {},
): void {
  const candidates = choice.disambiguation_candidates;
  for (const [index, { title, domain, url }] of candidates.entries()) {
    const says = descriptions[index] ? `: ${toPrintableLine(descriptions[index])}` : "";
    terminal.out(`  ${index + 1}. ${toPrintableLine(title)}${says} — ${toPrintableLine(domain)}\n`);
    terminal.out(`     ${applyStyle(terminal, "dim", toPrintableLine(url))}\n`);
  }
  const fits = choice.error_code !== "research_insufficient_evidence";
  if (candidates.length > 0 && fits) terminal.out(`next: ${next(choice)}\n`);
}

/** Returns the default next step: a sentence, and an example command for the first candidate. */
function createExample({ query, disambiguation_candidates: [first] }: Choice): string {
  const word = (text: string) => quoteForShell(toPrintableLine(text));
  return `Say which person you mean, by a title or in your own words\n  ${PLUMBLINE} research ${word(query)} --context ${word(first?.title ?? "")}`;
}
