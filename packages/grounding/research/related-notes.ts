import { cutText } from "@plumbline/core/text/unicode.ts";
import { contentStems } from "../lexicon/content-stems.ts";
import type { Question } from "../question/question.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { pageDomain } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence-pages.ts";
import type { UnverifiedNote } from "./outcome.ts";

const MOST_NOTES = 3;
const LONGEST_QUOTE = 300;

/** Where nobody is asked about, this share of the question's words tells that a quote is on its matter. */
const LEAST_SHARED = 0.5;

/**
 * What was found though it does not answer: the nearest quotes, for the reader of a refusal. Pages about a person are chosen before;
 * of others only the quotes are told that have words of the question.
 */
export function relatedNotes(
  { text, subjects, language }: Pick<Question, "text" | "subjects" | "language">,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): UnverifiedNote[] {
  const asked = new Set(contentStems(text, language ?? "en"));
  const isRelated = (quote: string, title: string) => {
    const said = new Set(contentStems(`${title} ${quote}`, language ?? "en"));
    const shared = [...asked].filter((stem) => said.has(stem)).length;
    return shared > 0 && shared >= LEAST_SHARED * asked.size;
  };
  const quotes = new Map<string, string>();
  for (const { page, sentence } of ranked) {
    const { url = "", title = "", sentences = [] } = pages[page] ?? {};
    const quote = sentences[sentence]?.quote;
    if (quote == null || quotes.has(quote)) continue;
    if (subjects.length === 0 && !isRelated(quote, title)) continue;
    quotes.set(quote, pageDomain(url));
    if (quotes.size === MOST_NOTES) break;
  }
  return Array.from(quotes, ([quote, domain]) => ({
    kind: "related",
    text: `${domain} says: “${cutText(quote, LONGEST_QUOTE)}”`,
  }));
}
