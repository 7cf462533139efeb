import type { BackendResponse, SearchHit, SearchResponse } from "./backends/search-backend.ts";
import { cleanSnippet } from "./evidence/collect-evidence.ts";
import type { BackendName, Citation, ResearchOutcome } from "./outcome.ts";

export interface FoundHit extends SearchHit {
  backend: BackendName;
}

/** The combined answers of one or more backends. The hits of the backend asked first are first. */
export interface MergedAnswer extends SearchResponse {
  hits: readonly FoundHit[];
}

export function mergeAnswers(found: readonly BackendResponse[]): MergedAnswer {
  return {
    hits: found.flatMap(({ backend, answer }) => answer.hits.map((hit) => ({ ...hit, backend }))),
    notes: found.flatMap(({ answer }) => answer.notes),
  };
}

/** Returns the backend that found most of these quotes. On a tie, returns the one asked first. */
export function findMostQuoted(
  [first, ...others]: readonly [BackendResponse, ...BackendResponse[]],
  quoted: readonly BackendName[],
): BackendName {
  const countOf = (backend: BackendName) => quoted.filter((name) => name === backend).length;
  return others.reduce(
    (most, { backend }) => (countOf(backend) > countOf(most) ? backend : most),
    first.backend,
  );
}

/** Returns the backend that found a citation: the first with its text, otherwise the first with its page. */
export function findBackendOf(
  { url, snippet }: Pick<Citation, "url" | "snippet">,
  hits: readonly FoundHit[],
): BackendName | undefined {
  const ofPage = hits.filter((hit) => hit.url === url);
  return (
    ofPage.find(({ quotes }) => quotes.some((quote) => cleanSnippet(quote).includes(snippet))) ?? ofPage[0]
  )?.backend;
}

/** Summarises what was found: "3 snippets from 2 distinct domains by search_a." */
export function summarize(
  evidence: readonly { domain: string }[],
  backend: ResearchOutcome["provider_used"],
): string {
  const domains = new Set(evidence.map(({ domain }) => domain)).size;
  return `${countNoun(evidence.length, "snippet")} from ${countNoun(domains, "distinct domain")} by ${backend}.`;
}

function countNoun(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
