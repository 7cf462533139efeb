import { detectLanguage } from "../lexicon/detect-language.ts";
import { callsPreviousFalse, isLabelledFalse } from "../research/evidence/told-as-false.ts";
import type { ResearchOutcome } from "../research/outcome.ts";
import { splitSentences } from "../text/tokens.ts";
import { removeMarkers } from "./citation-markers.ts";
import { createOrderFinder } from "./orders.ts";
import { MAX_SENTENCE_LENGTH } from "./sentence-stream.ts";
import { splitJoinedSentences } from "./split-badly.ts";

/** One sentence of the evidence. */
export interface EvidenceSentence {
  /** Verbatim from the snippet, without citation markers. */
  readonly text: string;
  /** Index among the outcomes. */
  readonly outcome: number;
  /** Index into that outcome's citations. */
  readonly citation: number;
  /** Title of its page. */
  readonly title: string;
  /** Address of its page. A source without an address counts as a separate page. */
  readonly page: string;
  /** When its page was published, if known: YYYY-MM-DD. */
  readonly published?: string | undefined;
  /** The sentence before it in the same snippet. */
  readonly previous: EvidenceSentence | null;
  /** Name that the opening pronoun of a snippet refers to. Only its first sentence has one. */
  readonly subject?: string | undefined;
}

/** One snippet of an outcome, and its sentences that state something. */
export interface ReadSnippet {
  readonly outcome: number;
  readonly citation: number;
  readonly published: string | undefined;
  /** Its sentences with the usual splitting, and with sentences that the page had joined split as well. */
  readonly whole: readonly string[];
  readonly apart: readonly string[];
  /** Those that the snippet calls false. They support nothing without the sentence that says so. */
  readonly toldAsFalse: ReadonlySet<string>;
  readonly sentences: readonly EvidenceSentence[];
}

/**
 * Reads every snippet, in order. Orders, addresses and what the snippet calls false support nothing. A
 * refused outcome contributes no snippets but keeps its index.
 */
export function readSnippets(outcomes: readonly ResearchOutcome[]): ReadSnippet[] {
  return outcomes.flatMap((research, outcome) => {
    if (!research.ok) return [];
    const isOrder = createOrderFinder(research);
    const claims = research.sections.flatMap((section) => section.claims).filter(({ subject }) => subject);
    return research.citations.map(({ title, snippet, url, published }, citation) => {
      const page = url === "" ? `${outcome}:${citation}` : url;
      const whole = splitSentences(removeMarkers(snippet));
      const apart = splitJoinedSentences(whole);
      const subject = claims.find(
        ({ citation_index: at, text }) => at === citation && snippet.startsWith(text),
      )?.subject;
      const toldAsFalse = new Set([...findToldAsFalse(whole), ...findToldAsFalse(apart)]);
      const place = { outcome, citation, title, page, published };
      const sentences = statingSentences(apart, { ...place, subject }, isOrder).filter(
        ({ text }) => !toldAsFalse.has(text),
      );
      return { outcome, citation, published, whole, apart, toldAsFalse, sentences };
    });
  });
}

/** Finds the sentences that a label or the next sentence calls false. */
function findToldAsFalse(sentences: readonly string[]): string[] {
  return sentences.filter((sentence, at) => {
    const next = sentences[at + 1] ?? "";
    return (
      isLabelledFalse(sentence, detectLanguage(sentence)) || callsPreviousFalse(next, detectLanguage(next))
    );
  });
}

/**
 * Omits sentences that are longer than a judged sentence can be. Comparing takes time that grows with the
 * square of the length, and a page may consist of a single "sentence".
 */
function statingSentences(
  texts: readonly string[],
  { subject, ...place }: Omit<EvidenceSentence, "text" | "previous">,
  isOrder: (sentence: string) => boolean,
): EvidenceSentence[] {
  const sentences: EvidenceSentence[] = [];
  let previous: EvidenceSentence | null = null;
  for (const [at, text] of texts.entries()) {
    const known = at === 0 ? { subject } : {};
    const isLeftOut = text.length > MAX_SENTENCE_LENGTH || isOrder(text);
    const sentence: EvidenceSentence | null = isLeftOut ? null : { text, ...place, ...known, previous };
    if (sentence !== null) sentences.push(sentence);
    previous = sentence;
  }
  return sentences;
}
