import type { ResearchOutcome } from "../research/outcome.ts";
import { removeMarkers } from "./citation-markers.ts";
import { normalizeTypography } from "./comparable.ts";
import type { ReadSnippet } from "./evidence-sentences.ts";
import { createOrderFinder } from "./orders.ts";

/** The text of one citation in comparable form, with its sentences marked. */
interface Quote {
  outcome: number;
  citation: number;
  text: string;
  starts: readonly number[];
  /** Ends of sentences, without their final full stop. */
  ends: ReadonlySet<number>;
}

export type Quotes = readonly Quote[];

/** Location of a verbatim sentence. */
export interface VerbatimPlace {
  outcome: number;
  citations: readonly number[];
}

/** Replaces an omitted sentence, so that the sentences before and after it are not neighbours. */
const LEFT_OUT = "\uE000";
const NONE: ReadonlySet<string> = new Set();

/** Returns the snippets and claims of all successful outcomes, without sentences that state nothing. */
export function collectQuotes(
  outcomes: readonly ResearchOutcome[],
  snippets: readonly ReadSnippet[],
): Quotes {
  return outcomes.flatMap((research, outcome) => {
    if (!research.ok) return [];
    const isOrder = createOrderFinder(research);
    const stated = (sentences: readonly string[]) =>
      sentences.map((sentence) => (isOrder(sentence) ? LEFT_OUT : sentence));
    const own = snippets.filter((snippet) => snippet.outcome === outcome);
    const claims = research.sections.flatMap((section) => section.claims);
    return [
      ...own.flatMap(({ citation, whole, apart, toldAsFalse }) => {
        const forms = apart.every((sentence, at) => sentence === whole[at]) ? [whole] : [whole, apart];
        return forms.map((sentences) => createQuote({ outcome, citation }, stated(sentences), toldAsFalse));
      }),
      ...claims.map(({ text, citation_index }) =>
        createQuote({ outcome, citation: citation_index }, stated([removeMarkers(text)])),
      ),
    ];
  });
}

/**
 * Joins the sentences of one citation. One that is `toldAsFalse` cannot be the end of a quote, because the
 * next one says that it is false.
 */
function createQuote(
  at: { outcome: number; citation: number },
  sentences: readonly string[],
  toldAsFalse: ReadonlySet<string> = NONE,
): Quote {
  const starts: number[] = [];
  const ends = new Set<number>();
  let text = "";
  for (const sentence of sentences) {
    if (sentence === LEFT_OUT) {
      text += ` ${LEFT_OUT}`;
      continue;
    }
    const bare = normalizeTypography(sentence);
    if (bare === "") continue;
    if (text !== "") text += " ";
    starts.push(text.length);
    text += bare;
    if (!toldAsFalse.has(sentence)) ends.add(text.length);
    if (/[.]$/.test(sentence) && !bare.endsWith(".")) text += ".";
  }
  return { ...at, text, starts, ends };
}

/**
 * Finds a sentence in one citation, either as a whole sentence or as several whole neighbouring ones. Ignores
 * the case of its first letter. A part of a sentence does not count: "He denied that he won" does not say "He
 * won". If several outcomes contain it, the first counts.
 */
export function findVerbatim(sentence: string, quotes: Quotes): VerbatimPlace | undefined {
  const wanted = normalizeTypography(sentence);
  if (wanted === "") return undefined;
  const holding = quotes.filter((quote) => containsSentence(quote, wanted));
  const outcome = holding[0]?.outcome;
  if (outcome === undefined) return undefined;
  const citations = holding.filter((quote) => quote.outcome === outcome).map(({ citation }) => citation);
  return { outcome, citations: [...new Set(citations)].toSorted((one, other) => one - other) };
}

function containsSentence({ text, starts, ends }: Quote, wanted: string): boolean {
  const first = wanted.charAt(0).toLowerCase();
  const rest = wanted.slice(1);
  return starts.some(
    (start) =>
      ends.has(start + wanted.length) &&
      text.charAt(start).toLowerCase() === first &&
      text.startsWith(rest, start + 1),
  );
}
