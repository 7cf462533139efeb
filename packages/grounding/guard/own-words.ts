import { splitSentences } from "../text/tokens.ts";
import { createFactBook, type FactBook, findUnsupportedFacts, readSentenceFacts } from "./fact-book.ts";
import { countFacts } from "./paraphrase/compare.ts";
import { joinVocabularies, measureCover } from "./paraphrase/cover.ts";
import { addsDecisiveWord } from "./paraphrase/equivalents.ts";
import { ReadSentence, type Vocabulary } from "./paraphrase/read-sentence.ts";

/**
 * Minimum share, by weight, of a sentence's other words that the user's own words must contain, in addition
 * to its names and numbers.
 */
const MIN_SHARE_FOUND = 0.5;

/**
 * The user's own words: records returned by tools, or statements of the user. They need no research, and a
 * sentence that says no more than they do passes as theirs.
 */
export class OwnWords {
  readonly #sentences: readonly string[];
  #read: { book: FactBook; texts: readonly ReadSentence[]; held: Vocabulary } | undefined;

  constructor(texts: readonly string[]) {
    this.#sentences = texts.flatMap((text) => text.split("\n")).flatMap((line) => splitSentences(line));
  }

  /**
   * Returns the closest of these sentences if the given sentence says no more than they do together, or
   * `undefined`.
   */
  findSource(sentence: string): string | undefined {
    if (this.#sentences.length === 0) return undefined;
    this.#read ??= this.#readAll();
    const { book, texts, held } = this.#read;
    const said = new ReadSentence(sentence);
    if (said.content.size === 0) return undefined;
    if (
      countFacts(findUnsupportedFacts(readSentenceFacts(sentence), [book])) > 0 ||
      addsDecisiveWord(said, texts)
    )
      return undefined;
    if (measureCover(said.plain, [held]).share < MIN_SHARE_FOUND) return undefined;
    const shares = texts.map((text) => measureCover(said.content.values(), [text]).share);
    return this.#sentences[shares.indexOf(Math.max(...shares))];
  }

  #readAll() {
    const texts = this.#sentences.map((text) => new ReadSentence(text));
    return { book: createFactBook(this.#sentences), texts, held: joinVocabularies(texts) };
  }
}
