import { parseQuestion } from "../../../packages/grounding/question/parse-question.ts";
import { judgeFound, readFound } from "../../../packages/grounding/research/judge-answer.ts";
import { createUnanswered, type ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";

/** A page that a search found: its title, what is quoted of it, and when it was published. */
export type FoundPage = readonly [title: string, text: string, published?: string];

/** Judges pages as found for a question by one backend, each on a domain of its own. */
export function judgePages(prompt: string, pages: readonly FoundPage[], context = ""): ResearchOutcome {
  const hits = pages.map(([title, text, published], index) => ({
    url: `https://site${index}.example.com/page`,
    title,
    quotes: [text],
    published,
  }));
  const found = { backend: "search_c" as const, answer: { hits, notes: [] } };
  const options = { now: Date.parse("2026-11-26"), maxClaims: 8 };
  const question = parseQuestion({ prompt, context });
  return judgeFound(question, createUnanswered(prompt), readFound(question, [found]), options);
}

/** Returns what an outcome says first; the code of its refusal where it says nothing. */
export function readFirst(outcome: ResearchOutcome): string {
  return outcome.ok ? (outcome.answer?.text ?? "") : (outcome.error_code ?? "");
}

export const INSUFFICIENT = "research_insufficient_evidence";
export const AMBIGUOUS = "research_ambiguous_name";
