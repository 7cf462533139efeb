import { cutText } from "@plumbline/core/text/cut-text.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { pageDomain } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence-pages.ts";
import type { UnverifiedNote } from "./outcome.ts";

const MOST_NOTES = 3;
const LONGEST_QUOTE = 300;

/** What was found though it does not answer: the nearest quotes, for the reader of a refusal. */
export function relatedNotes(
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): UnverifiedNote[] {
  const quotes = new Map<string, string>();
  for (const { page, sentence } of ranked) {
    const quote = pages[page]?.sentences[sentence]?.quote;
    if (quote != null && !quotes.has(quote)) quotes.set(quote, pageDomain(pages[page]?.url ?? ""));
    if (quotes.size === MOST_NOTES) break;
  }
  return Array.from(quotes, ([quote, domain]) => ({
    kind: "related",
    text: `${domain} says: “${cutText(quote, LONGEST_QUOTE)}”`,
  }));
}
