import { deduplicate } from "./analysis/deduplicate.ts";
import type { Snippet } from "./analysis/snippet.ts";
import type { SearchHit } from "./backends/search-backend.ts";

/** One quote of one page, before it is known whether it bears on the question. */
export interface Evidence extends Snippet {
  /** ISO date (YYYY-MM-DD), where the backend knew it. */
  published?: string | undefined;
}

const MAX_EVIDENCE = 20;
/** Shorter ones ("Read more") say nothing that could be cited. */
const SHORTEST_SNIPPET = 20;

/** The host name of a page without `www.`, as citations carry it. */
export function pageDomain(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** What the hits say, one piece a quote, in the backend's order; two that say the same count once. */
export function collectEvidence(hits: readonly SearchHit[]): Evidence[] {
  const quoted = hits.flatMap(({ url, title, quotes, published }) =>
    quotes.map((text) => ({ url, title, text, domain: pageDomain(url), published })),
  );
  return deduplicate(quoted.filter(({ text }) => text.length >= SHORTEST_SNIPPET));
}

/**
 * As much evidence as is cited, in its order. Of too much, every page's first quote is kept before any page's second, so that one
 * talkative page does not crowd out the others.
 */
export function limitEvidence(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Map<string, number>();
  const placed = evidence.map((piece) => {
    const place = seen.get(piece.url) ?? 0;
    seen.set(piece.url, place + 1);
    return { piece, place };
  });
  const kept = new Set(placed.toSorted((one, other) => one.place - other.place).slice(0, MAX_EVIDENCE));
  return placed.filter((one) => kept.has(one)).map(({ piece }) => piece);
}
