import type { ComponentChildren, JSX } from "preact";
import { Banner } from "../../parts/problem-banner.tsx";
import { CitationMark } from "../../quoting/citation-mark.tsx";
import { Withheld } from "../../quoting/withheld.tsx";
import type { ResearchAnswer } from "./ask.ts";
import { sourceId } from "./source-id.ts";

interface WrittenAnswerProps {
  answer: ResearchAnswer;
  outcome: NonNullable<ResearchAnswer["outcome"]>;
}

/** What a model wrote of the evidence, where the service has one: what passed, and what was withheld. */
export function WrittenAnswer({ answer, outcome }: WrittenAnswerProps): JSX.Element | null {
  const { completion, completion_error: failed } = answer;
  if (failed)
    return (
      <Banner tone="wait">
        <p>The quotes were found, but no text was written of them. {failed.message}</p>
      </Banner>
    );
  if (completion === null) return null;
  return (
    <div class="written">
      <p class="written-text">{withCitations(completion, outcome)}</p>
      {completion.unverified_sentences.map(({ text, reason }) => (
        <Withheld key={text} text={text} reason={reason} />
      ))}
      <p class="small soft">Written by the model “{completion.model}”, and checked sentence by sentence.</p>
    </div>
  );
}

/** The service marks sources in the text too; here buttons take their place. */
const MARKS = /^(?:\s?\[\d+\])+/;

/** The text with a mark behind every part that has its sources. */
function withCitations(
  { text, citations }: NonNullable<ResearchAnswer["completion"]>,
  outcome: WrittenAnswerProps["outcome"],
): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { end, indexes } of citations.toSorted((one, other) => one.end - other.end)) {
    parts.push(text.slice(from, end));
    for (const index of indexes)
      parts.push(
        <CitationMark
          key={`${end} ${index}`}
          number={index + 1}
          target={sourceId(index)}
          title={outcome.citations[index]?.title ?? ""}
        />,
      );
    from = Math.max(from, end + (MARKS.exec(text.slice(end))?.[0].length ?? 0));
  }
  return [...parts, text.slice(from)];
}
