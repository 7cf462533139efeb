import type { ReadSentence } from "./read-sentence.ts";

export type ReadWord = ReadSentence["words"][number];

/** A mark between two words that parts what they belong to. */
export const MARK = /,\s|[;:()]|\s[–—-]\s/;
export const NUMBER = /^\d/;

/** The words of a sentence, and what stands between them. */
export class Tokens {
  readonly words: readonly ReadWord[];
  readonly text: string;
  readonly names: readonly { start: number; end: number }[];

  constructor({ words, text, facts }: ReadSentence) {
    this.words = words;
    this.text = text;
    this.names = facts.names.map(({ written, end }) => ({ start: end - written.length, end }));
  }

  wordAt(at: number): string {
    return this.words[at]?.word ?? "";
  }

  /** The text between a word and the one before it. */
  gap(at: number): string {
    return this.text.slice(this.words[at - 1]?.end ?? 0, this.words[at]?.start);
  }

  hasMark(at: number): boolean {
    return MARK.test(this.gap(at));
  }

  isName({ start, end }: ReadWord): boolean {
    return this.names.some((name) => name.start <= start && end <= name.end);
  }

  /** The words of the name that a word is part of, or the word alone. */
  nameAround(word: ReadWord): readonly ReadWord[] {
    const name = this.names.find(({ start, end }) => start <= word.start && word.end <= end);
    if (name === undefined) return [word];
    return this.words.filter(({ start, end }) => name.start <= start && end <= name.end);
  }
}
