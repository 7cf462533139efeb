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
  /** The address of its page; a source without one is a page by itself. */
  readonly page: string;
  /** The one before it in the same snippet. */
  readonly previous: EvidenceSentence | null;
  /** Names what the opening pronoun of a snippet means. Only its first sentence has one. */
  readonly subject?: string | undefined;
}

/** One snippet of an outcome taken apart, and the sentences in it that state something. */
export interface ReadSnippet {
  readonly outcome: number;
  readonly citation: number;
  /** Its sentences as they are split everywhere, then those that its page glued together taken apart. */
  readonly whole: readonly string[];
  readonly apart: readonly string[];
  readonly sentences: readonly EvidenceSentence[];
}

/**
 * Reads every snippet, in order: orders and addresses support nothing. A refused outcome brings none, but
 * keeps its place among the outcomes.
 */
export function readSnippets(outcomes: readonly ResearchOutcome[]): ReadSnippet[] {
  return outcomes.flatMap((research, outcome) => {
    if (!research.ok) return [];
    const isOrder = orderFinder(research);
    const claims = research.sections.flatMap((section) => section.claims).filter(({ subject }) => subject);
    return research.citations.map(({ title, snippet, url }, citation) => {
      const page = url === "" ? `${outcome}:${citation}` : url;
      const whole = splitSentences(withoutMarkers(snippet));
      const apart = takenApart(whole);
      const subject = claims.find(
        ({ citation_index: at, text }) => at === citation && snippet.startsWith(text),
      )?.subject;
      const sentences = statingSentences(apart, { outcome, citation, title, page, subject }, isOrder);
      return { outcome, citation, whole, apart, sentences };
    });
  });
}

function statingSentences(
  texts: readonly string[],
  { subject, ...place }: Pick<EvidenceSentence, "outcome" | "citation" | "title" | "page" | "subject">,
  isOrder: (sentence: string) => boolean,
): EvidenceSentence[] {
  const sentences: EvidenceSentence[] = [];
  let previous: EvidenceSentence | null = null;
  for (const [at, text] of texts.entries()) {
    const told = at === 0 ? { subject } : {};
    const sentence: EvidenceSentence | null = isOrder(text) ? null : { text, ...place, ...told, previous };
    if (sentence !== null) sentences.push(sentence);
    previous = sentence;
  }
  return sentences;
}
