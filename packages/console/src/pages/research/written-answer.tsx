import type { ComponentChildren, JSX } from "preact";
import { Banner } from "../../parts/problem-banner.tsx";
import { CitationMark } from "../../quoting/citation-mark.tsx";
import { pageNumber } from "../../quoting/cited-pages.ts";
import { withoutQuotationMarks } from "../../quoting/source-card.tsx";
import { Withheld } from "../../quoting/withheld.tsx";
import type { ResearchAnswer } from "./ask.ts";

interface WrittenAnswerProps {
  answer: ResearchAnswer;
  outcome: NonNullable<ResearchAnswer["outcome"]>;
}

/**
 * Shows what a model wrote from the evidence, if the service has a model: the accepted text and withheld
 * sentences.
 */
export function WrittenAnswer({ answer, outcome }: WrittenAnswerProps): JSX.Element | null {
  const { completion, completion_error: failed } = answer;
  if (failed)
    return (
      <Banner tone="wait">
        <p>Quotes were found, but no text was written from them. {failed.message}</p>
      </Banner>
    );
  if (completion === null) return null;
  return (
    <div class="written">
      <p class="written-text">{withCitations(completion, outcome)}</p>
      <Withheld sentences={completion.unverified_sentences} />
      <p class="small soft">Written by the model “{completion.model}” and checked sentence by sentence.</p>
    </div>
  );
}

/** Matches the service's marks of sources in the text, which buttons replace here. */
const MARKS = /^(?:\s?\[\d+\])+/;

/** Returns the text with a mark after every part that has sources. */
function withCitations(
  { text, citations }: NonNullable<ResearchAnswer["completion"]>,
  outcome: WrittenAnswerProps["outcome"],
): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const {
    start,
    end,
    indexes,
    quote = withoutQuotationMarks(text.slice(start, end)),
  } of citations.toSorted(byEnd)) {
    parts.push(text.slice(from, end));
    for (const index of indexes) {
      const citation = outcome.citations[index];
      const key = `${end} ${index}`;
      if (citation)
        parts.push(
          <CitationMark
            key={key}
            number={pageNumber(outcome.citations, citation)}
            citation={citation}
            quote={quote}
          />,
        );
    }
    from = Math.max(from, end + (MARKS.exec(text.slice(end))?.[0].length ?? 0));
  }
  return [...parts, text.slice(from)];
}

const byEnd = (one: { end: number }, other: { end: number }) => one.end - other.end;
