import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { orderFinder } from "../guard/orders.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import { findQuotableSpans } from "../research/evidence/quotable-spans.ts";
import { type Citation, listClaims, nameSubject, type ResearchOutcome } from "../research/outcome.ts";
import { fitLines } from "./system-prompt.ts";

/** A page must not close the element its words stand in. */
const OWN_TAG = /<(\s*(?:\/\s*)?research_outcome)/gi;

/**
 * Returns a research outcome as a model reads it: every quotable sentence on a line of its own behind its
 * number, the answer first, then the sources and what is uncertain. `first` is the number of its first
 * sentence: a run's outcomes count on. A quote has no line breaks (it is clean text), so a line that begins
 * with a number is one.
 */
export function quoteOutcome(
  outcome: ResearchOutcome,
  maxChars: number = RESULT_CHARS.byDefault,
  first = 1,
): string {
  const quotes = numberSentences(outcome, first).map(({ number, citations: [source], ...quote }) => ({
    line: `[[${number}]] ${nameSubject(quote)} (source ${source + 1})`,
    source,
  }));
  const sourceLine = ({ title, domain }: Citation, index: number) =>
    `source ${index + 1}: ${title}, ${domain}`;
  const fitting = fitLines(quotes, maxChars, { outcome, sourceLine });
  const left =
    fitting.leftOut === 0 ? "" : `; ${fitting.leftOut} more were left out, ask a narrower question`;
  const lines = [...fitting.quotes, "Sources:", ...fitting.sources, ...fitting.notes];
  return [
    "<research_outcome>",
    `Sentences of a public search, word for word, each behind its number${left}.`,
    ...lines.map((line) => line.replace(OWN_TAG, "<_$1")),
    "</research_outcome>",
  ].join("\n");
}

/** Holds what a model may place in its answer by a number. */
export interface NumberedSentence {
  /** Counts from 1, and on across the outcomes of a run. */
  number: number;
  /**
   * Verbatim from the snippet: one sentence, or several neighbours where the last one needs those before it.
   */
  text: string;
  /** Indexes into the outcome's citations. */
  citations: readonly [number, ...number[]];
  /** Of a claim: see there. */
  subject?: string | undefined;
}

/** More numbers are more to read than to choose from. */
const MOST_NUMBERED = 40;

/**
 * Returns the sentences of an outcome that can be quoted: its claims, the answer first, then what else the
 * cited snippets say that stands alone. The same outcome always has the same numbers, however many of them a
 * model is shown. A refusal has none.
 */
export function numberSentences(outcome: ResearchOutcome, first = 1): NumberedSentence[] {
  if (!outcome.ok) return [];
  const isOrder = orderFinder(outcome);
  const claims = listClaims(outcome);
  const known = claims.map(({ text }) => plain(text));
  const others: Omit<NumberedSentence, "number">[] = [];
  for (const [index, { snippet }] of outcome.citations.entries()) {
    for (const { text } of findQuotableSpans(snippet, detectLanguage(snippet))) {
      if (claims.length + others.length >= MOST_NUMBERED) break;
      if (isOrder(text)) continue;
      const words = plain(text);
      if (known.some((one) => one.includes(words))) continue;
      known.push(words);
      others.push({ text, citations: [index] });
    }
  }
  return [...claims, ...others].map((sentence, at) => ({ ...sentence, number: first + at }));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
