import type { SearchAnswer, SearchHit } from "./backends/search-backend.ts";
import { cleanSnippet } from "./evidence/clean-snippet.ts";
import type { BackendName, Citation } from "./outcome.ts";
import type { BackendAnswer } from "./provider-chain.ts";

/** A hit that remembers which backend found it. */
export interface FoundHit extends SearchHit {
  backend: BackendName;
}

/** What one or more backends answered, as one answer: the hits of the backend asked first stand first. */
export interface MergedAnswer extends SearchAnswer {
  hits: readonly FoundHit[];
}

export function mergeAnswers(found: readonly BackendAnswer[]): MergedAnswer {
  return {
    hits: found.flatMap(({ backend, answer }) => answer.hits.map((hit) => ({ ...hit, backend }))),
    notes: found.flatMap(({ answer }) => answer.notes),
  };
}

/** The backend that found most of these quotes; of several with as many, the one asked first. */
export function mostQuoted(
  [first, ...others]: readonly [BackendAnswer, ...BackendAnswer[]],
  quoted: readonly BackendName[],
): BackendName {
  const countOf = (backend: BackendName) => quoted.filter((name) => name === backend).length;
  return others.reduce(
    (most, { backend }) => (countOf(backend) > countOf(most) ? backend : most),
    first.backend,
  );
}

/** The backend that found a citation: the first with its words on its page, else the first with its page. */
export function finderOf(
  { url, snippet }: Pick<Citation, "url" | "snippet">,
  hits: readonly FoundHit[],
): BackendName | undefined {
  const ofPage = hits.filter((hit) => hit.url === url);
  return (
    ofPage.find(({ quotes }) => quotes.some((quote) => cleanSnippet(quote).includes(snippet))) ?? ofPage[0]
  )?.backend;
}
