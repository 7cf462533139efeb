import type { Evidence } from "./evidence.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { type Sentence, SentenceStream } from "./sentence-stream.ts";

/** A sentence that may leave as text, or one that may be shown only as what it is. */
export type GuardedPiece =
  | {
      readonly type: "passed";
      readonly text: string;
      readonly outcome: number | null;
      readonly citations: readonly number[];
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
    const { text, verdict, reason, outcome, citations } = judgeSentence(sentence.text, this.#evidence);
    this.#gap = wider(this.#gap, sentence.before);
    if (text === "") return undefined;
    if (verdict === "unclear" || verdict === "unsupported")
      return { type: "withheld", text, verdict, reason };
    const gap = this.#said ? this.#gap : "";
    this.#gap = "";
    this.#said = true;
    return { type: "passed", text: gap + text, outcome, citations };
  }
}

function wider(one: string, other: string): string {
  const lines = (space: string) => space.split("\n").length;
  return lines(other) > lines(one) || one === "" ? other : one;
}
