import type { Schemas } from "@plumbline/client/schemas.ts";

type Citation = Schemas["ResearchOutcome"]["citations"][number];

/** A page with everything that was cited from it. */
export interface CitedPage {
  number: number;
  citations: [Citation, ...Citation[]];
}

/** Numbers the cited pages, each once, in the order of their first citation. */
export function listCitedPages(citations: readonly Citation[]): CitedPage[] {
  const pages = new Map<string, CitedPage>();
  for (const citation of citations) {
    const page = pages.get(citation.url);
    if (page) page.citations.push(citation);
    else pages.set(citation.url, { number: pages.size + 1, citations: [citation] });
  }
  return [...pages.values()];
}

/** Returns the number of the page that a citation is from. */
export function pageNumber(citations: readonly Citation[], { url }: Citation): number {
  return listCitedPages(citations).find(({ citations: [first] }) => first.url === url)?.number ?? 0;
}
