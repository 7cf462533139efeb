import { offsetTimestamp } from "@plumbline/core/clock/clock.ts";
import { getDomain } from "tldts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { type EvidenceQuote, limitEvidence } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { type Citation, type Explanation, hashSnippet } from "./outcome.ts";
import type { PickedClaim } from "./rank-evidence.ts";

/** The evidence that becomes citations, in the order in which it was found. */
interface CitedEvidence {
  cited: readonly EvidenceQuote[];
  /** Returns the index of the citation of a piece of evidence, or -1 if it is not cited. */
  citationOf(piece: number): number;
}

/**
 * Chooses the evidence to cite: every piece with a claim and, up to the maximum number of citations, the
 * other `relevant` pieces.
 */
export function citeClaimed(
  evidence: readonly EvidenceQuote[],
  relevant: readonly number[],
  claims: readonly PickedClaim[],
): CitedEvidence {
  const claimed = new Set(claims.map(({ piece }) => piece));
  const pieces = [...new Set([...claimed, ...relevant])].toSorted((one, other) => one - other);
  const room = new Set<EvidenceQuote | undefined>(
    limitEvidence(pieces.flatMap((piece) => evidence[piece] ?? [])),
  );
  const others = pieces.filter((piece) => !claimed.has(piece) && room.has(evidence[piece]));
  const kept = new Set([...claimed, ...others.slice(0, Math.max(0, room.size - claimed.size))]);
  const order = pieces.filter((piece) => kept.has(piece));
  return {
    cited: order.flatMap((piece) => evidence[piece] ?? []),
    citationOf: (piece) => order.indexOf(piece),
  };
}

/**
 * Returns the citations of evidence in its order, ranked from 1. `retrievedAt` is in milliseconds since the
 * epoch.
 */
export function citeEvidence(evidence: readonly EvidenceQuote[], retrievedAt: number): Citation[] {
  return evidence.map(({ url, title, text, domain, published }, index) => ({
    url,
    title,
    snippet: text,
    retrieved_at: offsetTimestamp(retrievedAt),
    snippet_hash: hashSnippet(text),
    rank: index + 1,
    domain,
    ...(published !== undefined && { published }),
  }));
}

/**
 * Returns the domain that a host's owner registered, by the public suffix list: "news.example.co.uk" →
 * "example.co.uk". Two hosts of one owner count as one source. Returns a host without such a domain (an IP
 * address, a single label) as it is.
 */
export function findRegistrableDomain(host: string): string {
  const folded = host.toLowerCase().replace(/\.$/, "");
  return getDomain(folded) ?? folded;
}

/** Maximum number of sentences in an explanation. */
const MAX_EXPLAINED = 60;
/** The reason shown in an explanation for each kind of contradiction. */
const REASONS: Readonly<Record<ScoredSentence["contradictions"][number], string>> = {
  name: "a name of the question is missing",
  year: "the year asked for is missing",
  slot: "no answer of the kind asked for",
  predicate: "what is asked is not said",
  event: "what is asked is not said",
  order: "not the first or last asked for",
  qualifier: "said of another one of the kind",
  beside: "only mentioned beside what is said",
  possession: "it is somebody else's",
  subject: "said of somebody else",
  outdated: "a newer page says otherwise",
};

/**
 * Adds the sentences found to an explanation, best first, with their scores. `citationOf` returns the index
 * of a piece's citation, or `undefined` if the piece is not cited.
 */
export function explainSentences(
  explanation: Explanation,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  citationOf: (piece: number) => number | undefined,
): Explanation {
  const sentences = ranked.slice(0, MAX_EXPLAINED).flatMap(({ page, sentence, score, contradictions }) => {
    const { url = "", sentences: all = [] } = pages[page] ?? {};
    const found = all[sentence];
    if (found === undefined) return [];
    const citation = citationOf(found.piece);
    const against = [...new Set(contradictions.map((one) => REASONS[one]))];
    return {
      text: found.text,
      url,
      ...(citation === undefined ? {} : { citation_index: citation }),
      score,
      reasons: found.quote === null ? [...against, "it cannot be quoted alone"] : against,
    };
  });
  return { ...explanation, sentences };
}
