import type { Destination, MailSender, Thing } from "../tool/destination.ts";
import type { UserSentence } from "./sentences.ts";
import { foldCase, type MessageToken, splitUserWords } from "./words.ts";
import { FORMS_AROUND, WRITING_WORDS, type WritingWords } from "./writing-words.ts";
import { denotes } from "./written-place.ts";

const VERBS = ["reads", "posts", "sends", "tells", "makes", "ends", "answers"] as const;
type Verb = (typeof VERBS)[number];

/** The longest entry of a list: "i would like you to". */
const MOST_WORDS = 5;
/** Words that may be between a preposition and its place: "to my colleague Ada (". */
const MOST_BETWEEN = 5;
/** Words of an object whose place is where it is written, too: "the short summary in #general". */
const SHORT_OBJECT = 4;
/** Words ahead of the noun of what is made: "a new high-priority ticket". */
const MOST_AHEAD = 4;
/** Words that point at a mail. */
const MOST_POINTING = 8;
/** Words of a sender's name: a longer one could hold every word that a user might write. */
const LONGEST_NAME = 4;

type Words = ReadonlySet<string>;
type Lists = Exclude<keyof WritingWords, "things" | "homes">;
type Vocabulary = Record<Lists, Words> & Record<"things" | "homes", Partial<Record<Thing, Words>>>;

const vocabularies: readonly Vocabulary[] = WRITING_WORDS.map(({ things, homes, ...lists }) => ({
  ...compile<Lists>(lists),
  things: compile(things),
  homes: compile(homes),
}));

function compile<Name extends string>(lists: Partial<Record<Name, string>>): Record<Name, Words> {
  const entries = Object.entries<string | undefined>(lists);
  const sets = entries.map(([name, list = ""]) => [
    name,
    new Set(list.split(" ").filter((word) => word !== "")),
  ]);
  return Object.fromEntries(sets) as Record<Name, Words>;
}

/** One order of a sentence: an imperative at the head of a clause, and the tokens of that clause after it. */
export interface Order {
  readonly words: Vocabulary;
  /** The imperative, and what it may be. */
  readonly head: string;
  readonly verbs: ReadonlySet<Verb>;
  readonly rest: readonly MessageToken[];
  /** "Can you …?" */
  readonly asks: boolean;
  /** A colon follows: what it is about comes there. */
  readonly isOpen: boolean;
}

/**
 * Reads a sentence as orders. Empty for a sentence of any other form, and for one in a language without words
 * here: they are left to whoever reads more than forms.
 */
export function ordersIn(sentence: UserSentence): Order[] {
  for (const words of vocabularies) {
    const orders = ordersBy(words, sentence);
    if (orders.length > 0) return orders;
  }
  return [];
}

function ordersBy(words: Vocabulary, { tokens, end }: UserSentence): Order[] {
  const asks = /^[?？]$/u.test(end);
  const orders: Order[] = [];
  const opened = skipOpeners(words, tokens, skipLead(words, tokens));
  let head = asks && !opened.isRequest ? undefined : headAt(words, tokens, opened.at);
  while (head) {
    const next = nextHead(words, tokens, head.after);
    const order = {
      words,
      asks,
      isOpen: /^[:：]$/u.test(end),
      head: head.entry,
      verbs: head.verbs,
      rest: tokens.slice(head.after, next?.joinedAt),
    };
    orders.push(order);
    head = next && isOrderToo(order, tokens, next) ? next : undefined;
  }
  return orders;
}

/** Skips "Based on the feed,". */
function skipLead(words: Vocabulary, tokens: readonly MessageToken[]): number {
  const lead = entryAt(words.leads, tokens, 0);
  const end = tokens.findIndex(({ text }) => text === ",");
  const isPlain = !tokens.slice(lead, Math.max(end, 0)).some(({ word }) => words.grammar.has(word));
  return lead > 0 && end > 0 && isPlain ? end + 1 : 0;
}

interface Head {
  entry: string;
  verbs: Order["verbs"];
  at: number;
  after: number;
}

function headAt(words: Vocabulary, tokens: readonly MessageToken[], at: number): Head | undefined {
  const lengths = VERBS.map((verb) => ({ verb, length: entryAt(words[verb], tokens, at) }));
  const longest = Math.max(...lengths.map(({ length }) => length));
  if (longest === 0) return undefined;
  const verbs = new Set(lengths.filter(({ length }) => length === longest).map(({ verb }) => verb));
  const after = at + longest;
  return { entry: wordsOf(tokens.slice(at, after)).join("_"), verbs, at, after };
}

/** Counts the tokens that an entry of a list takes here; 0 for no entry. */
function entryAt(list: Words, tokens: readonly MessageToken[], at: number): number {
  for (let length = Math.min(MOST_WORDS, tokens.length - at); length > 0; length -= 1)
    if (list.has(wordsOf(tokens.slice(at, at + length)).join("_"))) return length;
  return 0;
}

function wordsOf(tokens: readonly MessageToken[]): string[] {
  return tokens.map(({ word }) => word);
}

/** Skips "Hi Ada, could you please". */
function skipOpeners(words: Vocabulary, tokens: readonly MessageToken[], from: number) {
  let at = from;
  let isRequest = false;
  for (;;) {
    const request = entryAt(words.requests, tokens, at);
    const opener = request || entryAt(words.openers, tokens, at) || Number(tokens[at]?.text === ",");
    if (opener === 0) return { at, isRequest };
    isRequest ||= request > 0;
    at += opener;
    if (request === 0 && isCapital(tokens[at]) && tokens[at + 1]?.text === ",") at += 2;
  }
}

function isCapital(token: MessageToken | undefined): boolean {
  return token?.kind === "word" && /^\p{Lu}/u.test(token.text);
}

function nextHead(words: Vocabulary, tokens: readonly MessageToken[], from: number) {
  for (let at = from; at < tokens.length; at += 1) {
    if (!words.joins.has(tokens[at]?.word ?? "")) continue;
    const head = headAt(words, tokens, skipOpeners(words, tokens, at + 1).at);
    if (head) return { ...head, joinedAt: at };
  }
  return undefined;
}

/**
 * Returns whether the imperative after "and" is an order to us. A clause with a verb of its own ("who may
 * read it and post …", "ask Bob to read it and post …") could own it.
 */
function isOrderToo(
  { words, rest }: Order,
  tokens: readonly MessageToken[],
  next: Head & { joinedAt: number },
): boolean {
  if (tokens[next.joinedAt]?.text === ";") return true;
  if (rest.some(({ word }, at) => words.to.has(word) && headAt(words, rest, at + 1))) return false;
  // ", and then": more than the one word that joins verbs of one subject.
  if (next.at - next.joinedAt > 1) return true;
  const inner = rest.filter(({ word }) => words.grammar.has(word));
  if (inner.some(({ word }) => !words.tails.has(word))) return false;
  const object = tokens[next.after]?.word ?? "";
  return inner.length === 0 || words.pronouns.has(object) || words.articles.has(object);
}

/** Counts the tokens from here on that denote the place in question; 0 for none. */
export type LengthOfPlace = (tokens: readonly MessageToken[], at: number) => number;

/** Returns whether an order names a place as what its verb writes to. */
export function namesPlace(order: Order, lengthOf: LengthOfPlace): boolean {
  const { verbs } = order;
  if (!["posts", "sends", "tells", "makes"].some((verb) => verbs.has(verb as Verb))) return false;
  const reader = new OrderReader(order, lengthOf);
  if ((verbs.has("tells") || verbs.has("sends")) && reader.hasRecipient()) return true;
  return reader.hasTarget();
}

/** Places of an order that are joined: "to Ada and Bob". */
interface Places {
  at: number;
  /** The first token after them. */
  end: number;
  /** True where the place in question is one of them. */
  holds: boolean;
}

class OrderReader {
  readonly #order: Order;
  readonly #lengthOf: LengthOfPlace;

  constructor(order: Order, lengthOf: LengthOfPlace) {
    this.#order = order;
    this.#lengthOf = lengthOf;
  }

  /** "Tell Ada", "Send Ada the list". */
  hasRecipient(): boolean {
    const { verbs, rest, words, asks } = this.#order;
    const places = this.#placesAt(0);
    if (!places?.holds) return false;
    // Only who hears of it can be alone with the verb, and not in a question.
    if (places.end === rest.length && (asks || !verbs.has("tells"))) return false;
    // "Send #general to Ada": it is what is sent.
    const next = rest[places.end]?.word ?? "";
    if ((words.to.has(next) || words.with.has(next)) && this.#placesAt(places.end + 1)) return false;
    return this.#endsWell(places.end);
  }

  /** "Post it in #general", "Send the list to Ada". */
  hasTarget(): boolean {
    const { rest, words, asks } = this.#order;
    const groups = this.#groups();
    const towards = groups.filter(({ isTo }) => isTo);
    const [first] = groups;
    if (!first) return false;
    const object = rest.slice(0, first.at);
    if (object.every(({ word }) => words.pronouns.has(word) || words.openers.has(word)))
      return first.holds && !(asks && first.at === 0) && this.#endsWell(first.end);
    // Of two places the one could belong to the object: "the mail to Ada to Bob".
    const [target, another] = towards.length > 0 ? towards : groups;
    if (!target?.holds || another) return false;
    return this.#isObject(rest.slice(0, target.at), target) && this.#endsWell(target.end);
  }

  /** The places behind prepositions. */
  #groups(): (Places & { isTo: boolean })[] {
    const { rest, words, verbs } = this.#order;
    const groups = [];
    for (let at = 0; at < rest.length && rest[at]?.word !== ";"; at += 1) {
      const word = rest[at]?.word ?? "";
      // "Tell Ada in #general".
      const isTold = verbs.has("tells") && at > 0 && rest.slice(0, at).every(isCapital);
      const isAt = words.at.has(word) && (verbs.has("posts") || isTold);
      const isAside = words.with.has(word) && rest[at - 1]?.text === ",";
      const isTo = isAside || (words.to.has(word) && (verbs.has("posts") || verbs.has("sends")));
      const places = isAt || isTo || words.with.has(word) ? this.#placesAt(at + 1) : undefined;
      if (!places) continue;
      groups.push({ ...places, at, isTo });
      at = places.end - 1;
    }
    return groups;
  }

  #placesAt(from: number): Places | undefined {
    const { rest, words } = this.#order;
    const textAt = (at: number) => rest[at]?.word ?? "";
    let holds = false;
    let end = 0;
    for (let at = from; ; ) {
      const start = this.#skipToPlace(at);
      const own = this.#lengthOf(rest, start);
      // Another place: one by its form, or a name in a list.
      const isListed = end > 0 || words.joins.has(textAt(start + 1));
      const isOther = rest[start]?.kind === "place" || (isListed && isCapital(rest[start]));
      const length = own || Number(isOther);
      if (length === 0) break;
      holds ||= own > 0;
      end = start + length;
      while (textAt(end) === ")" || words.placeNouns.has(textAt(end))) end += 1;
      at = end;
      while (words.joins.has(textAt(at))) at += 1;
      if (at === end) break;
      if ([words.to, words.at, words.with].some((list) => list.has(textAt(at)))) at += 1;
    }
    return end === 0 ? undefined : { at: from, end, holds };
  }

  /** Skips "the channel", or "my colleague Ada (". */
  #skipToPlace(from: number): number {
    const { rest, words } = this.#order;
    for (let at = from; at <= from + MOST_BETWEEN; at += 1) {
      const token = rest[at];
      if (!token) break;
      if (this.#lengthOf(rest, at) > 0 || token.kind === "place") return at;
      // "Ada <ada@…>", "[Ada](mailto:ada@…)".
      const isName = isCapital(token) && /^[<([\]]/.test(rest[at + 1]?.text ?? "");
      const isNoun = words.placeNouns.has(token.word) || words.articles.has(token.word);
      // "my new colleague ada@…": a noun between an article and its address.
      const isApposed = at > from && rest[at + 1]?.kind === "place" && !this.#isGrammar(token);
      if (!isNoun && !isName && !isApposed && !/^[([\]]$/.test(token.text)) break;
    }
    return from;
  }

  /**
   * Returns whether this is what is written: nouns, with no word of grammar but those that join them, and no
   * verb that takes the place for itself.
   */
  #isObject([first, ...others]: readonly MessageToken[], { at, isTo }: Places & { isTo: boolean }): boolean {
    const { rest, words } = this.#order;
    // "Mail Ada a summary of the mails to Bob": who hears of it was said.
    if (first?.kind === "place" && !first.text.includes("/")) return false;
    const isStrange = ({ word }: MessageToken) =>
      words.grammar.has(word) || words.reports.has(word) || words.to.has(word);
    const object = first ? [first, ...others] : [];
    const isClause = ({ word }: MessageToken) => words.pronouns.has(word) && !words.articles.has(word);
    if (object.some(isStrange) || others.some(isClause)) return false;
    // "a summary of the discussion in #general": that it is written there is not certain.
    if (isTo) return true;
    // "a note on #general": a new text, which may only be about the place.
    if (words.topics.has(rest[at]?.word ?? "") && !words.definites.has(first?.word ?? "")) return false;
    if (object.at(-1)?.kind === "place") return true;
    return object.length <= SHORT_OBJECT && !others.some(({ word }) => words.links.has(word));
  }

  /** Nothing follows that could take the order back. */
  #endsWell(end: number): boolean {
    const { rest, words } = this.#order;
    const following = rest.slice(end);
    const [first, second] = following;
    if (!first) return true;
    const isStrange = (token: MessageToken | undefined) =>
      token !== undefined && words.grammar.has(token.word);
    if (first.kind === "mark" || words.openers.has(first.word)) return !following.some(isStrange);
    if (words.at.has(first.word) || words.with.has(first.word)) return !isStrange(second);
    if (words.articles.has(first.word) || words.tails.has(first.word)) return true;
    return words.links.has(first.word) && !isStrange(second);
  }

  #isGrammar({ word }: MessageToken): boolean {
    const { words } = this.#order;
    return [words.grammar, words.links, words.reports, words.to].some((list) => list.has(word));
  }
}

/** Returns whether an order asks for a new thing: "create a ticket", "put it into my calendar". */
export function makesThing({ head, verbs, rest, words }: Order, { noun, names = [] }: Destination): boolean {
  if (noun === undefined || !verbs.has("makes")) return false;
  const [things, homes] = [words.things[noun], words.homes[noun]];
  const systems = names.map(foldCase);
  if (things?.has(head)) return true;
  const strange = rest.findIndex(({ word }) => words.grammar.has(word) && !words.tails.has(word));
  const object = wordsOf(strange < 0 ? rest : rest.slice(0, strange));
  return object.some((word, at) => {
    const isThing = things?.has(word) || things?.has(word.replace(/^.*-/, ""));
    const isHome = homes?.has(word) || systems.includes(word);
    if (!isThing && !isHome) return false;
    const ahead = object.slice(0, at);
    const article = ahead.findLast((one) => words.articles.has(one)) ?? "";
    const led = ahead.findLast((one) => !words.articles.has(one)) ?? "";
    const isLed = words.at.has(led) || words.to.has(led);
    // "the ticket" is there already; "into the calendar" and "as a note" say what is new.
    if (isLed && (isHome || !words.definites.has(article))) return true;
    if (!isThing || at > MOST_AHEAD || words.definites.has(ahead[0] ?? "")) return false;
    return !ahead.some((one) => words.links.has(one) || words.at.has(one));
  });
}

/** Returns whether an order changes or ends a thing of this kind: "stop the watch". */
export function endsThing({ verbs, rest, words }: Order, { noun }: Destination): boolean {
  const object = wordsOf(rest.slice(0, MOST_AHEAD));
  return verbs.has("ends") && noun !== undefined && object.some((word) => words.things[noun]?.has(word));
}

/** The words by which an order points at a mail to be answered, up to what is to be said. */
export function pointerIn({ verbs, rest, words, isOpen }: Order): readonly MessageToken[] {
  if (!verbs.has("answers") || isOpen) return [];
  const isEnd = (token: MessageToken, at: number) => {
    const { word } = token;
    // "Reply to it", "Antworte auf …".
    if (words.to.has(word) || (at === 0 && words.at.has(word)) || words.articles.has(word)) return false;
    if (words.pronouns.has(word)) return at > 0 && !words.to.has(rest[at - 1]?.word ?? "");
    return word === "," || [words.grammar, words.with, words.at, words.tails].some((list) => list.has(word));
  };
  const end = rest.findIndex(isEnd);
  const pointer = rest.slice(0, end < 0 ? MOST_POINTING : end);
  // "Answer it in one line": it may be the question.
  const isGuess =
    pointer.every(({ word }) => words.pronouns.has(word)) && words.at.has(rest[end]?.word ?? "");
  return isGuess ? [] : pointer;
}

const isPlain = ({ word, kind }: MessageToken) =>
  kind !== "word" ||
  vocabularies.some(({ articles, links, openers, to, at }) =>
    [articles, links, openers, to, at].some((list) => list.has(word)),
  );
const isMail = ({ word }: MessageToken) =>
  vocabularies.some(({ mails, pronouns }) => mails.has(word) || pronouns.has(word));

/**
 * Returns whether words point at a mail of this sender: by the name or address of whoever sent it, or at a
 * mail without saying whose ("the last one").
 */
export function pointsAt(pointer: readonly MessageToken[], { address, name = "" }: MailSender): boolean {
  const written = pointer.filter(({ kind }) => kind === "place");
  if (written.length > 0)
    return written.every(({ text }) => denotes(text, { kind: "address", value: address }));
  const others = pointer.filter((token) => !isMail(token) && !isPlain(token));
  const hasMail = pointer.some(isMail);
  // Beside the word for a mail a small word is an adjective.
  const people = others.filter((token) => !hasMail || isCapital(token) || /['’]s?$/u.test(token.text));
  if (people.length === 0) return hasMail;
  const names = splitUserWords(name).map(foldCase);
  const isOfName = ({ word }: MessageToken) =>
    names.some((one) => word.startsWith(one) && /^['’]?s?$/u.test(word.slice(one.length)));
  return names.length <= LONGEST_NAME && people.every(isOfName);
}

/** Returns whether what is around a place names it, in a language whose verb is the sentence's end. */
export function isNamedAround(before: string, after: string): boolean {
  return FORMS_AROUND.some((form) => form.before.test(before) && form.after.test(after));
}
