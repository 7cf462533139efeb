import type { Schemas } from "@plumbline/client/schemas.ts";
import { printableLine } from "./printable.ts";
import { style, type Terminal } from "./terminal.ts";

export type Citation = Schemas["ResearchOutcome"]["citations"][number];

/** The pages that an answer cites, numbered from 1 in the order in which it first does. */
export class Sources {
  readonly #pages = new Map<string, { number: number; citation: Citation }>();

  /** The marks of what these citations bear out: `[1][3]`, each page once. */
  marks(citations: readonly Citation[]): string {
    const numbers = new Set(citations.map((citation) => this.#numberOf(citation)));
    return [...numbers].map((number) => `[${number}]`).join("");
  }

  /** Each page under its number, with its domain and the day it was read, then its address. Nothing when nothing was cited. */
  print(terminal: Terminal): void {
    if (this.#pages.size === 0) return;
    terminal.out(`\n${style(terminal, "bold", "Sources")}\n`);
    for (const { number, citation } of this.#pages.values()) {
      const { title, domain, retrieved_at: readAt, url } = citation;
      const mark = style(terminal, "cyan", `[${number}]`);
      terminal.out(
        `  ${mark} ${printableLine(title)} — ${printableLine(domain)}, read ${readAt.slice(0, 10)}\n`,
      );
      terminal.out(`      ${style(terminal, "dim", printableLine(url))}\n`);
    }
  }

  #numberOf(citation: Citation): number {
    const known = this.#pages.get(citation.url);
    if (known) return known.number;
    const number = this.#pages.size + 1;
    this.#pages.set(citation.url, { number, citation });
    return number;
  }
}
