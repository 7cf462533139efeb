import { AnswerMemory } from "./answer-memory.ts";
import type { Evidence } from "./evidence.ts";
import { GuardedAnswer, type GuardedWith } from "./guarded-answer.ts";
import type { GuardedPiece } from "./guarded-piece.ts";
import { LIST_MARK } from "./markup.ts";
import { findMarkerLead } from "./selection/marker-lead.ts";
import { type MarkedPiece, MarkerStream, type SelectionMarker } from "./selection/marker-stream.ts";
import { type Sentence, SentenceStream } from "./sentence-stream.ts";

/** Matches closing marks after a marker, which belong to the quotation that replaces it. */
const CLOSERS = /^["”’')\]*_.,;:!?]+/u;
const ENDED = /[.!?؟۔…。！？]["'”’»)\]]*$/u;

/**
 * A grounded answer as it is written, judged sentence by sentence against the evidence. A marker (`[[12]]`)
 * is replaced with the sentence of that number. Fails closed: only sentences that are supported or assert
 * nothing pass. White space belongs to the sentence after it; that of withheld sentences is not doubled.
 */
export class GuardedText {
  readonly #answer: GuardedAnswer;
  /** Words of names that a label before a quotation may contain. */
  readonly #names: ReadonlySet<string>;
  readonly #markers = new MarkerStream();
  readonly #sentences = new SentenceStream();
  #gap = "";
  #said = false;
  /** True if the model's last piece was a marker. */
  #isAfterMarker = false;

  /** `memory` is that of the whole answer, if several turns form one. */
  constructor(evidence: Evidence, memory = new AnswerMemory(), more: GuardedWith = {}) {
    this.#answer = new GuardedAnswer(evidence, memory, more);
    this.#names = new Set([...evidence.sourceFacts.names.named, ...evidence.askedAbout]);
  }

  /** Returns the sentences that this piece of text completes. */
  push(delta: string): GuardedPiece[] {
    return this.#markers.push(delta).flatMap((piece) => this.#take(piece));
  }

  /** Returns the remaining pieces when the model stops. */
  end(): GuardedPiece[] {
    const held = this.#markers.end().flatMap((piece) => this.#take(piece));
    const last = this.#sentences.end().flatMap((sentence) => this.#judge(sentence));
    const missing = this.#answer.complete().flatMap((piece) => {
      this.#gap = "\n\n";
      return this.#addGaps([piece]);
    });
    return [...held, ...last, ...missing];
  }

  #take(piece: MarkedPiece): GuardedPiece[] {
    if (piece.type === "marker") return this.#place(piece);
    const text = this.#isAfterMarker ? piece.text.replace(CLOSERS, "") : piece.text;
    if (text === "") return [];
    this.#isAfterMarker = false;
    return this.#sentences.push(text).flatMap((sentence) => this.#judge(sentence));
  }

  #judge({ text, before }: Sentence): GuardedPiece[] {
    this.#gap = chooseGap(this.#gap, before);
    return this.#addGaps(this.#answer.judge(text));
  }

  /**
   * Places a marker's sentence. The marker ends the sentence that contains it. The text before it is judged
   * separately.
   */
  #place(marker: SelectionMarker): GuardedPiece[] {
    const { sentences, before } = this.#sentences.cut();
    const last = sentences.at(-1);
    const lead = last === undefined || isComplete(last.text) ? undefined : last;
    const whole = lead ? sentences.slice(0, -1) : sentences;
    const pieces = whole.flatMap((sentence) => this.#judge(sentence));
    this.#gap = chooseGap(this.#gap, lead ? lead.before : before);
    const { lineMark, text } = findMarkerLead(lead?.text ?? "", this.#names);
    if (text !== "") {
      pieces.push(...this.#addGaps(this.#answer.judge(endSentence(text))));
      this.#gap = chooseGap(this.#gap, before === "" ? " " : before);
    }
    this.#isAfterMarker = true;
    return [...pieces, ...this.#addGaps(this.#answer.place(marker, lineMark))];
  }

  /**
   * Returns the pieces with their white space: the original before the first, and one space between the
   * others.
   */
  #addGaps(pieces: readonly GuardedPiece[]): GuardedPiece[] {
    return pieces.map((piece) => {
      if (piece.type === "withheld") return piece;
      const gap = this.#said ? this.#gap || " " : "";
      this.#gap = "";
      this.#said = true;
      return { ...piece, text: gap + piece.text };
    });
  }
}

/**
 * Returns whether a sentence is complete. The number of a list item ends in a full stop but is not a
 * sentence.
 */
function isComplete(text: string): boolean {
  return ENDED.test(text) && LIST_MARK.exec(text)?.[0] !== text;
}

/** Ends a text with a full stop, unless it is complete or introduces a list. */
function endSentence(text: string): string {
  return isComplete(text) || text.endsWith(":") ? text : `${text.replace(/[,;]$/, "")}.`;
}

/** Returns the white space with more line breaks, or the first. */
function chooseGap(one: string, other: string): string {
  const lines = (space: string) => space.split("\n").length;
  return lines(other) > lines(one) || one === "" ? other : one;
}
