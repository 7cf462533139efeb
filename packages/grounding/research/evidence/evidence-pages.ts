import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { splitSentences } from "../../text/tokens.ts";
import type { EvidenceQuote } from "./collect-evidence.ts";
import { findPageSubjects } from "./own-page.ts";
import { findQuotableSpans, findSpansOfSubject, startsWithAnyPronoun } from "./quotable-spans.ts";

/** One sentence of a page's evidence. */
interface PageSentence {
  text: string;
  /** Index of the piece of evidence that contains it. */
  piece: number;
  /**
   * Text to quote if the sentence is claimed: includes the one before if it starts with a pronoun. Null if it
   * cannot stand alone.
   */
  quote: string | null;
  /** The person or thing that the quote is about, if it starts with a pronoun. */
  subject?: string;
}

/**
 * All evidence of one page, read together, because two quotes of a page show better than one who it is about.
 */
export interface EvidencePage {
  url: string;
  title: string;
  /** When it was published, if the backend knew: YYYY-MM-DD. */
  published?: string | undefined;
  text: string;
  /** Indexes of its pieces of evidence. */
  pieces: readonly number[];
  /** The name in its title, if that is one of the names asked about, or null. */
  subject: string | null;
  sentences: readonly PageSentence[];
}

/**
 * Returns the evidence by page, in the order of each page's first piece. `names` are those asked about. On
 * their own pages, a snippet may start with a pronoun.
 */
export function groupByPage(
  evidence: readonly EvidenceQuote[],
  language: Language,
  names: readonly string[],
): EvidencePage[] {
  const places = new Map<string, number[]>();
  for (const [index, { url }] of evidence.entries()) places.set(url, [...(places.get(url) ?? []), index]);
  const subjectOf = findPageSubjects(evidence, names, language);
  return Array.from(places, ([url, pieces]): EvidencePage => {
    const texts = pieces.map((index) => evidence[index]?.text ?? "");
    const { title = "", published } = evidence[pieces[0] ?? 0] ?? {};
    const subject = subjectOf(title);
    const written = detectLanguage(`${title} ${texts.join(" ")}`) ?? language;
    return {
      url,
      title,
      published,
      text: texts.join(" "),
      pieces,
      subject,
      sentences: pieces.flatMap((piece, at) => readSentences(texts[at] ?? "", piece, written, subject)),
    };
  });
}

function readSentences(
  text: string,
  piece: number,
  language: Language,
  subject: string | null,
): PageSentence[] {
  const spans = subject === null ? findQuotableSpans(text, language) : findSpansOfSubject(text, language);
  let end = 0;
  return splitSentences(text, language).map((sentence): PageSentence => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    const quote = spans.find((span) => span.end > start && span.end <= end)?.text ?? null;
    return {
      text: sentence,
      piece,
      quote,
      ...(subject !== null && quote !== null && startsWithAnyPronoun(quote, language) && { subject }),
    };
  });
}
