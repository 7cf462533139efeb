import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { quoteForShell, toPrintableLine } from "./printable.ts";
import { style, type Terminal } from "./terminal.ts";

/** The part of an outcome that has several candidates. */
export type Choice = Pick<Schemas["ResearchOutcome"], "query" | "disambiguation_candidates"> & {
  error_code?: Schemas["ResearchOutcome"]["error_code"] | undefined;
};

interface CandidateOptions {
  /** Returns the next step for a choice. */
  next?: ((choice: Choice) => string) | undefined;
  /** Descriptions of the people from the pages, in the order of the candidates. */
  told?: readonly string[];
}

/**
 * Prints the numbered people that a name may refer to, and the next step. If none of them fits the question,
 * prints no next step: the refusal has already given it, and asking again with one of them would be refused
 * again. Prints nothing without a choice.
 */
export function printCandidates(
  terminal: Terminal,
  choice: Choice,
  { next = createExample, told = [] }: CandidateOptions = {},
): void {
  const candidates = choice.disambiguation_candidates;
  for (const [index, { title, domain, url }] of candidates.entries()) {
    const says = told[index] ? `: ${toPrintableLine(told[index])}` : "";
    terminal.out(`  ${index + 1}. ${toPrintableLine(title)}${says} — ${toPrintableLine(domain)}\n`);
    terminal.out(`     ${style(terminal, "dim", toPrintableLine(url))}\n`);
  }
  const fits = choice.error_code !== "research_insufficient_evidence";
  if (candidates.length > 0 && fits) terminal.out(`next: ${next(choice)}\n`);
}

/** Returns a command that asks for the first candidate, as an example. */
function createExample({ query, disambiguation_candidates: [first] }: Choice): string {
  const word = (text: string) => quoteForShell(toPrintableLine(text));
  return `Say which person you mean, by a title or in your own words\n  ${PLUMBLINE} research ${word(query)} --context ${word(first?.title ?? "")}`;
}
