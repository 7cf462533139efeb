import type { ResearchOutcome } from "../research/outcome.ts";
import { findAskedName } from "../text/asked-name.ts";
import { findProperNames } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import { collectNamedAddresses, type NamedAddresses } from "./addresses.ts";
import { addPublicationYears } from "./dated-text.ts";
import { type EvidenceSentence, readSnippets } from "./evidence-sentences.ts";
import { buildFactBook, createFactBook, type FactBook } from "./fact-book.ts";
import { findLinks } from "./links.ts";
import { type ReadEvidence, readEvidence } from "./paraphrase/read-evidence.ts";
import { SentenceReader } from "./paraphrase/read-sentence.ts";
import { collectQuotes, type Quotes } from "./quotes.ts";

/** The sentences of the evidence that a reader chose for a statement, by the statement's text. */
type RestsOn = ReadonlyMap<string, readonly EvidenceSentence[]>;

/** The evidence for judging sentences, prepared once. */
export interface Evidence {
  readonly outcomes: readonly ResearchOutcome[];
  /** Those of them for what was asked in this turn. */
  readonly ofTurn: readonly ResearchOutcome[];
  /** The sentences of all snippets, in order of outcome and citation. */
  readonly sentences: readonly EvidenceSentence[];
  /** The same sentences in the form for comparison with paraphrases. Read on first use. */
  readonly read: () => ReadEvidence;
  /** The text of the sources, sentence by sentence. */
  readonly quotes: Quotes;
  /** The names, numbers, dates and links of the sources. */
  readonly sourceFacts: FactBook;
  /** The addresses that may be sent. */
  readonly addresses: NamedAddresses;
  /** The facts in the user's own messages. */
  readonly said: FactBook;
  /** Folded words of the names in the user's messages, including names asked about in lower case. */
  readonly askedAbout: ReadonlySet<string>;
  /** When the newest evidence was retrieved: today, YYYY-MM-DD. */
  readonly today: string | undefined;
  /** The user's last message. */
  readonly question: string;
  /** Name of the person or thing that the user's last message asks about. */
  readonly asked: string | null;
  /** A reader's choices for sentences that the rules leave unclear. Empty until a reader was asked. */
  readonly restsOn: RestsOn;
}

/**
 * `said` is the user's own messages. `ofTurn` are the outcomes for what was asked in this turn, all
 * by default. `ownLinks` may be sent like the addresses of citations. A refused outcome contributes nothing
 * but keeps its index.
 */
export function createEvidence(
  outcomes: readonly ResearchOutcome[],
  said: readonly string[],
  {
    ofTurn = outcomes,
    ownLinks = [],
  }: { ofTurn?: readonly ResearchOutcome[]; ownLinks?: readonly string[] } = {},
): Evidence {
  const citations = outcomes.filter(({ ok }) => ok).flatMap((outcome) => outcome.citations);
  const titles = citations.map(({ title }) => title);
  const addresses = citations.flatMap(({ url, domain }) => [url, domain]);
  const snippets = readSnippets(outcomes);
  const sentences = snippets.flatMap((snippet) => snippet.sentences);
  const reader = new SentenceReader();
  const wholes = snippets.flatMap(({ whole, published }) =>
    whole.map((text) => addPublicationYears(published, text)),
  );
  const texts = [...new Set([...titles, ...wholes])];
  const sourceFacts = buildFactBook(
    texts.map((text) => reader.read(text).asEvidence),
    [...texts, ...addresses, ...ownLinks].flatMap(findLinks),
  );
  const saidFacts = createFactBook(said);
  let compared: ReadEvidence | undefined;
  return {
    outcomes,
    ofTurn: ofTurn.length > 0 ? ofTurn : outcomes,
    sentences,
    read() {
      compared ??= readEvidence(sentences, [sourceFacts], reader);
      return compared;
    },
    quotes: collectQuotes(outcomes, snippets),
    sourceFacts,
    addresses: collectNamedAddresses(outcomes, said, ownLinks),
    said: saidFacts,
    askedAbout: new Set([
      ...saidFacts.names.named,
      ...said.flatMap((message) => splitWords(findAskedName(message) ?? "")),
    ]),
    today: citations
      .map(({ retrieved_at }) => retrieved_at.slice(0, 10))
      .toSorted()
      .at(-1),
    question: said.at(-1) ?? "",
    asked: findAskedSubject(said.at(-1) ?? ""),
    restsOn: new Map(),
  };
}

function findAskedSubject(message: string): string | null {
  const names = findProperNames(message);
  return findAskedName(message) ?? (names.length === 1 ? (names[0]?.text ?? null) : null);
}
