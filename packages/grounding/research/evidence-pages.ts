import type { Language } from "../lexicon/language.ts";
import { splitSentences } from "../text/sentences.ts";
import type { Evidence } from "./evidence/collect-evidence.ts";
import { quotableSpans } from "./evidence/quotable-spans.ts";

/** One sentence of a page's evidence. */
export interface PageSentence {
  text: string;
  /** Index of the piece of evidence that holds it. */
  piece: number;
  /** What is quoted where the sentence is claimed: with the one before it when it opens with a pronoun. Null when it cannot stand alone. */
  quote: string | null;
}

/** All evidence of one page, read in one go: two quotes of a page say more about whom it speaks of than each alone. */
export interface EvidencePage {
  url: string;
  title: string;
  text: string;
  /** Indexes of its pieces of evidence. */
  pieces: readonly number[];
  sentences: readonly PageSentence[];
}

/** The evidence by page, in the order of each page's first piece. */
export function pagesOf(evidence: readonly Evidence[], language: Language): EvidencePage[] {
  const places = new Map<string, number[]>();
  for (const [index, { url }] of evidence.entries()) places.set(url, [...(places.get(url) ?? []), index]);
  return Array.from(places, ([url, pieces]): EvidencePage => {
    const texts = pieces.map((index) => evidence[index]?.text ?? "");
    return {
      url,
      title: evidence[pieces[0] ?? 0]?.title ?? "",
      text: texts.join(" "),
      pieces,
      sentences: pieces.flatMap((piece, at) => sentencesOf(texts[at] ?? "", piece, language)),
    };
  });
}

function sentencesOf(text: string, piece: number, language: Language): PageSentence[] {
  const quotes = new Map(quotableSpans(text, language).map((span) => [span.end, span.text]));
  let end = 0;
  return splitSentences(text, language).map((sentence): PageSentence => {
    end = text.indexOf(sentence, end) + sentence.length;
    return { text: sentence, piece, quote: quotes.get(end) ?? null };
  });
}
