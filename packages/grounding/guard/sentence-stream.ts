import { splitSentences } from "../text/tokens.ts";

/** A sentence of a stream. `before` is the white space before it. Joined, they form the stream. */
export interface Sentence {
  /** Verbatim. Empty only in the last one of a stream that ends in white space. */
  text: string;
  before: string;
}

/** In UTF-16 code units. A longer sentence is cut. */
export const MAX_SENTENCE_LENGTH = 2_000;

/** Maximum number of characters of the following word to read to decide whether a sentence ends before it. */
const MAX_LOOKAHEAD = 64;

/**
 * Matches a word with everything attached to it, up to a sentence mark that needs no space after it. The mark
 * of a truncated quote is a piece of its own.
 */
const PIECE = /^(?:\[(?:\.\.\.|…)\]|(?:[^\s。！？[]|\[(?!(?:\.\.\.|…)\]))*(?:[。！？]+[」』”）]*)?)/u;
const SPACE = /\s*/uy;
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const CUT_MARK = /^\[(?:\.\.\.|…)\]$/;
const MARK = /[.!?؟۔…。！？]/u;
/** Matches a single full stop. Whether it ends the sentence depends on the whole word after it. */
const LONE_STOP = /(?<![.!?؟۔…])\.(?!\.)[.!?؟۔…]*["'”“’»«)\]]*$/;
const LETTER = /^["'“‘«([”’)」』]*[\p{L}\p{N}]/u;
const ORDINAL = /^\d{1,2}[.)]$/;

interface Piece {
  start: number;
  end: number;
}

/**
 * Splits a text that arrives in pieces of any size into the sentences of `splitSentences`, line by line, each
 * as soon as it is certain to be complete. The number of a list item stays with its sentence, and the mark of
 * a truncated quote is a sentence of its own. The result does not depend on how the text was split, and the
 * time is linear in its length.
 */
export class SentenceStream {
  #before = "";
  /** From the first letter of the current sentence. */
  #text = "";
  /** Start of the piece after which the sentence may end. Everything before it is decided. */
  #undecided = 0;
  #startsLine = true;

  /** Returns the sentences that this piece of text completes. */
  push(delta: string): Sentence[] {
    this.#text += delta;
    return this.#take(false);
  }

  /** Returns the remaining sentences when the text ends. */
  end(): Sentence[] {
    const sentences = this.#take(true);
    if (this.#before !== "") sentences.push({ text: "", before: this.#before });
    this.#before = "";
    return sentences;
  }

  /**
   * Ends the current sentence, even if it is incomplete. The text continues after something that replaces it.
   * `before` is the white space before that.
   */
  cut(): { sentences: Sentence[]; before: string } {
    const sentences = this.#take(true);
    const before = this.#before;
    this.#before = "";
    this.#startsLine = false;
    return { sentences, before };
  }

  /** Returns the complete sentences. `over` is true if no text follows, so that the last one is complete. */
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
      if (left.end > MAX_SENTENCE_LENGTH) return wholeCharacters(text, MAX_SENTENCE_LENGTH);
      if (left.end === text.length) return over ? left.end : undefined;
      const next = spaceAt(text, left.end);
      if (next >= MAX_SENTENCE_LENGTH || LINE_BREAK.test(text.slice(left.end, next))) return left.end;
      if (next === text.length) return over ? left.end : undefined;
      const right = pieceAt(text, next);
      const ends = this.#endsBetween(left, right, over);
      if (ends === undefined) return undefined;
      if (ends) return left.end;
      this.#undecided = right.start;
    }
  }

  /**
   * Returns whether the sentence ends between two neighbouring pieces, or `undefined` while that depends on
   * text still to come.
   */
  #endsBetween(left: Piece, right: Piece, over: boolean): boolean | undefined {
    const text = this.#text;
    const word = text.slice(left.start, left.end);
    if (CUT_MARK.test(word)) return true;
    const whole = over || right.end < text.length || right.end - right.start > MAX_LOOKAHEAD;
    const following = text.slice(right.start, Math.min(right.end, right.start + MAX_LOOKAHEAD));
    if (following.startsWith("[") && !whole) return undefined;
    if (CUT_MARK.test(following)) return true;
    if (!MARK.test(word) || (left.start === 0 && this.#startsLine && ORDINAL.test(word))) return false;
    if (!whole && (LONE_STOP.test(word) || !LETTER.test(following))) return undefined;
    return splitSentences(`${text.slice(left.start, right.start)}${following}`)[0] === word;
  }
}

/**
 * Returns a piece of limited length, so that a text without spaces is not read to its end again and again.
 */
function pieceAt(text: string, start: number): Piece {
  const piece = PIECE.exec(text.slice(start, start + MAX_SENTENCE_LENGTH + 1))?.[0] ?? "";
  return { start, end: start + piece.length };
}

function spaceAt(text: string, start: number): number {
  SPACE.lastIndex = start;
  return start + (SPACE.exec(text)?.[0].length ?? 0);
}

/** Returns `end`, or the position before it if it would split a character in two. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
