import { listClaims } from "../research/listed-claims.ts";
import type { Citation, ResearchOutcome } from "../research/outcome.ts";

/** Room for what stands around the lines. */
const FRAME_CHARS = 400;

/** A research outcome in few words: each quote behind a number, each source once. */
export interface QuotedLines {
  quotes: readonly string[];
  sources: readonly string[];
  notes: readonly string[];
  /** Quotes that found no room. */
  leftOut: number;
}

export interface Quote {
  line: string;
  /** Index of the citation it is from. */
  source: number;
}

export interface Sources {
  outcome: ResearchOutcome;
  sourceLine: (source: Citation, index: number) => string;
}

/**
 * Whole claims behind the index of their source, the answer first, with their sources, then the other
 * sources, in at most about `maxChars` characters; no quote is ever cut.
 */
export function quotedLines(
  outcome: ResearchOutcome,
  maxChars: number,
  nameSource: (source: Citation) => string,
): QuotedLines {
  const quotes = listClaims(outcome).map(({ text, citations: [source] }) => ({
    line: `[${source}] ${text}`,
    source,
  }));
  const sourceLine = (source: Citation, index: number) => `(${index}) ${nameSource(source)}`;
  return fitLines(quotes, maxChars, { outcome, sourceLine });
}

/** The lines that fit, in order: each quote with its source, then the other sources. */
export function fitLines(
  quotes: readonly Quote[],
  maxChars: number,
  { outcome, sourceLine }: Sources,
): QuotedLines {
  const shown: string[] = [];
  const sources = new Map<number, string>();
  const notes = outcome.unverified_notes.map(({ kind, text }) => `note, ${kind}: ${text}`);
  let left = maxChars - FRAME_CHARS - lengthOf(notes);
  for (const { line, source: index } of quotes) {
    const source = outcome.citations[index];
    const named = sources.has(index) || !source ? [] : [sourceLine(source, index)];
    left -= lengthOf([line, ...named]);
    if (left < 0) break;
    shown.push(line);
    for (const one of named) sources.set(index, one);
  }
  for (const [index, source] of outcome.citations.entries()) {
    if (sources.has(index)) continue;
    const line = sourceLine(source, index);
    left -= lengthOf([line]);
    if (left < 0) break;
    sources.set(index, line);
  }
  const inOrder = [...sources].sort(([a], [b]) => a - b).map(([, line]) => line);
  return { quotes: shown, sources: inOrder, notes, leftOut: quotes.length - shown.length };
}

/** As JSON, each between quotation marks and behind a comma. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + JSON.stringify(line).length + 1, 0);
}
