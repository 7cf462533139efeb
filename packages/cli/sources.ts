import type { Schemas } from "@plumbline/client/schemas.ts";
import { listClaims } from "@plumbline/grounding/outcome";
import { toPrintableLine } from "./printable.ts";
import { countColumns, wrapText } from "./screen.ts";
import { applyStyle, type Terminal } from "./terminal.ts";

export type ShownCitation = Schemas["ResearchOutcome"]["citations"][number];

const TITLE_INDENT = "  ";
const ADDRESS_INDENT = "      ";
/** Number of columns of a title that suffice to recognize the page. */
const MIN_TITLE_COLUMNS = 20;

/** Numbers the pages of an outcome from 1, in the order in which its claims first cite them. */
export function numberPages(
  outcome: Pick<Schemas["ResearchOutcome"], "answer" | "sections" | "citations">,
): ReadonlyMap<string, number> {
  const claimed = listClaims(outcome).flatMap(({ citations }) => citations);
  const urls = [...claimed, ...outcome.citations.keys()].flatMap(
    (index) => outcome.citations[index]?.url ?? [],
  );
  return new Map(Array.from(new Set(urls), (url, at) => [url, at + 1] as const));
}

/**
 * The pages that an answer cites, under their given numbers, or numbered from 1 in the order of first
 * citation.
 */
export class Sources {
  readonly #pages = new Map<string, { number: number; citation: ShownCitation }>();
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(numbers: ReadonlyMap<string, number> = new Map()) {
    this.#numbers = numbers;
  }

  /** Number of pages. */
  get count(): number {
    return this.#pages.size;
  }

  /** Copies the pages with their numbers. Pages added to the copy are not added here. */
  copy(): Sources {
    const copy = new Sources(this.#numbers);
    copy.formatMarks([...this.#pages.values()].map(({ citation }) => citation));
    return copy;
  }

  /** Returns the citation marks for a text: `[1][3]`, each page once. */
  formatMarks(citations: readonly ShownCitation[]): string {
    const numbers = new Set(citations.map((citation) => this.#getNumber(citation)));
    return [...numbers].map((number) => `[${number}]`).join("");
  }

  /**
   * Returns the number of rows that `print` takes on a screen, without the heading. Titles are truncated to
   * one row; addresses never are.
   */
  rows(columns: number): number {
    return [...this.#pages.values()].reduce(
      (rows, { citation }) =>
        rows + 1 + Math.ceil(countColumns(ADDRESS_INDENT + formatAddress(citation)) / columns),
      0,
    );
  }

  /**
   * Prints each page under its number, with its domain and the day on which it was read, then its address.
   * Prints nothing if nothing was cited. `columns` truncates each page's first line to one row of that width.
   * `snippets` is the outcome's number of snippets, which its JSON numbers instead of pages.
   */
  print(terminal: Terminal, columns?: number, snippets = 0): void {
    if (this.#pages.size === 0) return;
    const numbered = `(numbered by page; --json and HTTP number the ${snippets} snippets)`;
    const isTold = snippets > this.#pages.size && (columns ?? numbered.length * 2) > numbered.length + 8;
    const told = isTold ? ` ${applyStyle(terminal, "dim", numbered)}` : "";
    terminal.out(`\n${applyStyle(terminal, "bold", "Sources")}${told}\n`);
    for (const { number, citation } of this.#pages.values()) {
      const { title, domain, retrieved_at: readAt } = citation;
      const mark = `[${number}]`;
      const site = ` — ${toPrintableLine(domain)}`;
      const about = `${site}, read ${readAt.slice(0, 10)}`;
      const line =
        columns === undefined
          ? `${toPrintableLine(title)}${about}`
          : formatLine(
              toPrintableLine(title),
              [about, site],
              columns - TITLE_INDENT.length - mark.length - 1,
            );
      terminal.out(`${TITLE_INDENT}${applyStyle(terminal, "cyan", mark)} ${line}\n`);
      terminal.out(`${ADDRESS_INDENT}${applyStyle(terminal, "dim", formatAddress(citation))}\n`);
    }
  }

  #getNumber(citation: ShownCitation): number {
    const known = this.#pages.get(citation.url);
    if (known) return known.number;
    const number = this.#numbers.get(citation.url) ?? this.#pages.size + 1;
    this.#pages.set(citation.url, { number, citation });
    return number;
  }
}

/**
 * Combines a title with the longest ending that leaves room for it, or with no ending if the screen is too
 * narrow.
 */
function formatLine(title: string, endings: readonly string[], columns: number): string {
  const needed = Math.min(countColumns(title), MIN_TITLE_COLUMNS);
  const tail = endings.find((ending) => needed + countColumns(ending) <= columns) ?? "";
  return wrapText(title, { columns, rows: 1, tail })[0] ?? "";
}

function formatAddress({ url }: ShownCitation): string {
  return toPrintableLine(url);
}
