import { findOrders, isCourtesy, mayReverse, type Order } from "./orders.ts";
import { findNamedAround, namesPlace, WRITES } from "./place-forms.ts";
import { splitUserSentences, type UserSentence } from "./sentences.ts";

/** A user's message. Parsed lazily, because most sentences mention no destination. */
export class SaidMessage {
  /** The text without quoted and pasted parts. */
  readonly text: string;
  readonly sentences: readonly UserSentence[];
  readonly #orders = new Map<UserSentence, readonly Order[]>();
  #heading: number | undefined;
  #reversal: number | undefined;
  #lead: number | undefined;

  constructor(message: string) {
    this.text = extractOwnWords(message);
    this.sentences = splitUserSentences(this.text);
  }

  /** Returns the orders in a sentence. Empty if the sentence must be ignored. */
  ordersIn(sentence: UserSentence): readonly Order[] {
    return this.counts(sentence) ? this.#read(sentence) : [];
  }

  /** Returns false for text to write, and if another sentence may govern or withdraw this one. */
  counts(sentence: UserSentence): boolean {
    if (sentence.isContent) return false;
    // "Mail Ada the list. On second thought, hold off."
    this.#reversal ??= this.sentences.findLast((one) => !one.isContent && this.#mayReverse(one))?.at ?? -1;
    if (sentence.at < this.#reversal) return false;
    // A line without end punctuation may be a heading, and a list item depends on the sentence that
    // introduces it.
    this.#heading ??= this.#firstWithoutOrder(({ end }) => end === "");
    if (sentence.at > this.#heading) return false;
    if (!sentence.isItem) return true;
    this.#lead ??= this.#firstWithoutOrder(() => true);
    return sentence.at <= this.#lead;
  }

  /**
   * Returns true if the message leaves the orders of earlier messages valid: it consists of orders and
   * thanks. Any other sentence may withdraw them: "Scrap that.", "Wrong channel, sorry."
   */
  get carriesOn(): boolean {
    return this.sentences.every(
      (one) => one.isContent || !this.#mayReverse(one) || findNamedAround(one).length > 0,
    );
  }

  /** Returns true for a sentence that is neither an order nor thanks. */
  #mayReverse(sentence: UserSentence): boolean {
    const orders = this.#read(sentence);
    return orders.length === 0 ? !isCourtesy(sentence) : orders.some(mayReverse) || orders.some(hasOpenPlace);
  }

  /** Returns the start of the first matching sentence without an order. */
  #firstWithoutOrder(isOne: (sentence: UserSentence) => boolean): number {
    const found = this.sentences.find((one) => isOne(one) && this.#read(one).length === 0);
    return found?.at ?? Number.POSITIVE_INFINITY;
  }

  #read(sentence: UserSentence): readonly Order[] {
    const known = this.#orders.get(sentence) ?? findOrders(sentence);
    this.#orders.set(sentence, known);
    return known;
  }
}

/**
 * Returns true for an order that mentions a place without clearly asking to write there. The place may
 * replace an earlier one: "Schreib es lieber in #random."
 */
function hasOpenPlace(order: Order): boolean {
  const { rest, verbs } = order;
  if (!WRITES.some((verb) => verbs.has(verb))) return false;
  const isNamed = (place: number) => namesPlace(order, (all, at) => Number(all === rest && at === place));
  return rest.some(({ kind }, at) => kind === "place" && !isNamed(at));
}

/** Delimiters of text that someone else may have written. */
const FENCED = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(?:\n[ \t]*\2|$)/g;
const QUOTED = [
  /"([^"\n]*)"/g,
  /“([^“”]*)”/g,
  /„([^„“”]*)[“”]/g,
  /«([^«»]*)»/g,
  /「([^「」]*)」/g,
  /『([^『』]*)』/g,
  /‘([^‘’]*)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/gu,
  /`([^`\n]*)`/g,
];
/**
 * Start of text that may be pasted, up to the end of the message: a line that ends with a colon, a rule, two
 * lines of mail headers, or an opening quote.
 */
const PASTED =
  /[:：][ \t]*\n|\n[ \t]*[-=_*]{3,}[ \t]*(?:\n|$)|(?:^|\n)[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：][^\n]*\n[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：] |["“„«「『]/u;

/** Replaces removed words, to preserve the structure of the rest. */
const REMOVED = " … ";

/**
 * Returns the user's own words: the message without quoted and pasted blocks. Quoted words without spaces are
 * kept, because channel names are often quoted. If it is uncertain where pasted text ends, everything from
 * its start counts as pasted.
 */
function extractOwnWords(message: string): string {
  let text = message.replaceAll("\r\n", "\n").replace(FENCED, `$1${REMOVED}`);
  text = text.replace(/^[ \t]*[>|].*$/gm, REMOVED);
  for (const quoted of QUOTED)
    text = text.replace(quoted, (whole, inner: string) =>
      /\s/.test(inner.trim()) || inner.trim() === "" ? REMOVED : ` ${whole.slice(1, -1)} `,
    );
  const end = text.search(PASTED);
  return end < 0 ? text : text.slice(0, end);
}
