import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { createOrderFinder } from "../guard/orders.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import { findQuotableSpans } from "../research/evidence/quotable-spans.ts";
import { type Citation, listClaims, nameSubject, type ResearchOutcome } from "../research/outcome.ts";
import { toBareWords } from "../text/tokens.ts";
import { fitLines } from "./system-prompt.ts";

/** Matches our own tag, because a page's text must not close the element that contains it. */
const OWN_TAG = /<(\s*(?:\/\s*)?research_outcome)/gi;

/**
 * Formats a research outcome for a model: every quotable sentence on a numbered line, the answer first, then
 * the sources and what is uncertain. `first` is the number of its first sentence, because numbers continue
 * across a run's outcomes. A quote is clean text without line breaks, so every line that starts with a number
 * is a quote.
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
  const formatSourceLine = ({ title, domain, published }: Citation, index: number) =>
    `source ${index + 1}: ${title}, ${domain}${published === undefined ? "" : `, ${published}`}`;
  const fitting = fitLines(quotes, maxChars, { outcome, sourceLine: formatSourceLine });
  const left =
    fitting.leftOut === 0 ? "" : `; ${fitting.leftOut} more were left out, ask a narrower question`;
  const searchedAt = outcome.citations[0]?.retrieved_at.slice(0, 10);
  const day = searchedAt === undefined ? "" : ` on ${searchedAt}`;
  const lines = [...fitting.quotes, "Sources:", ...fitting.sources, ...fitting.notes];
  return [
    "<research_outcome>",
    `Sentences of a public search${day}, word for word, each behind its number${left}.`,
    ...lines.map((line) => line.replace(OWN_TAG, "<_$1")),
    "</research_outcome>",
  ].join("\n");
}

/** A sentence that a model can insert into its answer by number. */
export interface NumberedSentence {
  /** Starts at 1 and continues across the outcomes of a run. */
  number: number;
  /** Verbatim from the snippet: one sentence, or several adjacent ones if the last needs those before it. */
  text: string;
  /** Indexes into the outcome's citations. */
  citations: readonly [number, ...number[]];
  /** Same as `subject` of a claim. */
  subject?: string | undefined;
}

/** Maximum number of numbered sentences, because a model must read all of them. */
const MAX_NUMBERED = 40;

/**
 * Returns the quotable sentences of an outcome: its claims, the answer first, then other sentences of the
 * cited snippets that are understandable alone. An outcome always gets the same numbers, however many of them
 * a model sees. A refusal has no sentences.
 */
export function numberSentences(outcome: ResearchOutcome, first = 1): NumberedSentence[] {
  if (!outcome.ok) return [];
  const isOrder = createOrderFinder(outcome);
  const claims = listClaims(outcome);
  const known = claims.map(({ text }) => toBareWords(text));
  const others: Omit<NumberedSentence, "number">[] = [];
  for (const [index, { snippet }] of outcome.citations.entries()) {
    for (const { text } of findQuotableSpans(snippet, detectLanguage(snippet))) {
      if (claims.length + others.length >= MAX_NUMBERED) break;
      if (isOrder(text)) continue;
      const words = toBareWords(text);
      if (known.some((one) => one.includes(words))) continue;
      known.push(words);
      others.push({ text, citations: [index] });
    }
  }
  return [...claims, ...others].map((sentence, at) => ({ ...sentence, number: first + at }));
}
