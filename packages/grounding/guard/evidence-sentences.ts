import type { ResearchOutcome } from "../research/outcome.ts";
import { splitSentences } from "../text/tokens.ts";
import { withoutMarkers } from "./citation-markers.ts";
import { orderFinder } from "./orders.ts";
import { takenApart } from "./split-badly.ts";

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

/**
 * The sentences of every snippet that state something, in order: orders and addresses support nothing. A
 * refused outcome brings none, but keeps its place among the outcomes.
 */
export function evidenceSentences(outcomes: readonly ResearchOutcome[]): EvidenceSentence[] {
  return outcomes.flatMap((research, outcome) => {
    if (!research.ok) return [];
    const isOrder = orderFinder(research);
    return research.citations.flatMap(({ title, snippet }, citation) =>
      snippetSentences(snippet, { outcome, citation, title }, isOrder),
    );
  });
}

function snippetSentences(
  snippet: string,
  place: Pick<EvidenceSentence, "outcome" | "citation" | "title">,
  isOrder: (sentence: string) => boolean,
): EvidenceSentence[] {
  const sentences: EvidenceSentence[] = [];
  let previous: EvidenceSentence | null = null;
  for (const text of takenApart(splitSentences(withoutMarkers(snippet)))) {
    const sentence: EvidenceSentence | null = isOrder(text) ? null : { text, ...place, previous };
    if (sentence !== null) sentences.push(sentence);
    previous = sentence;
  }
  return sentences;
}
