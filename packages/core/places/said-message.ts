import {
  type Introduced,
  isNegation,
  isOtherPerson,
  isOwner,
  isPronoun,
  resolvePersons,
} from "./introductions.ts";
import { findNamedAround } from "./lexicon/verb-last.ts";
import { listVocabularies } from "./lexicon/vocabulary.ts";
import { findOrders, isHarmless, isRepetition, mayReverse, type Order } from "./orders.ts";
import { namesPlace, WRITES } from "./place-forms.ts";
import { type Asked, isAddress, isPlaceLike, resolvePlaces } from "./references.ts";
import { splitUserSentences } from "./sentences.ts";
import { foldCase, joinTitle, type MessageToken, type UserSentence } from "./words.ts";

/** A user's message. Parsed lazily, because most sentences mention no destination. */
export class SaidMessage {
  /** The text without quoted and pasted parts. */
  readonly text: string;
  readonly sentences: readonly UserSentence[];
  readonly #orders = new Map<UserSentence, readonly Order[]>();
  #heading: number | undefined;
  #reversal: number | undefined;
  #lead: number | undefined;

  readonly #firstLine: number;
  readonly #previous: SaidMessage | undefined;
  /** The persons whose addresses this and earlier messages give. */
  readonly introduced: Introduced;

  constructor(message: string, previous?: SaidMessage) {
    this.text = extractOwnWords(message);
    this.#previous = previous;
    const firstLine = /^\s*[^\n]*/.exec(this.text)?.[0].length ?? 0;
    const split = splitUserSentences(this.text);
    this.#firstLine = firstLine;
    const known = resolvePersons(split, firstLine, previous?.knownIn(split));
    this.introduced = known.introduced;
    this.sentences = resolvePlaces(known.sentences, firstLine, (before) =>
      before ? readAsked(findOrders(before)) : previous?.asked,
    );
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

  /** Returns true if the message repeats an earlier order: "Looks good. Send it." */
  get repeats(): boolean {
    const { sentences } = this;
    return (
      sentences.some(isRepetition) && sentences.every((one) => isRepetition(one) || !this.#mayReverse(one))
    );
  }

  /** Returns true if the message mentions any place. */
  get hasPlace(): boolean {
    return this.sentences.some(({ tokens }) => tokens.some(({ kind }) => kind === "place"));
  }

  /** Returns what this message asked for. Questions and orders to read leave what was asked before. */
  get asked(): Asked | undefined {
    const own = this.sentences.filter(({ at }) => at < this.#firstLine);
    const orders = own.flatMap((one) => this.ordersIn(one));
    const isWrite = orders.some(({ verbs }) => WRITES.some((verb) => verbs.has(verb)));
    if (isWrite || this.hasPlace) {
      const asked = readAsked(
        orders,
        own.flatMap((one) => this.#read(one)),
      );
      const given = asked.place ?? asked.draft;
      const others = this.sentences.flatMap(({ tokens }) => tokens.filter(isPlaceLike));
      const isOnly = others.every(
        (one) => one.word === given?.word || isAddress(one) !== isAddress(given ?? one),
      );
      if (!given) return this.#mentionsOne(others) ? { ...asked, shown: others[0] } : asked;
      return isOnly && !(given && this.#mentionsPersons(given)) ? asked : undefined;
    }
    const isIdle =
      this.carriesOn || this.sentences.every((one) => /^[?？]$/u.test(one.end) || this.#read(one).length > 0);
    const before = isIdle ? this.#previous?.asked : undefined;
    // "What did my boss write?", "Tell him yes."
    const isOwned = this.sentences.some(({ tokens }) => tokens.some(isOwner));
    if (!before || (before.place && isAddress(before.place) && isOwned)) return undefined;
    return before.place && this.#mentionsPersons(before.place)
      ? undefined
      : { ...before, isOpen: false, shown: undefined };
  }

  /** Returns true if these are one place, and the message is a single line without a negation. */
  #mentionsOne(places: readonly MessageToken[]): boolean {
    const isNegated = this.sentences.some(({ tokens }) => tokens.some(isNegation));
    const isLine = this.sentences.every(({ at, isContent }) => !isContent && at < this.#firstLine);
    return new Set(places.map(({ word }) => word)).size === 1 && isLine && !isNegated;
  }

  /** Returns true if a person may be meant who is not the one with this address. */
  #mentionsPersons(place: MessageToken): boolean {
    const isOther = (token: MessageToken) =>
      token.word !== place.word && isOtherPerson(token, this.introduced.names);
    return isAddress(place) && this.sentences.some(({ tokens }) => tokens.some(isOther));
  }

  /** Returns the persons to which a pronoun or name in the next message may refer. */
  knownIn(next: readonly UserSentence[]): Introduced {
    const { names, subject } = this.introduced;
    if (subject || !next.some(({ tokens }) => tokens.some(isPronoun))) return this.introduced;
    const place = this.asked?.place;
    return { names, subject: place && isAddress(place) ? place : undefined };
  }

  /** Returns true if the message asks to write to any place. */
  get writes(): boolean {
    return this.sentences.some((one) =>
      this.ordersIn(one).some((order) => listPlaces(order).some(({ isNamed }) => isNamed)),
    );
  }

  /** Returns true for an order that may withdraw others, and for what is no order, thanks or remark. */
  #mayReverse(sentence: UserSentence): boolean {
    if (isHarmless(sentence)) return false;
    const orders = this.#read(sentence);
    return orders.length === 0 || orders.some(mayReverse) || orders.some(hasOpenPlace);
  }

  /** Returns the start of the first matching sentence without an order. */
  #firstWithoutOrder(isOne: (sentence: UserSentence) => boolean): number {
    const found = this.sentences.find((one) => isOne(one) && this.#read(one).length === 0);
    return found?.at ?? Number.POSITIVE_INFINITY;
  }

  #read(sentence: UserSentence): readonly Order[] {
    const known = this.#orders.get(sentence);
    if (known) return known;
    // "The same for #ops" writes only if what came before did.
    const isSame = ({ words, rest }: Order) => words.same.has(rest[0]?.word ?? "");
    const orders = findOrders(sentence).filter((order) => !isSame(order) || this.#previous?.writes === true);
    this.#orders.set(sentence, orders);
    return orders;
  }
}

/**
 * Returns true for an order that mentions a place without clearly asking to write there. The place may
 * replace an earlier one: "Schreib es lieber in #random.", "Use #random." What is read has a URL.
 */
function hasOpenPlace(order: Order): boolean {
  const writes = WRITES.some((verb) => order.verbs.has(verb));
  return listPlaces(order).some(
    ({ token: { kind, text }, isNamed }) => kind === "place" && (writes || !text.includes("/")) && !isNamed,
  );
}

/** Returns what orders ask for, and the place of those that draft a message. */
function readAsked(orders: readonly Order[], drafts: readonly Order[] = []): Asked {
  const named = orders.flatMap((order) => listPlaces(order).filter(({ isNamed }) => isNamed));
  const [place, ...more] = named.map(({ token }) => token);
  const { verbs, rest = [], words } = orders.at(-1) ?? {};
  const isPlain = !rest.some((token) => isPlaceLike(token) || words?.placeNouns.has(token.word));
  return {
    place: more.length > 0 ? undefined : place,
    isOpen: isPlain && !verbs?.has("reads") && (verbs?.has("posts") || verbs?.has("sends")) === true,
    shown: undefined,
    draft: drafts.map(findDraft).find((one) => one !== undefined),
    makes: verbs?.has("makes") === true,
  };
}

/** Returns the place of "draft a mail to Ada". */
function findDraft({ rest, ...order }: Order): MessageToken | undefined {
  const at = rest.findIndex(({ kind }) => kind === "place");
  const [article, noun] = rest;
  const { mails, texts, articles } = order.words;
  const isText =
    [mails, texts].some((list) => list.has(noun?.word ?? "")) && articles.has(article?.word ?? "");
  if (at < 0 || !isText || !order.words.drafts.has(order.head)) return undefined;
  const draft: Order = { ...order, verbs: new Set(["sends", "posts"]), rest: rest.slice(0, at + 1) };
  return listPlaces(draft).find(({ isNamed }) => isNamed)?.token;
}

/** Returns the places in an order, and whether it asks to write there. */
function listPlaces(order: Order): { token: MessageToken; isNamed: boolean }[] {
  return order.rest.flatMap((token, place) => {
    if (!isPlaceLike(token)) return [];
    return [{ token, isNamed: namesPlace(order, (all, at) => Number(all === order.rest && at === place)) }];
  });
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

const MAX_TITLE_WORDS = 5;

/** Returns true for a quoted title: 'the note "Retro March"'. As one word, it orders nothing. */
function isTitle(quoted: string, before: string): boolean {
  const words = quoted.trim().split(/\s+/);
  const noun = foldCase(/(\p{L}+)\s*$/u.exec(before)?.[1] ?? "");
  const isPlain =
    words.length > 1 &&
    words.length <= MAX_TITLE_WORDS &&
    words.every((word) => /^[\p{L}\p{N}-]+$/u.test(word));
  if (!isPlain) return false;
  return listVocabularies().some(
    ({ things, titles }) => titles.has(noun) || Object.values(things).some((nouns) => nouns.has(noun)),
  );
}

/**
 * Returns the user's own words: the message without quoted and pasted blocks. Quoted words without spaces are
 * kept, because channel names are often quoted. If it is uncertain where pasted text ends, everything from
 * its start counts as pasted.
 */
function extractOwnWords(message: string): string {
  let text = message.replaceAll("\r\n", "\n").replace(FENCED, `$1${REMOVED}`);
  text = text.replace(/^[ \t]*[>|].*$/gm, REMOVED);
  for (const quoted of QUOTED)
    text = text.replace(quoted, (whole, inner: string, at: number) => {
      if (isTitle(inner, text.slice(0, at))) return ` ${joinTitle(inner)} `;
      return /\s/.test(inner.trim()) || inner.trim() === "" ? REMOVED : ` ${whole.slice(1, -1)} `;
    });
  const end = text.search(PASTED);
  return end < 0 ? text : text.slice(0, end);
}
