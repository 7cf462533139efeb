import { type AnswerMemory, toSentenceKey } from "./answer-memory.ts";
import type { Evidence } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { createWithheldPiece, type GuardedPiece, withholdText } from "./guarded-piece.ts";
import { judgeSentence } from "./judge-sentence.ts";
import type { Judgement } from "./judgement.ts";
import { findLineMark } from "./markup.ts";
import { joinWords, keepWhole, removeListNumber } from "./neighbours.ts";
import { getReason } from "./reasons.ts";
import { findRelatedSentences } from "./related-sentences.ts";
import { renderQuote } from "./render-quote.ts";
import { statesSomething } from "./split-badly.ts";
import { subjectOf } from "./subjects.ts";

/**
 * Quotes the evidence in one answer. Quotes each sentence at most once and only as a whole, and adds the name
 * of its subject if its pronoun would be misread at that point of the answer.
 */
export class AnswerQuotes {
  readonly #evidence: Evidence;
  readonly #memory: AnswerMemory;
  readonly #occurrences = new Map<string, EvidenceSentence[]>();

  constructor(evidence: Evidence, memory: AnswerMemory) {
    this.#evidence = evidence;
    this.#memory = memory;
    for (const sentence of evidence.sentences) {
      const key = toSentenceKey(sentence.text);
      const known = this.#occurrences.get(key);
      if (known) known.push(sentence);
      else this.#occurrences.set(key, [sentence]);
    }
  }

  /** Quotes the sentence of the evidence that is closest to a withheld one, unless the answer has said it. */
  quoteClosest(text: string): GuardedPiece[] {
    if (text.endsWith(":")) return [];
    const each = { citations: [], lineMark: findLineMark(text) };
    for (const one of findRelatedSentences(text, this.#evidence.sentences).slice(0, MAX_RELATED)) {
      if (this.wasSaid(one.text, this.findOccurrences(one.text))) return [];
      const quoted = statesSomething(one.text) ? this.quoteSource(one, one.outcome, each) : [];
      if (quoted.some(({ type }) => type === "passed")) return quoted;
    }
    return [];
  }

  /** Returns the sentences without those at their ends that were quoted before. */
  trimQuoted(sentences: readonly EvidenceSentence[]): readonly EvidenceSentence[] {
    const isNew = (sentence: EvidenceSentence) => !this.#memory.hasQuoted(sentence);
    return sentences.slice(Math.max(0, sentences.findIndex(isNew)), sentences.findLastIndex(isNew) + 1);
  }

  /**
   * Quotes the evidence that a withheld sentence restates. Returns nothing if it restates too little, or if
   * it ends with a colon, because no quote can replace the introduction of a list.
   */
  quoteRestated({ text, restated, closeness }: Judgement): GuardedPiece[] {
    if (closeness < MIN_CLOSENESS || text.endsWith(":")) return [];
    const left = this.trimQuoted(restated).filter((one) => statesSomething(one.text));
    const [first, ...others] = left;
    if (first === undefined) return [];
    const { outcome, citation } = first;
    const lineMark = findLineMark(text);
    const each = { citations: [], lineMark };
    if (others.length === 0) return this.quoteSource(first, outcome, each);
    if (others[0]?.previous !== first)
      return joinQuotes(
        left.flatMap((one, at) =>
          this.quoteSource(one, outcome, at === 0 ? each : { ...each, lineMark: "" }),
        ),
      );
    const words = left.map((one) => one.text).join(" ");
    return this.quote(left, words, { outcome, citations: [citation], how: "repaired", lineMark });
  }

  /** Quotes a sentence. If no citations are given, cites each of its occurrences in the outcome. */
  quoteSource(
    source: EvidenceSentence | null,
    outcome: number | null,
    { citations, lineMark }: Pick<Place, "citations" | "lineMark">,
  ): GuardedPiece[] {
    if (source === null) return [];
    const occurrences = this.findOccurrences(source.text);
    if (this.wasSaid(source.text, occurrences)) return [];
    const own = occurrences.filter((one) => one.outcome === outcome).map(({ citation }) => citation);
    const cited = citations.length > 0 ? citations : [...new Set(own)];
    return this.quoteBest(occurrences, { outcome, citations: cited, how: "repaired", lineMark });
  }

  /** Quotes the first occurrence of a sentence whose snippet shows who its pronoun refers to. */
  quoteBest(occurrences: readonly EvidenceSentence[], place: Place): GuardedPiece[] {
    for (const sentence of occurrences) {
      const quoted = this.quote([sentence], sentence.text, place);
      if (quoted.some(({ type }) => type === "passed")) return quoted;
    }
    return [];
  }

  /** Quotes neighbouring sentences of a snippet. Leaves out those at both ends that the page cut off. */
  quote(neighbours: readonly EvidenceSentence[], text: string, place: Place): GuardedPiece[] {
    const { lineMark, ...piece } = place;
    const sentences = keepWhole(neighbours);
    const [first] = sentences;
    if (first === undefined) return [withholdText(text, getReason("cut").text)];
    const words = removeListNumber(
      sentences.length < neighbours.length ? joinWords(sentences, text) : text,
      first,
    );
    if (this.#memory.hasSaid(words, subjectOf(first))) return [];
    const refused = sentences
      .map(({ text }) => judgeSentence(text, this.#evidence))
      .find(({ basis }) => basis !== "verbatim");
    if (refused) return [createWithheldPiece(refused)];
    const rendered = renderQuote(sentences, words, this.#memory);
    if (!rendered) return [withholdText(words, getReason("unknown_subject").text)];
    const repaired = place.how !== "selected";
    this.#memory.recordSaid(rendered.words, rendered.sentences, { verbatim: true, repaired });
    return [{ type: "passed", text: lineMark + rendered.text, ...piece }];
  }

  /** Returns whether the answer has said a text, or quoted one of these occurrences. */
  wasSaid(text: string, occurrences: readonly EvidenceSentence[]): boolean {
    if (occurrences.some((one) => this.#memory.hasQuoted(one))) return true;
    const meant = occurrences.map(subjectOf).find((name) => name !== null) ?? null;
    return this.#memory.hasSaid(text, meant);
  }

  /** Returns every occurrence of a sentence in the evidence. */
  findOccurrences(text: string): readonly EvidenceSentence[] {
    return this.#occurrences.get(toSentenceKey(text)) ?? [];
  }
}

/** Maximum number of related sentences to try. */
const MAX_RELATED = 3;

/** Minimum closeness of a withheld sentence to the evidence that is quoted in its place. */
const MIN_CLOSENESS = 0.25;

/** Joins the quotes that replace one sentence into one piece if they have the same citations. */
function joinQuotes(pieces: readonly GuardedPiece[]): GuardedPiece[] {
  const passed = pieces.filter((piece) => piece.type === "passed");
  const [first] = passed;
  if (first === undefined || passed.some(({ citations }) => String(citations) !== String(first.citations)))
    return [...pieces];
  const text = passed.map((piece) => piece.text).join(" ");
  return [...pieces.filter((piece) => piece.type !== "passed"), { ...first, text }];
}

/** The properties of a quote that do not depend on its words. */
interface Place {
  outcome: number | null;
  citations: readonly number[];
  how: "selected" | "repaired" | "verbatim";
  /** The list or quote mark to put before the quote: "- ". */
  lineMark: string;
}
