import type { Schemas } from "@plumbline/client/schemas.ts";
import { listedPeople } from "./listed-people.ts";
import { type OutcomeView, type QuoteView, viewAll, viewOnScreen } from "./outcome-view.ts";
import { printCandidates } from "./print-candidates.ts";
import { printable } from "./printable.ts";
import { type Screen, wrapText } from "./screen.ts";
import { style, type Terminal } from "./terminal.ts";

/** How an outcome is shown. */
export interface OutcomeOptions {
  /** What it is to fit on; left out, everything is printed. */
  screen?: Screen | undefined;
  /** Rows that a completion above takes; then the answer is one of the quotes it was written from. */
  completionRows?: number | undefined;
}

/**
 * Prints a research outcome as a reader wants it: the answer, the other quotes, numbered sources, notes; or the refusal, what was found
 * instead, and who may be meant.
 */
export function printOutcome(
  terminal: Terminal,
  outcome: Schemas["ResearchOutcome"],
  { screen, completionRows }: OutcomeOptions = {},
): void {
  if (!outcome.ok) {
    terminal.out(`${style(terminal, "red", "refused")} (${outcome.error_code})\n`);
    const fitted = (text: string) => (screen ? wrapText(text, { columns: screen.columns }).join("\n") : text);
    const { lead, told } = listedPeople(outcome.refusal_reason ?? "", outcome.disambiguation_candidates);
    terminal.out(`${fitted(printable(lead))}\n`);
    printNotes(
      terminal,
      outcome.unverified_notes.map(({ kind, text }) => fitted(`note (${kind}): ${printable(text)}`)),
    );
    printCandidates(terminal, outcome, { told });
    return;
  }
  const view = screen ? viewOnScreen(outcome, screen, completionRows ?? 0) : viewAll(outcome);
  printQuotes(terminal, view, completionRows !== undefined);
  view.sources.print(terminal, view.columns);
  printNotes(terminal, view.notes);
  terminal.out(`${printable(outcome.summary)} Coverage ${outcome.coverage_score.toFixed(2)}.\n`);
  if (view.leftOut !== "") terminal.out(`… ${view.leftOut}: --all\n`);
}

/** The answer under a heading of its own, unless a completion has given it above. */
function printQuotes(terminal: Terminal, { quotes }: OutcomeView, isCompleted: boolean): void {
  const others = isCompleted ? quotes : quotes.slice(1);
  if (!isCompleted) {
    printPart(terminal, "Answer", quotes.slice(0, 1));
    if (others.length > 0) terminal.out("\n");
  }
  printPart(terminal, "Quotes", others);
}

function printPart(terminal: Terminal, heading: string, quotes: readonly QuoteView[]): void {
  if (quotes.length > 0) terminal.out(`${style(terminal, "bold", heading)}\n`);
  for (const { lines, marks } of quotes) {
    const text = lines.join("\n");
    terminal.out(`${text.slice(0, -marks.length)}${style(terminal, "cyan", marks)}\n`);
  }
}

function printNotes(terminal: Terminal, notes: readonly string[]): void {
  for (const note of notes) terminal.out(`${style(terminal, "dim", note)}\n`);
}
