import type { Schemas } from "@plumbline/client/schemas.ts";
import { printable, printableLine } from "./printable.ts";
import { style, type Terminal } from "./terminal.ts";

type Explanation = NonNullable<Schemas["ResearchOutcome"]["explanation"]>;

/** Prints why an outcome says what it says: the question that was searched, then each sentence found with its score, the best first. */
export function printExplanation(terminal: Terminal, { question, sentences }: Explanation): void {
  const { text, subjects, constraints, expected } = question;
  const { role, place, employer, years } = constraints;
  const facts = [
    ["subjects", subjects.join(", ")],
    ["role", role ?? ""],
    ["place", place ?? ""],
    ["employer", employer ?? ""],
    ["years", years.join(", ")],
    ["expects", expected],
  ].filter(([, value]) => value !== "");
  terminal.out(`\n${style(terminal, "bold", "Searched")}\n  ${printableLine(text)}\n`);
  for (const [name, value = ""] of facts) terminal.out(`  ${name}: ${printableLine(value)}\n`);
  terminal.out(`\n${style(terminal, "bold", "Scores")}\n`);
  if (sentences.length === 0) terminal.out("  No sentence was scored.\n");
  for (const { text: sentence, url, citation_index: index, score, reasons } of sentences) {
    const cited = index === undefined ? "" : ", cited";
    const why = reasons.length === 0 ? "" : ` (${reasons.map(printableLine).join(", ")})`;
    terminal.out(`  ${style(terminal, "cyan", score.toFixed(2))}  “${printable(sentence)}”${why}\n`);
    terminal.out(`        ${style(terminal, "dim", `${printableLine(url)}${cited}`)}\n`);
  }
}
