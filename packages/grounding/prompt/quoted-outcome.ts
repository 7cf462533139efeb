import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { listClaims } from "../research/listed-claims.ts";
import type { Citation, ResearchOutcome } from "../research/outcome.ts";

/** A page must not close the element its words stand in. */
const OWN_TAG = /<(\s*(?:\/\s*)?research_outcome)/gi;

/** Room for what stands around the lines. */
const FRAME_CHARS = 400;

/** A research outcome in few words: each quote behind the number of its source, each source once. */
export interface QuotedLines {
  quotes: readonly string[];
  sources: readonly string[];
  notes: readonly string[];
  /** Quotes that found no room. */
  leftOut: number;
}

/** Whole quotes, the answer first, with their sources, then the other sources, in at most about `maxChars` characters; no quote is ever cut. */
export function quotedLines(
  outcome: ResearchOutcome,
  maxChars: number,
  nameSource: (source: Citation) => string,
): QuotedLines {
  const quotes: string[] = [];
  const sources = new Map<number, string>();
  const notes = outcome.unverified_notes.map(({ kind, text }) => `note, ${kind}: ${text}`);
  let left = maxChars - FRAME_CHARS - lengthOf(notes);
  const claims = listClaims(outcome);
  for (const {
    text,
    citations: [index],
  } of claims) {
    const source = outcome.citations[index];
    const quote = `[${index}] ${text}`;
    const named = sources.has(index) || !source ? [] : [`(${index}) ${nameSource(source)}`];
    left -= lengthOf([quote, ...named]);
    if (left < 0) break;
    quotes.push(quote);
    for (const line of named) sources.set(index, line);
  }
  for (const [index, source] of outcome.citations.entries()) {
    if (sources.has(index)) continue;
    const line = `(${index}) ${nameSource(source)}`;
    left -= lengthOf([line]);
    if (left < 0) break;
    sources.set(index, line);
  }
  const inOrder = [...sources].sort(([a], [b]) => a - b).map(([, line]) => line);
  return { quotes, sources: inOrder, notes, leftOut: claims.length - quotes.length };
}

/**
 * A research outcome as a model reads it: every claim on a line of its own behind the number of its source, the answer first, then the
 * sources and what is uncertain. A quote has no line breaks (it is clean text), so a line that begins with a number is one.
 */
export function quotedOutcome(outcome: ResearchOutcome, maxChars: number = RESULT_CHARS.byDefault): string {
  const nameSource = ({ title, domain }: Citation) => `${title}, ${domain}`;
  const { quotes, sources, notes, leftOut } = quotedLines(outcome, maxChars, nameSource);
  const rest = leftOut === 0 ? [] : [`more: true; ${leftOut} quotes left out: ask a narrower question.`];
  const lines = [...quotes, "Sources:", ...sources, ...notes, ...rest];
  return [
    "<research_outcome>",
    "Verbatim quotes from a public search. The number in brackets is the quote's source.",
    ...lines.map((line) => line.replace(OWN_TAG, "<_$1")),
    "</research_outcome>",
  ].join("\n");
}

/** As JSON, each between quotation marks and behind a comma. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + JSON.stringify(line).length + 1, 0);
}
