import { AnswerMemory } from "./answer-memory.ts";
import type { Evidence } from "./evidence.ts";
import { GuardedAnswer } from "./guarded-answer.ts";
import type { GuardedPiece } from "./guarded-piece.ts";
import type { SourceNeed } from "./needs-source.ts";
import type { OwnWords } from "./own-words.ts";
import { type Sentence, SentenceStream } from "./sentence-stream.ts";

const FENCE = /^\s*(?:```|~~~)/u;

/**
 * Judges a text that was not researched, as it is written. Sentences that need a source are judged against
 * the conversation's evidence. Everything else is passed on unchanged, including white space.
 */
export class ScopedText {
  readonly #answer: GuardedAnswer;
  readonly #own: OwnWords;
  readonly #need: SourceNeed;
  readonly #sentences = new SentenceStream();
  #isCode = false;

  constructor(evidence: Evidence, own: OwnWords, need: SourceNeed, memory = new AnswerMemory()) {
    this.#answer = new GuardedAnswer(evidence, memory);
    this.#own = own;
    this.#need = need;
  }

  push(delta: string): GuardedPiece[] {
    return this.#sentences.push(delta).flatMap((sentence) => this.#judge(sentence));
  }

  end(): GuardedPiece[] {
    return this.#sentences.end().flatMap((sentence) => this.#judge(sentence));
  }

  #judge({ text, before }: Sentence): GuardedPiece[] {
    if (FENCE.test(text)) this.#isCode = !this.#isCode;
    const needsSource = !this.#isCode && this.#need.needsSource(text);
    if (!needsSource || this.#own.findSource(text) !== undefined)
      return [{ type: "passed", text: before + text, outcome: null, citations: [], how: "form" }];
    let gap = before;
    return this.#answer.judge(text).map((piece) => {
      if (piece.type === "withheld") return piece;
      const spaced = { ...piece, text: gap + piece.text };
      gap = " ";
      return spaced;
    });
  }
}
