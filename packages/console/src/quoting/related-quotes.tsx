import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";

interface RelatedQuotesProps {
  outcomes: readonly Pick<Schemas["ResearchOutcome"], "ok" | "unverified_notes">[];
}

/** Shows what a search found instead of an answer. Shows nothing once a search has found one. */
export function RelatedQuotes({ outcomes }: RelatedQuotesProps): JSX.Element | null {
  const notes = outcomes.flatMap(({ unverified_notes }) => unverified_notes);
  const texts = new Set(notes.filter(({ kind }) => kind === "related").map(({ text }) => text));
  if (texts.size === 0 || outcomes.some(({ ok }) => ok)) return null;
  return (
    <section class="related" aria-label="Found instead">
      <p class="small soft">Found instead, although it does not answer the question:</p>
      <ul>
        {[...texts].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
