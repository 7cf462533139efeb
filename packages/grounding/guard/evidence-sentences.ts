import type { ResearchOutcome } from "../research/outcome.ts";
import { splitSentences } from "../text/sentences.ts";
import { withoutMarkers } from "./citation-markers.ts";

/** One sentence of the evidence. */
export interface EvidenceSentence {
  /** Verbatim, as it stands in the snippet, markers of citations taken out. */
  readonly text: string;
  /** Index among the outcomes. */
  readonly outcome: number;
  /** Index into that outcome's citations. */
  readonly citation: number;
  /** The title of its page. */
  readonly title: string;
  /** The one before it in the same snippet. */
  readonly previous: EvidenceSentence | null;
}

/** The sentences of every snippet, in order. A refused outcome brings none, but keeps its place among the outcomes. */
export function evidenceSentences(outcomes: readonly ResearchOutcome[]): EvidenceSentence[] {
  return outcomes.flatMap(({ ok, citations }, outcome) =>
    ok
      ? citations.flatMap(({ title, snippet }, citation) =>
          snippetSentences(snippet, { outcome, citation, title }),
        )
      : [],
  );
}

function snippetSentences(
  snippet: string,
  place: Pick<EvidenceSentence, "outcome" | "citation" | "title">,
): EvidenceSentence[] {
  const sentences: EvidenceSentence[] = [];
  for (const text of splitSentences(withoutMarkers(snippet)))
    sentences.push({ text, ...place, previous: sentences.at(-1) ?? null });
  return sentences;
}
