import type { Schemas } from "@plumbline/client/schemas.ts";
import { printCandidates } from "./print-candidates.ts";
import { printable, printableLine } from "./printable.ts";
import { Sources } from "./sources.ts";
import { style, type Terminal } from "./terminal.ts";

/** A research outcome as a reader wants it: quotes under their domains, numbered sources, notes; or the refusal and whom it may mean. */
export function printOutcome(terminal: Terminal, outcome: Schemas["ResearchOutcome"]): void {
  if (!outcome.ok) {
    terminal.out(`${style(terminal, "red", "refused")} (${outcome.error_code})\n`);
    terminal.out(`${printable(outcome.refusal_reason ?? "")}\n`);
    printCandidates(terminal, outcome);
    return;
  }
  const sources = new Sources();
  // Numbered by rank, whichever is quoted first.
  sources.marks(outcome.citations);
  terminal.out(`${printable(outcome.summary)} Coverage ${outcome.coverage_score.toFixed(2)}.\n`);
  for (const { heading, claims } of outcome.sections) {
    terminal.out(`\n${style(terminal, "bold", printableLine(heading))}\n`);
    for (const { text, citation_index: index } of claims) {
      const marks = sources.marks(outcome.citations.slice(index, index + 1));
      terminal.out(`  “${printable(text)}” ${style(terminal, "cyan", marks)}\n`);
    }
  }
  sources.print(terminal);
  for (const { kind, text } of outcome.unverified_notes)
    terminal.out(`${style(terminal, "dim", `note (${kind}): ${printable(text)}`)}\n`);
}
