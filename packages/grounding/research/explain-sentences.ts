import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence-pages.ts";
import type { Explanation } from "./outcome.ts";

const MOST_SHOWN = 60;
/** What a contradiction is called in an explanation. */
const REASONS: Readonly<Record<ScoredSentence["contradictions"][number], string>> = {
  name: "a name of the question is missing",
  year: "the year asked for is missing",
  kind: "no answer of the kind asked for",
  predicate: "what is asked is not said",
  event: "what is asked is not said",
  order: "not the first or last asked for",
  beside: "only mentioned beside what is said",
  possession: "it is somebody else's",
  subject: "said of somebody else",
};

/** The sentences found with their scores, the best first; `citationOf` gives the citation of a piece of evidence, where there is one. */
export function explainSentences(
  explanation: Explanation,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  citationOf: (piece: number) => number | undefined,
): Explanation {
  const sentences = ranked.slice(0, MOST_SHOWN).flatMap(({ page, sentence, score, contradictions }) => {
    const { url = "", sentences: all = [] } = pages[page] ?? {};
    const found = all[sentence];
    if (found === undefined) return [];
    const citation = citationOf(found.piece);
    const against = [...new Set(contradictions.map((one) => REASONS[one]))];
    return {
      text: found.text,
      url,
      ...(citation === undefined ? {} : { citation_index: citation }),
      score,
      reasons: found.quote === null ? [...against, "it cannot be quoted alone"] : against,
    };
  });
  return { ...explanation, sentences };
}
