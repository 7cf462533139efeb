import type { ShownSentence } from "../../reader/build-candidates.ts";
import {
  MOST_EVIDENCE,
  MOST_STATEMENTS,
  type OpenStatement,
  type SupportReading,
} from "../../reader/statement-reader.ts";
import { splitWords } from "../../text/tokens.ts";
import type { AnswerMemory } from "../answer-memory.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import type { GuardedPiece } from "../guarded-piece.ts";
import type { RestsOn } from "./rests-on.ts";

/** A text guarded from its start, without a reader. */
interface PlainGuard {
  push(delta: string): GuardedPiece[];
  end(): GuardedPiece[];
}

/** Asks a reader whether the evidence supports statements. Returns undefined if there is no reader. */
export type AskSupport = (
  statements: readonly OpenStatement[],
  evidence: readonly ShownSentence[],
) => Promise<SupportReading | undefined>;

interface QuestionedTextOptions {
  /** Guards the text from its start, with the evidence that a reader has chosen. */
  guard(memory: AnswerMemory, restsOn?: RestsOn): PlainGuard;
  sentences: readonly EvidenceSentence[];
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
  #told = 0;

  constructor(options: QuestionedTextOptions) {
    this.#options = options;
    this.#before = options.memory.copy();
    this.#text = options.guard(options.memory);
  }

  /** Returns the pieces that may be sent now. */
  push(delta: string): GuardedPiece[] {
    this.#written += delta;
    return this.#tell(this.#text.push(delta));
  }

  /** Returns the remaining pieces when the model stops. */
  async end(): Promise<GuardedPiece[]> {
    const pieces = this.#tell(this.#text.end());
    const restsOn = await this.#read();
    if (restsOn.size === 0) return [...pieces, ...this.#held];
    const { guard, memory } = this.#options;
    memory.become(this.#before);
    const text = guard(memory, restsOn);
    return [...text.push(this.#written), ...text.end()].slice(this.#told - pieces.length);
  }

  #tell(pieces: readonly GuardedPiece[]): GuardedPiece[] {
    const open = this.#held.length > 0 ? 0 : pieces.findIndex(isOpen);
    const told = open < 0 ? [...pieces] : pieces.slice(0, open);
    this.#held.push(...pieces.slice(told.length));
    this.#told += told.length;
    return told;
  }

  async #read(): Promise<RestsOn> {
    const open = this.#held.flatMap((piece) => (piece.type === "withheld" && piece.open ? [piece.open] : []));
    const asked = open.slice(0, MOST_STATEMENTS);
    if (asked.length === 0) return new Map();
    const shown = nearest(asked, this.#options.sentences);
    const evidence = shown.map(({ text, title, page }) => ({ text, title, url: page }));
    const reading = await this.#options.ask(asked, evidence);
    if (!reading?.used) return new Map();
    return new Map(
      Array.from(reading.restsOn, ([index, numbers]) => [
        asked[index]?.text ?? "",
        numbers.flatMap((number) => shown[number] ?? []),
      ]),
    );
  }
}

function isOpen(piece: GuardedPiece): boolean {
  return piece.type === "withheld" && piece.open !== undefined;
}

/** Returns the sentences of the evidence that share the most words with any of the statements, in order. */
function nearest(
  statements: readonly OpenStatement[],
  sentences: readonly EvidenceSentence[],
): readonly EvidenceSentence[] {
  if (sentences.length <= MOST_EVIDENCE) return sentences;
  const asked = statements.map(({ text, about = "" }) => new Set(splitWords(`${about} ${text}`)));
  const shared = new Map(
    sentences.map((sentence) => {
      const words = [...new Set(splitWords(`${sentence.title} ${sentence.text}`))];
      return [sentence, Math.max(...asked.map((one) => words.filter((word) => one.has(word)).length))];
    }),
  );
  const order = sentences.toSorted((one, other) => (shared.get(other) ?? 0) - (shared.get(one) ?? 0));
  const kept = new Set(order.slice(0, MOST_EVIDENCE));
  return sentences.filter((sentence) => kept.has(sentence));
}
