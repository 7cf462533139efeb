import { type Order, ordersIn } from "./orders.ts";
import { ownWords } from "./own-words.ts";
import { sentencesIn, type UserSentence } from "./sentences.ts";

/** A message of a user, read as far as somebody asks: most sentences hold no place. */
export class SaidMessage {
  /** Without what is quoted or pasted. */
  readonly text: string;
  readonly sentences: readonly UserSentence[];
  readonly #orders = new Map<UserSentence, readonly Order[]>();
  #heading: number | undefined;
  #lead: number | undefined;

  constructor(message: string) {
    this.text = ownWords(message);
    this.sentences = sentencesIn(this.text);
  }

  /** The orders of a sentence; none where it does not count. */
  ordersIn(sentence: UserSentence): readonly Order[] {
    return this.counts(sentence) ? this.#read(sentence) : [];
  }

  /** Returns false for words to be written, and where a sentence before may govern this one. */
  counts(sentence: UserSentence): boolean {
    if (sentence.isContent) return false;
    // A line without a mark at its end may be a heading, and an item of a list says what leads to it.
    this.#heading ??= this.#firstWithoutOrder(({ end }) => end === "");
    if (sentence.at > this.#heading) return false;
    if (!sentence.isItem) return true;
    this.#lead ??= this.#firstWithoutOrder(() => true);
    return sentence.at <= this.#lead;
  }

  /** Finds where the first of such sentences begins that gives no order. */
  #firstWithoutOrder(isOne: (sentence: UserSentence) => boolean): number {
    const found = this.sentences.find((one) => isOne(one) && this.#read(one).length === 0);
    return found?.at ?? Number.POSITIVE_INFINITY;
  }

  #read(sentence: UserSentence): readonly Order[] {
    const known = this.#orders.get(sentence) ?? ordersIn(sentence);
    this.#orders.set(sentence, known);
    return known;
  }
}
