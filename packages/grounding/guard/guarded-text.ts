import type { Evidence } from "./evidence.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { reasonText } from "./judgement.ts";
import { type Sentence, SentenceStream } from "./sentence-stream.ts";

/** A sentence that may leave as text, or one that may be shown only as what it is. */
export type GuardedPiece =
  | {
      readonly type: "passed";
      readonly text: string;
      readonly outcome: number | null;
      readonly citations: readonly number[];
      /** The sentence of the evidence that a paraphrase rests on. */
      readonly quote?: string;
      /** Why it may leave; all but `paraphrase` and `form` are the evidence's own words. */
      readonly how: "verbatim" | "paraphrase" | "selected" | "repaired" | "form" | "answer";
    }
  | {
      readonly type: "withheld";
      readonly text: string;
      readonly verdict: "unclear" | "unsupported";
      readonly reason: string;
    };

/**
 * A grounded answer as it is written, sentence by sentence, judged against the evidence. It fails closed: only what is supported or
 * asserts nothing passes. White space goes with the sentence it stands before; that of withheld sentences is not doubled.
 */
export class GuardedText {
  readonly #evidence: Evidence;
  readonly #sentences = new SentenceStream();
  #gap = "";
  #said = false;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** The sentences that this piece of text completes. */
  push(delta: string): GuardedPiece[] {
    return this.#sentences.push(delta).flatMap((sentence) => this.#judge(sentence) ?? []);
  }

  /** What is left when the model stops. */
  end(): GuardedPiece[] {
    return this.#sentences.end().flatMap((sentence) => this.#judge(sentence) ?? []);
  }

  /** Nothing for a sentence of which nothing is left: the mark of a citation that stood alone. */
  #judge(sentence: Sentence): GuardedPiece | undefined {
    const judgement = judgeSentence(sentence.text, this.#evidence);
    const { text, verdict, basis, outcome, citations, source } = judgement;
    this.#gap = wider(this.#gap, sentence.before);
    if (text === "") return undefined;
    if (verdict === "unclear" || verdict === "unsupported")
      return { type: "withheld", text, verdict, reason: reasonText(judgement) };
    const gap = this.#said ? this.#gap : "";
    this.#gap = "";
    this.#said = true;
    const piece = { type: "passed", text: gap + text, outcome, citations } as const;
    if (basis !== "paraphrase" || source === null) return { ...piece, how: basis ?? "form" };
    return { ...piece, how: "paraphrase", quote: source.text };
  }
}

function wider(one: string, other: string): string {
  const lines = (space: string) => space.split("\n").length;
  return lines(other) > lines(one) || one === "" ? other : one;
}
