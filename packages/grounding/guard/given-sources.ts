import { cleanLines } from "@plumbline/core/text/clean-text.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { citeEvidence } from "../research/citations.ts";
import { cleanSnippet } from "../research/evidence/collect-evidence.ts";
import { createUnanswered, type ResearchOutcome, readDomain } from "../research/outcome.ts";

/** A text that a caller considers true. */
export interface GivenSource {
  /** Plain text, Markdown or HTML. */
  text: string;
  title?: string | undefined;
  url?: string | undefined;
}

/**
 * Converts given sources to evidence: one citation each, in order, with their text read like that of a page
 * from a search. `now` is in milliseconds since the epoch.
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
