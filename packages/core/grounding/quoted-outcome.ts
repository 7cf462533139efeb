import type { ResearchOutcome } from "../research/outcome.ts";

/** A page must not close the element its words stand in. */
const OWN_TAG = /<(\s*(?:\/\s*)?research_outcome)/gi;

/**
 * A research outcome as a model reads it: every claim on a line of its own behind the number of its source, then the sources and what
 * is uncertain. A quote has no line breaks (it is clean text), so a line that begins with a number is one.
 */
export function quotedOutcome(outcome: ResearchOutcome): string {
  const quotes = outcome.sections.flatMap(({ claims }) =>
    claims.map(({ text, citation_index }) => `[${citation_index}] ${text}`),
  );
  const sources = outcome.citations.map(({ title, domain }, index) => `(${index}) ${title}, ${domain}`);
  const notes = outcome.unverified_notes.map(({ kind, text }) => `note, ${kind}: ${text}`);
  const lines = [...quotes, "Sources:", ...sources, ...notes].map((line) => line.replace(OWN_TAG, "<_$1"));
  return [
    "<research_outcome>",
    "Verbatim quotes from a public search. The number in brackets is the quote's source.",
    ...lines,
    "</research_outcome>",
  ].join("\n");
}
