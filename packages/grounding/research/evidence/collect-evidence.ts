import type { Snippet } from "../analysis/snippet.ts";
import type { SearchHit } from "../backends/search-backend.ts";
import { cleanSnippet } from "./clean-snippet.ts";
import { deduplicate } from "./deduplicate.ts";

/** One quote of one page, clean, before it is known whether it bears on the question. */
export interface Evidence extends Snippet {
  /** ISO date (YYYY-MM-DD), where the backend knew it. */
  published?: string | undefined;
}

const MAX_EVIDENCE = 20;
/** Shorter ones ("Read more") say nothing that could be cited. In letters; a Chinese or Japanese character says as much as two. */
const SHORTEST_SNIPPET = 20;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The host name of a page without `www.`, as citations carry it. */
export function pageDomain(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/**
 * What the hits say, one clean piece a quote, in the backend's order; two that say the same count once. A page found twice keeps the
 * title it was first found under, as what it says is read as one text.
 */
export function collectEvidence(hits: readonly SearchHit[]): Evidence[] {
  const titles = new Map(hits.toReversed().map(({ url, title }) => [url, title]));
  const quoted = hits.flatMap(({ url, quotes, published }) => {
    const title = titles.get(url) ?? "";
    return quotes.map((quote) => ({
      url,
      title,
      text: cleanSnippet(quote),
      domain: pageDomain(url),
      published,
    }));
  });
  return deduplicate(quoted.filter(({ text }) => lengthOf(text) >= SHORTEST_SNIPPET));
}

function lengthOf(text: string): number {
  return text.length + (text.length < SHORTEST_SNIPPET ? (text.match(WIDE)?.length ?? 0) : 0);
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
