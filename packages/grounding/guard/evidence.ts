import type { ResearchOutcome } from "../research/outcome.ts";
import { askedName } from "../text/name-mentions.ts";
import { properNames } from "../text/names.ts";
import { singular, words } from "../text/tokens.ts";
import { type NamedAddresses, namedAddresses } from "./addresses.ts";
import { withoutMarkers } from "./citation-markers.ts";
import { type EvidenceSentence, evidenceSentences } from "./evidence-sentences.ts";
import { type FactBook, factBook } from "./fact-book.ts";
import { type ReadEvidence, readEvidence } from "./paraphrase/read-evidence.ts";
import { type Quotes, quotesOf } from "./quotes.ts";

/** The evidence that sentences are judged against, prepared once. */
export interface Evidence {
  readonly outcomes: readonly ResearchOutcome[];
  /** The sentences of all snippets, in order of outcome and citation. */
  readonly sentences: readonly EvidenceSentence[];
  /** The same sentences in the form that paraphrases are compared with; read on first use. */
  readonly read: () => ReadEvidence;
  /** The text of the sources, sentence by sentence. */
  readonly quotes: Quotes;
  /** The names, numbers, dates and links of the sources. */
  readonly borne: FactBook;
  /** The words, singular and folded, that the sources state themselves: without titles and quotations. */
  readonly stated: ReadonlySet<string>;
  /** The addresses that may leave. */
  readonly addresses: NamedAddresses;
  /** The facts of the user's own messages. */
  readonly said: FactBook;
  /** The folded words of the names in the user's messages, a name asked about in lower case among them. */
  readonly askedAbout: ReadonlySet<string>;
  /** The name of the person or thing that the user's last message asks about. */
  readonly asked: string | null;
}

/** Text in quotation marks. On a page it may say anything, even give an order to the reader. */
const QUOTATION = /"[^"]*"|“[^“”]*”|«[^«»]*»/g;

/**
 * `said`: the user's own messages. A refused outcome brings nothing, but keeps its place among the outcomes.
 */
export function evidenceOf(outcomes: readonly ResearchOutcome[], said: readonly string[]): Evidence {
  const citations = outcomes.filter(({ ok }) => ok).flatMap((outcome) => outcome.citations);
  // Pages share titles and quote each other: the same words are read once.
  const texts = [...new Set(citations.flatMap(({ title, snippet }) => [title, withoutMarkers(snippet)]))];
  const snippets = new Set(citations.map(({ snippet }) => snippet));
  const addresses = citations.flatMap(({ url, domain }) => [url, domain]);
  const saidFacts = factBook(said);
  const sentences = evidenceSentences(outcomes);
  const borne = factBook(texts, addresses);
  let read: ReadEvidence | undefined;
  return {
    outcomes,
    sentences,
    read() {
      read ??= readEvidence(sentences, [borne]);
      return read;
    },
    quotes: quotesOf(outcomes),
    borne,
    stated: new Set(
      Array.from(snippets, (snippet) => words(snippet.replace(QUOTATION, " ")).map(singular)).flat(),
    ),
    addresses: namedAddresses(outcomes, said),
    said: saidFacts,
    askedAbout: new Set([
      ...saidFacts.names.named,
      ...said.flatMap((message) => words(askedName(message) ?? "")),
    ]),
    asked: nameAsked(said.at(-1) ?? ""),
  };
}

function nameAsked(message: string): string | null {
  const names = properNames(message);
  return askedName(message) ?? (names.length === 1 ? (names[0]?.text ?? null) : null);
}
