import type { Citation, ResearchOutcome } from "@plumbline/core/research/outcome.ts";
import { style, type Terminal } from "./terminal.ts";

/** A research outcome as a reader wants it: quotes under their domains, numbered sources, notes; or the refusal and whom it may mean. */
export function printOutcome(terminal: Terminal, outcome: ResearchOutcome): void {
  if (!outcome.ok) {
    terminal.out(`${style(terminal, "red", "refused")} (${outcome.error_code})\n${outcome.refusal_reason}\n`);
    for (const { title, domain, url } of outcome.disambiguation_candidates) {
      terminal.out(`  - ${title} ${style(terminal, "dim", `(${domain})`)} ${url}\n`);
    }
    return;
  }
  terminal.out(`${outcome.summary} Coverage ${outcome.coverage_score.toFixed(2)}.\n`);
  for (const { heading, claims } of outcome.sections) {
    terminal.out(`\n${style(terminal, "bold", heading)}\n`);
    for (const { text, citation_index } of claims) {
      terminal.out(`  “${text}” ${style(terminal, "cyan", `[${citation_index + 1}]`)}\n`);
    }
  }
  terminal.out(`\n${style(terminal, "bold", "Sources")}\n`);
  for (const pages of byPage(outcome.citations)) {
    const [{ title, domain, retrieved_at, url }] = pages;
    const ranks = pages.map(({ rank }) => rank).join(", ");
    terminal.out(
      `  [${ranks}] ${title} — ${domain}, ${retrieved_at.slice(0, 10)}\n      ${style(terminal, "dim", url)}\n`,
    );
  }
  for (const { kind, text } of outcome.unverified_notes) {
    terminal.out(`${style(terminal, "dim", `note (${kind}): ${text}`)}\n`);
  }
}

/** Citations of one page together, in the order of its first. */
function byPage(citations: readonly Citation[]): [Citation, ...Citation[]][] {
  const pages = new Map<string, [Citation, ...Citation[]]>();
  for (const citation of citations) {
    const page = pages.get(citation.url);
    if (page) page.push(citation);
    else pages.set(citation.url, [citation]);
  }
  return [...pages.values()];
}
