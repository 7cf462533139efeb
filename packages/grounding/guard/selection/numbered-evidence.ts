import { numberSentences } from "../../prompt/quoted-outcome.ts";
import type { ResearchOutcome } from "../../research/outcome.ts";
import { removeMarkers } from "../citation-markers.ts";
import { normalizeTypography } from "../comparable.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";

/** The evidence that one number refers to. */
interface NumberedEvidence {
  /** Verbatim text, without the page's own citation markers. */
  text: string;
  outcome: number;
  /** Indexes into that outcome's citations. */
  citations: readonly number[];
  /** The snippet's sentences in the text, in order. */
  sentences: readonly EvidenceSentence[];
}

/**
 * Finds evidence by the number under which a model saw it. The numbers are those of `numberSentences`,
 * continued from outcome to outcome.
 */
export class EvidenceNumbers {
  readonly #numbered = new Map<number, NumberedEvidence>();

  constructor(outcomes: readonly ResearchOutcome[], sentences: readonly EvidenceSentence[]) {
    let first = 1;
    for (const [outcome, found] of outcomes.entries()) {
      const numbered = numberSentences(found, first);
      for (const { number, text: written, citations } of numbered) {
        const text = removeMarkers(written);
        const own = sentences.filter((one) => one.outcome === outcome && one.citation === citations[0]);
        const within = sentencesWithin(text, own);
        const alone = { text, outcome, citation: citations[0], title: "", page: "", previous: null };
        this.#numbered.set(number, {
          text,
          outcome,
          citations,
          sentences: within.length > 0 ? within : [alone],
        });
      }
      first += numbered.length;
    }
  }

  get(number: number): NumberedEvidence | undefined {
    return this.#numbered.get(number);
  }

  /** Returns the number under which the model saw a sentence of the evidence, if it has one. */
  numberOf({ text }: Pick<EvidenceSentence, "text">): number | undefined {
    const wanted = normalizeTypography(text);
    for (const [number, { sentences }] of this.#numbered)
      if (sentences.some((one) => normalizeTypography(one.text) === wanted)) return number;
    return undefined;
  }
}

/** Returns the neighbouring sentences that form the text, or an empty list if the text cuts one of them. */
function sentencesWithin(text: string, sentences: readonly EvidenceSentence[]): EvidenceSentence[] {
  const wanted = normalizeTypography(text);
  for (let from = 0; from < sentences.length; from += 1) {
    let joined = "";
    for (let to = from; to < sentences.length && joined.length < text.length; to += 1) {
      joined = `${joined} ${sentences[to]?.text}`.trim();
      if (normalizeTypography(joined) === wanted) return sentences.slice(from, to + 1);
      if (!text.startsWith(joined.slice(0, 20))) break;
    }
  }
  return [];
}
