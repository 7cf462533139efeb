import { citeEvidence } from "../../../packages/grounding/research/citations.ts";
import { groupByDomain, type ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";
import { splitSentences } from "../../../packages/grounding/text/tokens.ts";

export interface Page {
  text: string;
  url?: string;
  title?: string;
  /** YYYY-MM-DD. */
  published?: string;
}

/** Returns the outcome of research about a subject over these pages, each quoted whole. */
export function outcomeOf(pages: readonly (string | Page)[], subject = "Ada Lovelace"): ResearchOutcome {
  const evidence = pages.map((page, index) => {
    const { text, url, title, published } = typeof page === "string" ? { text: page } : page;
    const address = new URL(url ?? `https://site${index}.example/page`);
    return { text, url: address.href, title: title ?? "A page", domain: address.hostname, published };
  });
  const citations = citeEvidence(evidence, Date.parse("2026-03-01T12:00:00Z"));
  const claims = citations.flatMap(({ snippet }, index) =>
    splitSentences(snippet)
      .slice(0, 3)
      .map((text) => ({ text, citation_index: index })),
  );
  return {
    ok: true,
    query: `Who is ${subject}?`,
    summary: "",
    answer: null,
    sections: groupByDomain(claims, citations),
    citations,
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 1,
    provider_used: "search_a",
    provider_chain: [{ backend: "search_a", ok: true }],
  };
}

/** The outcome as a refusal would carry it, were it to carry anything. */
export function refused(outcome: ResearchOutcome): ResearchOutcome {
  return {
    ...outcome,
    ok: false,
    refusal_reason: "too little",
    error_code: "research_insufficient_evidence",
  };
}
