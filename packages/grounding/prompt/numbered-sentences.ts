import { orderFinder } from "../guard/orders.ts";
import { detectLanguage } from "../lexicon/detect-language.ts";
import { quotableSpans } from "../research/evidence/quotable-spans.ts";
import { listClaims } from "../research/listed-claims.ts";
import type { ResearchOutcome } from "../research/outcome.ts";

/** What a model may place in its answer by a number. */
export interface NumberedSentence {
  /** Counts from 1, and on across the outcomes of a run. */
  number: number;
  /**
   * Verbatim from the snippet: one sentence, or several neighbours where the last one needs those before it.
   */
  text: string;
  /** Indexes into the outcome's citations. */
  citations: readonly [number, ...number[]];
}

/** More numbers are more to read than to choose from. */
const MOST_NUMBERED = 40;

/**
 * The sentences of an outcome that can be quoted: its claims, the answer first, then what else the cited
 * snippets say that stands alone. The same outcome always has the same numbers, however many of them a model
 * is shown. A refusal has none.
 */
export function numberedSentences(outcome: ResearchOutcome, first = 1): NumberedSentence[] {
  if (!outcome.ok) return [];
  const isOrder = orderFinder(outcome);
  const claims = listClaims(outcome);
  const known = claims.map(({ text }) => plain(text));
  const others: Omit<NumberedSentence, "number">[] = [];
  for (const [index, { snippet }] of outcome.citations.entries()) {
    for (const { text } of quotableSpans(snippet, detectLanguage(snippet))) {
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
