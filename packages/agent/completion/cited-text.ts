import type { GuardedPiece } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";

/** A sentence or quotation of a text and what it rests on. */
export interface CitedSpan {
  /** UTF-16 offsets into the text; the citation marks stand behind `end`. */
  start: number;
  end: number;
  /** Indexes into the outcome's citations. */
  indexes: number[];
  /** The sentence of the evidence that a sentence in other words rests on. */
  quote?: string;
}

/**
 * What the guard let pass as one text, a citation mark behind each sentence for every page that says it: `…
 * in 1815. [1][3]`. The number in a mark is the citation's index plus one.
 */
export function citedText(
  pieces: readonly GuardedPiece[],
  { citations: sources }: Pick<ResearchOutcome, "citations">,
): { text: string; citations: CitedSpan[] } {
  let text = "";
  const citations: CitedSpan[] = [];
  for (const piece of pieces) {
    if (piece.type === "withheld") continue;
    const start = text.length + piece.text.length - piece.text.trimStart().length;
    text += piece.text;
    if (piece.citations.length === 0) continue;
    const end = text.trimEnd().length;
    const rest = text.slice(end);
    const indexes = [...piece.citations];
    const quote = piece.quote === undefined ? {} : { quote: piece.quote };
    citations.push({ start, end, indexes, ...quote });
    text = `${text.slice(0, end)} ${marks(indexes, sources)}${rest}`;
  }
  return { text, citations };
}

/** One mark a page, however many of its snippets say it. */
function marks(indexes: readonly number[], sources: ResearchOutcome["citations"]): string {
  const urls = indexes.map((index) => sources[index]?.url);
  return indexes
    .filter((_, at) => urls.indexOf(urls[at]) === at)
    .map((index) => `[${index + 1}]`)
    .join("");
}
