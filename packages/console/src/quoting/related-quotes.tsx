import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";

interface OutcomesProps {
  outcomes: readonly Pick<Schemas["ResearchOutcome"], "ok" | "unverified_notes">[];
}

/** Shows what a search found instead of an answer. Shows nothing once a search has found one. */
export function RelatedQuotes({ outcomes }: OutcomesProps): JSX.Element | null {
  const texts = notesOf(outcomes, "related");
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

/** Says which parts of a question were not answered, and why. */
export function UnansweredParts({ outcomes }: OutcomesProps): JSX.Element | null {
  const texts = notesOf(outcomes, "unanswered");
  return texts.size === 0 ? null : (
    <>
      {[...texts].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}

type Note = Schemas["ResearchOutcome"]["unverified_notes"][number];

function notesOf(outcomes: OutcomesProps["outcomes"], wanted: Note["kind"]): ReadonlySet<string> {
  const notes = outcomes.flatMap(({ unverified_notes }) => unverified_notes);
  return new Set(notes.filter(({ kind }) => kind === wanted).map(({ text }) => text));
}
