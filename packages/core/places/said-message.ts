import { type Order, ordersIn } from "./orders.ts";
import { ownWords } from "./own-words.ts";
import { sentencesIn, type UserSentence } from "./sentences.ts";

/** A user's message, parsed lazily because most sentences contain no destination. */
export class SaidMessage {
  /** The text without quoted and pasted parts. */
  readonly text: string;
  readonly sentences: readonly UserSentence[];
  readonly #orders = new Map<UserSentence, readonly Order[]>();
  #heading: number | undefined;
  #lead: number | undefined;

  constructor(message: string) {
    this.text = ownWords(message);
    this.sentences = sentencesIn(this.text);
  }

  /** Returns the orders in a sentence. Empty if the sentence must be ignored. */
  ordersIn(sentence: UserSentence): readonly Order[] {
    return this.counts(sentence) ? this.#read(sentence) : [];
  }

  /** Returns false for text to be written, and if an earlier sentence may govern this one. */
  counts(sentence: UserSentence): boolean {
    if (sentence.isContent) return false;
    // A line without end punctuation may be a heading, and a list item depends on the sentence that
    // introduces it.
    this.#heading ??= this.#firstWithoutOrder(({ end }) => end === "");
    if (sentence.at > this.#heading) return false;
    if (!sentence.isItem) return true;
    this.#lead ??= this.#firstWithoutOrder(() => true);
    return sentence.at <= this.#lead;
  }

  /** Returns the start of the first matching sentence without an order. */
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
