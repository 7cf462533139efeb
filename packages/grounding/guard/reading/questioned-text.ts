import type { AnswerMemory } from "../answer-memory.ts";
import type { Evidence } from "../evidence.ts";
import type { GuardedPiece } from "../guarded-piece.ts";
import { type AskSupport, askReader } from "./ask-reader.ts";

/** A text guarded from its start, without a reader. */
interface PlainGuard {
  push(delta: string): GuardedPiece[];
  end(): GuardedPiece[];
}

interface QuestionedTextOptions {
  /** Guards the text from its start, by this evidence. */
  guard(memory: AnswerMemory, evidence: Evidence): PlainGuard;
  evidence: Evidence;
  memory: AnswerMemory;
  ask: AskSupport;
}

/**
 * A guarded text in which a reader decides what the rules leave unclear. Up to the first such sentence, text
 * is sent as it arrives. The rest waits for the end, because the reader is asked once for all of them. It is
 * then guarded again with the reader's choice.
 */
export class QuestionedText {
  readonly #options: QuestionedTextOptions;
  readonly #before: AnswerMemory;
  readonly #text: PlainGuard;
  readonly #held: GuardedPiece[] = [];
  #written = "";
  #sent = 0;

  constructor(options: QuestionedTextOptions) {
    this.#options = options;
    this.#before = options.memory.copy();
    this.#text = options.guard(options.memory, options.evidence);
  }

  /** Returns the pieces that may be sent now. */
  push(delta: string): GuardedPiece[] {
    this.#written += delta;
    return this.#release(this.#text.push(delta));
  }

  /** Returns the remaining pieces when the model stops. */
  async end(): Promise<GuardedPiece[]> {
    const pieces = this.#release(this.#text.end());
    const { guard, memory, evidence, ask } = this.#options;
    const open = this.#held.flatMap((piece) => (piece.type === "withheld" && piece.open ? [piece.open] : []));
    const read = await askReader(open, evidence, ask);
    if (read === undefined) return [...pieces, ...this.#held];
    memory.replaceBy(this.#before);
    const text = guard(memory, read);
    return [...text.push(this.#written), ...text.end()].slice(this.#sent - pieces.length);
  }

  /** Returns the pieces before the first open one, and holds the rest back. */
  #release(pieces: readonly GuardedPiece[]): GuardedPiece[] {
    const open = this.#held.length > 0 ? 0 : pieces.findIndex(isOpen);
    const ready = open < 0 ? [...pieces] : pieces.slice(0, open);
    this.#held.push(...pieces.slice(ready.length));
    this.#sent += ready.length;
    return ready;
  }
}

function isOpen(piece: GuardedPiece): boolean {
  return piece.type === "withheld" && piece.open !== undefined;
}
