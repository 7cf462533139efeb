import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Question } from "../question/question.ts";
import { pagesOf } from "./evidence-pages.ts";
import type { ResearchOutcome } from "./outcome.ts";
import { bestScore, rankPages } from "./rank-pages.ts";

/**
 * How far the citations of an outcome answer a question, in [0, 1], as research itself scores it: less than 0.15 is no answer. 0 for a
 * refused outcome, which cites nothing.
 */
export function answerScore(question: Question, { ok, citations }: ResearchOutcome): number {
  if (!ok) return 0;
  const language = question.language ?? detectLanguage(citations[0]?.snippet ?? "") ?? "en";
  const pages = pagesOf(
    citations.map(({ url, title, snippet, domain }) => ({ url, title, domain, text: snippet })),
    language,
  );
  return bestScore(rankPages(question, pages, language), pages);
}
