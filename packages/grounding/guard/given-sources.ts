import { cleanLines } from "@plumbline/core/text/clean-text.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { citeEvidence } from "../research/citations.ts";
import { cleanSnippet } from "../research/evidence/collect-evidence.ts";
import { createUnanswered, type ResearchOutcome, readDomain } from "../research/outcome.ts";

/** A text that a caller holds for true. */
export interface GivenSource {
  /** Plain text, Markdown or HTML. */
  text: string;
  title?: string | undefined;
  url?: string | undefined;
}

/**
 * Returns given sources as evidence: one citation for each, in their order, its text read like that of a page
 * that a search found. `now` is in milliseconds since the epoch.
 */
export function readGivenSources(sources: readonly GivenSource[], now: number): ResearchOutcome {
  const evidence = sources.map(({ text, title = "", url = "" }) => ({
    url,
    title,
    text: cleanSnippet(cleanLines(text)),
    domain: parseUrl(url) === undefined ? "" : readDomain(url),
  }));
  return { ...createUnanswered(""), ok: true, citations: citeEvidence(evidence, now) };
}
