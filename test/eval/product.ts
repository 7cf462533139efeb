import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine, type SearchHit } from "@plumbline/grounding";
import { AnswerGuard } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { parseQuestion } from "@plumbline/grounding/question";
import type { Reader } from "@plumbline/grounding/reader";
import { removeMarkers } from "../../packages/grounding/guard/citation-markers.ts";
import { createFactBook, findUnsupportedFact } from "../../packages/grounding/guard/fact-book.ts";
import { removeEmphasis, removeLineMarks } from "../../packages/grounding/guard/markup.ts";
import { removeAttribution } from "../../packages/grounding/guard/paraphrase/attribution.ts";
import { groupPeople } from "../../packages/grounding/research/identity/index.ts";
import type { Passage } from "./rows.ts";

/**
 * The one place where the evaluation calls what is measured: swap a call here when the product's face
 * changes.
 */

/** The question that a prompt asks after earlier user prompts. */
export function questionText(prompt: string, earlier: readonly string[]): string {
  const conversation = earlier.map((content) => ({ role: "user", content }));
  return parseQuestion({ prompt, conversation }).text;
}

/** Returns whether the passages found for a name are about several people. */
export function severalPeople(name: string, passages: readonly Passage[]): boolean {
  return groupPeople(name, passages).groups.length > 1;
}

/** A fixed moment, so that nothing depends on the day of the run. */
const RESEARCHED_AT = Date.UTC(2026, 2, 1, 12);

/**
 * Researches a question whose only backend brings these passages in this order, each on a domain of its own.
 */
export function researchPassages(
  query: string,
  passages: readonly Passage[],
  reader?: Reader,
): Promise<ResearchOutcome> {
  return researchHits(
    query,
    passages.map(({ title, text }) => ({ title, quotes: [text] })),
    reader,
  );
}

/** The same for pages of which several texts were found. */
export function researchHits(
  query: string,
  pages: readonly Pick<SearchHit, "title" | "quotes">[],
  reader?: Reader,
): Promise<ResearchOutcome> {
  const hits = pages.map((page, index) => ({ ...page, url: pageUrl(index) }));
  const backend = { name: "search_a" as const, search: async () => ({ hits, notes: [] }) };
  const clock = new ManualClock(RESEARCHED_AT);
  return createResearchEngine({ backends: [backend], clock, reader }).research({ query });
}

/** The address of a page by its place in what was searched. */
export const pageUrl = (index: number) => `https://page${index}.example/`;

/** A claim as its reader meets it. */
export interface ReadClaim {
  text: string;
  /** The passage it is quoted from, as an index into what was searched. */
  passage: number;
  /** The whole text that the passage was cited with. */
  snippet: string;
}

/**
 * The claims in reading order: the answer first where the outcome names one, then the sections one after
 * another.
 */
export function claimsAsRead(outcome: ResearchOutcome): ReadClaim[] {
  const { answer } = outcome;
  const first = answer ? outcome.sections[answer.claim.section]?.claims[answer.claim.index] : undefined;
  const others = outcome.sections.flatMap(({ claims }) => claims).filter((claim) => claim !== first);
  return [...(first === undefined ? [] : [first]), ...others].map(({ text, citation_index }) => {
    const citation = outcome.citations[citation_index];
    const passage = Number(/page(\d+)/.exec(citation?.url ?? "")?.[1]);
    return { text, passage, snippet: citation?.snippet ?? "" };
  });
}

export type Guard = Pick<AnswerGuard, "text" | "verify">;

/**
 * Returns whether one text holds every name, number and date of another. The number of a list item or of a
 * passage does not count.
 */
export function bearsSameFacts(text: string, other: string): boolean {
  const book = createFactBook([other]);
  const plain = removeAttribution(removeLineMarks(removeEmphasis(removeMarkers(text.trim()))));
  return findUnsupportedFact(plain, [book], [book]) === undefined;
}

/** Input of the answer guard: pages of evidence and the user's own messages. */
export interface GuardInput {
  query: string;
  said: readonly string[];
  pages: readonly { title: string; snippets: readonly string[] }[];
}

/** The guard over pages that are cited as they are, one citation a snippet, with nothing left out. */
export function guardOver(input: GuardInput): Guard {
  return new AnswerGuard([guardOutcome(input)], input.said);
}

export function guardOutcome({ query, pages }: GuardInput): ResearchOutcome {
  const citations = pages.flatMap(({ title, snippets }, index) =>
    snippets.map((snippet) => ({ title, snippet, url: pageUrl(index), domain: `page${index}.example` })),
  );
  return {
    ok: true,
    query,
    summary: "",
    answer: null,
    sections: [],
    citations: citations.map((citation, index) => ({
      ...citation,
      retrieved_at: new Date(RESEARCHED_AT).toISOString(),
      snippet_hash: "0".repeat(16),
      rank: index + 1,
    })),
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 1,
    provider_used: "search_a",
    provider_chain: [{ backend: "search_a", ok: true }],
  };
}
