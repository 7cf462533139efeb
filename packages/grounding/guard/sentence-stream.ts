import { splitSentences } from "../text/tokens.ts";

/**
 * A sentence of a stream; `before` is the white space between it and the one before. Joined, they are the
 * stream.
 */
export interface Sentence {
  /** Verbatim. Empty only in the last one of a stream that ends in white space. */
  text: string;
  before: string;
}

/** UTF-16 code units. A sentence that is not over by then is cut. */
export const LONGEST_SENTENCE = 2_000;

/** Most characters read of the following word to decide whether a sentence ends before it. */
const LONGEST_RIGHT = 64;

/**
 * A word with all that is joined to it, up to a sentence mark that needs no space behind it; the mark of a
 * cut quote stands alone.
 */
const PIECE = /^(?:\[(?:\.\.\.|…)\]|(?:[^\s。！？[]|\[(?!(?:\.\.\.|…)\]))*(?:[。！？]+[」』”）]*)?)/u;
const SPACE = /\s*/uy;
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const CUT_MARK = /^\[(?:\.\.\.|…)\]$/;
const MARK = /[.!?؟۔…。！？]/u;
/** A full stop alone: whether it ends the sentence depends on the whole of the word that follows. */
const LONE_STOP = /(?<![.!?؟۔…])\.(?!\.)[.!?؟۔…]*["'”“’»«)\]]*$/;
const LETTER = /^["'“‘«([”’)」』]*[\p{L}\p{N}]/u;
const ORDINAL = /^\d{1,2}[.)]$/;

interface Piece {
  start: number;
  end: number;
}

/**
 * Cuts a text that comes in pieces of any size into the sentences of `splitSentences`, line by line, each as
 * soon as it is certain to be over. The number of a list item stays with its sentence, and the mark of a cut
 * quote is one of its own. The same text gives the same sentences however it came, in a time that grows with
 * its length alone.
 */
export class SentenceStream {
  #before = "";
  /** From the first letter of the sentence under way. */
  #text = "";
  /** Where the piece starts behind which the sentence may end; all before it is decided. */
  #undecided = 0;
  #startsLine = true;

  /** The sentences that this piece of text completes. */
  push(delta: string): Sentence[] {
    this.#text += delta;
    return this.#take(false);
  }

  /** Returns the sentences that are left when the text is over. */
  end(): Sentence[] {
    const sentences = this.#take(true);
    if (this.#before !== "") sentences.push({ text: "", before: this.#before });
    this.#before = "";
    return sentences;
  }

  /**
   * Ends the sentence under way, whatever it lacks; the text goes on behind what stood there. `before` is the
   * white space ahead of that.
   */
  cut(): { sentences: Sentence[]; before: string } {
    const sentences = this.#take(true);
    const before = this.#before;
    this.#before = "";
    this.#startsLine = false;
    return { sentences, before };
  }

  #take(over: boolean): Sentence[] {
    const sentences: Sentence[] = [];
    for (;;) {
      this.#skipSpace();
      const end = this.#text === "" ? undefined : this.#endOfSentence(over);
      if (end === undefined) return sentences;
      sentences.push({ text: this.#text.slice(0, end), before: this.#before });
      this.#before = "";
      this.#text = this.#text.slice(end);
      this.#undecided = 0;
      this.#startsLine = false;
    }
  }

  #skipSpace(): void {
    if (this.#undecided > 0) return;
    const space = spaceAt(this.#text, 0);
    if (space === 0) return;
    this.#startsLine ||= LINE_BREAK.test(this.#text.slice(0, space));
    this.#before += this.#text.slice(0, space);
    this.#text = this.#text.slice(space);
  }

  #endOfSentence(over: boolean): number | undefined {
    const text = this.#text;
    for (;;) {
      const left = pieceAt(text, this.#undecided);
      if (left.end > LONGEST_SENTENCE) return wholeCharacters(text, LONGEST_SENTENCE);
      if (left.end === text.length) return over ? left.end : undefined;
      const next = spaceAt(text, left.end);
      if (next >= LONGEST_SENTENCE || LINE_BREAK.test(text.slice(left.end, next))) return left.end;
      if (next === text.length) return over ? left.end : undefined;
      const right = pieceAt(text, next);
      const ends = this.#endsBetween(left, right, over);
      if (ends === undefined) return undefined;
      if (ends) return left.end;
      this.#undecided = right.start;
    }
  }

  /**
   * Decides whether the sentence ends between two neighbouring pieces. Returns `undefined` while that depends
   * on text still to come.
   */
  #endsBetween(left: Piece, right: Piece, over: boolean): boolean | undefined {
    const text = this.#text;
    const word = text.slice(left.start, left.end);
    if (CUT_MARK.test(word)) return true;
    const whole = over || right.end < text.length || right.end - right.start > LONGEST_RIGHT;
    const following = text.slice(right.start, Math.min(right.end, right.start + LONGEST_RIGHT));
    if (following.startsWith("[") && !whole) return undefined;
    if (CUT_MARK.test(following)) return true;
    if (!MARK.test(word) || (left.start === 0 && this.#startsLine && ORDINAL.test(word))) return false;
    if (!whole && (LONE_STOP.test(word) || !LETTER.test(following))) return undefined;
    return splitSentences(`${text.slice(left.start, right.start)}${following}`)[0] === word;
  }
}

/** No longer than it matters, so that a text without a space is not read again and again to its end. */
function pieceAt(text: string, start: number): Piece {
  const piece = PIECE.exec(text.slice(start, start + LONGEST_SENTENCE + 1))?.[0] ?? "";
  return { start, end: start + piece.length };
}

function spaceAt(text: string, start: number): number {
  SPACE.lastIndex = start;
  return start + (SPACE.exec(text)?.[0].length ?? 0);
}

function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
