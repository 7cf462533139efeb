import type { Citation } from "../../quoting/source-card.tsx";
import { withoutQuotationMarks } from "../../quoting/source-card.tsx";
import { type AnswerTurn, outcomesIn, type Part } from "./conversation.ts";

type Text = Extract<Part, { type: "text_delta" }>;

/** A page that supports an answer, however often it was found. */
export interface SourcePage {
  number: number;
  citations: [Citation, ...Citation[]];
  /** Quotes from the page, in the order of the text. */
  quotes: string[];
}

/** A place in a text that a page supports. */
export interface CitedPlace {
  number: number;
  citation: Citation;
  quote: string;
}

export interface AnswerSources {
  /** Cited pages in the order of the text, then the others. */
  pages: readonly SourcePage[];
  cited: ReadonlyMap<Text, readonly CitedPlace[]>;
}

/** Numbers the pages of an answer, each once. */
export function sourcesOf(turn: AnswerTurn): AnswerSources {
  const found = outcomesIn(turn);
  const pages = new Map<string, SourcePage>();
  const pageOf = (citation: Citation): SourcePage => {
    const page = pages.get(citation.url) ?? { number: pages.size + 1, citations: [citation], quotes: [] };
    pages.set(citation.url, page);
    if (!page.citations.includes(citation)) page.citations.push(citation);
    return page;
  };
  const cited = new Map<Text, CitedPlace[]>();
  for (const part of turn.parts) {
    if (part.type !== "text_delta") continue;
    const { text, citations = [], tool_use_id: id, quote = withoutQuotationMarks(text) } = part;
    const outcome = (found.find(({ toolUseId }) => toolUseId === id) ?? found[0])?.outcome;
    const places = citations.flatMap((index) => {
      const citation = outcome?.citations[index];
      if (!citation) return [];
      const page = pageOf(citation);
      page.quotes.push(quote);
      return [{ number: page.number, citation, quote }];
    });
    cited.set(part, places);
  }
  for (const { outcome } of found) outcome.citations.forEach(pageOf);
  return { pages: [...pages.values()], cited };
}
