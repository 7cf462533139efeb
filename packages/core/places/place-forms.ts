import { endsWell } from "./order-ends.ts";
import { isCapital, isInAnyLanguage, type Order } from "./orders.ts";
import type { MessageToken } from "./words.ts";

/** Maximum number of words between a preposition and its destination: "to my colleague Ada (". */
const MAX_BETWEEN = 5;
/** Maximum number of words in an object that its destination may follow: "the short summary in #general". */
const MAX_OBJECT_WORDS = 4;

/** Kinds of verb that may have a destination. */
export const WRITES = ["posts", "sends", "tells", "makes"] as const;

/** Returns the number of tokens from `at` that refer to the destination in question, or 0. */
export type LengthOfPlace = (tokens: readonly MessageToken[], at: number) => number;

/** Returns true if an order asks to write to the destination. */
export function namesPlace(order: Order, lengthOf: LengthOfPlace): boolean {
  const { verbs } = order;
  if (!WRITES.some((verb) => verbs.has(verb))) return false;
  const reader = new OrderReader(order, lengthOf);
  if ((verbs.has("tells") || verbs.has("sends")) && reader.hasRecipient()) return true;
  return reader.hasTarget();
}

/** Joined destinations in an order: "to Ada and Bob". */
interface Places {
  at: number;
  /** Index of the first token after them. */
  end: number;
  /** True if the destination in question is one of them. */
  holds: boolean;
}

class OrderReader {
  readonly #order: Order;
  readonly #lengthOf: LengthOfPlace;

  constructor(order: Order, lengthOf: LengthOfPlace) {
    this.#order = order;
    this.#lengthOf = lengthOf;
  }

  /** Recognizes "Tell Ada" and "Send Ada the list". */
  hasRecipient(): boolean {
    const { verbs, rest, words, asks } = this.#order;
    const places = this.#placesAt(0);
    if (!places?.holds) return false;
    // Only a recipient can be the verb's sole object, and not in a question.
    if (places.end === rest.length && (asks || !verbs.has("tells"))) return false;
    // "Ping https://…": with a URL, a verb that may also mean reading does mean reading.
    const isAddress = ({ kind, text }: MessageToken) => kind === "place" && text.includes("/");
    if (verbs.has("reads") && rest.slice(0, places.end).some(isAddress)) return false;
    // "Send #general to Ada": here the channel is what is sent.
    const next = rest[places.end]?.word ?? "";
    if (verbs.has("sends") && words.to.has(next)) return false;
    if ((words.to.has(next) || words.with.has(next)) && this.#placesAt(places.end + 1)) return false;
    return endsWell(this.#order, places.end);
  }

  /** Recognizes "Post it in #general" and "Send the list to Ada". */
  hasTarget(): boolean {
    const { rest, words } = this.#order;
    const groups = this.#groups();
    const towards = groups.filter(({ isTo }) => isTo);
    const [first] = groups;
    if (!first) return false;
    const object = rest.slice(0, first.at);
    if (object.every(({ word }) => words.pronouns.has(word) || words.openers.has(word)))
      return first.holds && !this.#asksIfAble(first) && endsWell(this.#order, first.end);
    // Of two destinations, the first may belong to the object: "the mail to Ada to Bob".
    const [target, another] = towards.length > 0 ? towards : groups;
    if (!target?.holds || another) return false;
    if (this.#belongsElsewhere(object, target)) return false;
    // A wish has been checked, and its verb separates the text from the destination.
    const text = this.#withoutAbout(this.#withoutClause(target));
    const isObject = this.#order.isRewritten || this.#isObject(text, target);
    return isObject && endsWell(this.#order, target.end);
  }

  /** Returns true for "Can you post to #general?", but not for "Could you reply to Ada that …?". */
  #asksIfAble({ at, end }: Places): boolean {
    const { asks, rest, words } = this.#order;
    const isDictated = words.dictated.has(rest[end]?.word ?? "") && rest.length > end + 2;
    return asks && at === 0 && !isDictated;
  }

  /** Returns true if another part of the order claims the object or the destination. */
  #belongsElsewhere(object: readonly MessageToken[], { at, end, isTo }: Places & { isTo: boolean }): boolean {
    const { rest, words, head, isWish } = this.#order;
    const [next = "", isName] = [rest[end]?.word, isCapital(rest[end + 1])];
    // "Share a link to #general with Ada", "The list should be posted in #ops by Anna".
    if (isName && (words.with.has(next) || (isWish && words.links.has(next)))) return true;
    // "Put the people in #random on a list".
    const isIn = words.puts.has(head) && !words.to.has(rest[at]?.word ?? "");
    if (isIn && (words.at.has(next) || words.to.has(next))) return true;
    // "Drop the plan in #random", "Flag the message in #random".
    const isText = ({ word }: MessageToken) => words.texts.has(word) || words.mails.has(word);
    return (words.drops.has(head) && !object.some(isText)) || (words.vague.has(head) && !isTo);
  }

  /**
   * Returns the object before a destination without "(that) you just showed me". The clause has a recipient
   * already, so "to" cannot belong to it, unlike "the thing you sent to #ops".
   */
  #withoutClause({ at, isTo }: Places & { isTo: boolean }): readonly MessageToken[] {
    const { rest, words } = this.#order;
    const object = rest.slice(0, at);
    const from = object.findIndex(({ word }) => words.persons.has(word));
    const isPlain = ({ word }: MessageToken) => !words.grammar.has(word) && !words.reports.has(word);
    const verb = object.slice(from + 1, -1).filter(({ word }) => !words.openers.has(word));
    const ends = words.persons.has(object.at(-1)?.word ?? "") && from < object.length - 1;
    if (!isTo || from < 0 || !ends || verb.length !== 1 || !verb.every(isPlain)) return object;
    return object.slice(0, words.tails.has(object[from - 1]?.word ?? "") ? from - 1 : from);
  }

  /** Returns the object "a line" of "a line about it". */
  #withoutAbout(object: readonly MessageToken[]): readonly MessageToken[] {
    const { links, pronouns } = this.#order.words;
    const [about = "", it = ""] = object.slice(-2).map(({ word }) => word);
    return links.has(about) && pronouns.has(it) ? object.slice(0, -2) : object;
  }

  /** Returns the destinations that follow prepositions. */
  #groups(): (Places & { isTo: boolean })[] {
    const { rest, words, verbs, head } = this.#order;
    const groups = [];
    for (let at = 0; at < rest.length && rest[at]?.word !== ";"; at += 1) {
      const word = rest[at]?.word ?? "";
      // "Tell Ada in #general".
      const isTold = verbs.has("tells") && at > 0 && rest.slice(0, at).every(isCapital);
      // "Ask in #help".
      const isTellable = isTold || (verbs.has("tells") && at === 0 && !words.topics.has(word));
      const isAt = words.at.has(word) && (verbs.has("posts") || isTellable);
      const isAside = words.with.has(word) && rest[at - 1]?.text === ",";
      const isTo = isAside || (words.to.has(word) && (verbs.has("posts") || verbs.has("sends")));
      // "Put the news of the feed in #general": the verb needs a destination.
      const isPut = isAt && words.puts.has(head) && !words.topics.has(word);
      const places = isAt || isTo || words.with.has(word) ? this.#placesAt(at + 1) : undefined;
      if (!places) continue;
      groups.push({ ...places, at, isTo: isTo || (isPut && places.end === rest.length) });
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
      // Another destination, recognized by its form or as a name in a list.
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

  /** Returns the index after "the channel that we use for releases," before its name, or `undefined`. */
  #skipDescription(from: number): number | undefined {
    const { rest, words } = this.#order;
    const noun = rest.findIndex(({ word }, at) => at > from && words.placeNouns.has(word));
    const isClosed = ({ kind, word }: MessageToken) =>
      kind !== "word" || words.joins.has(word) || (words.grammar.has(word) && !words.tails.has(word));
    const mark = rest.findIndex((token, at) => at > from && isClosed(token));
    if (!words.articles.has(rest[from]?.word ?? "") || noun < 0 || noun > mark) return undefined;
    if (!/^[,(]$/.test(rest[mark]?.text ?? "")) return undefined;
    return this.#lengthOf(rest, mark + 1) > 0 || rest[mark + 1]?.kind === "place" ? mark + 1 : undefined;
  }

  /** Skips "the folks in" before a channel, for a verb that tells them something. */
  #skipGroup(from: number): number {
    const { rest, words, verbs } = this.#order;
    const at = from + Number(words.articles.has(rest[from]?.word ?? ""));
    const isGroup = verbs.has("tells") && words.groups.has(rest[at]?.word ?? "");
    return isGroup && words.at.has(rest[at + 1]?.word ?? "") && this.#lengthOf(rest, at + 2) > 0
      ? at + 2
      : from;
  }

  /** Returns true for a name before its address, and for "at" between the two: "to Omar at omar@…". */
  #isPersonAt(at: number, from: number): boolean {
    const { rest, words } = this.#order;
    const [token, next, second] = rest.slice(at, at + 3);
    const isAddress = (one: MessageToken | undefined) => one?.text.includes("@") === true;
    // "Ada <ada@…>", "[Ada](mailto:ada@…)".
    if (isCapital(token) && /^[<([\]]/.test(next?.text ?? "")) return true;
    const isName = isCapital(token) && words.at.has(next?.word ?? "") && isAddress(second);
    const isAt = at > from && isCapital(rest[at - 1]) && words.at.has(token?.word ?? "") && isAddress(next);
    return isName || isAt;
  }

  /** Skips "the channel" or "my colleague Ada (". */
  #skipToPlace(from: number): number {
    const { rest, words } = this.#order;
    const described = this.#skipDescription(from);
    // "Send a list of the channel we use, #ops, to Ada": a description cannot be the recipient.
    if (from > 0 && described !== undefined) return described;
    const start = this.#skipGroup(from);
    for (let at = start; at <= start + MAX_BETWEEN; at += 1) {
      const token = rest[at];
      if (!token) break;
      if (this.#lengthOf(rest, at) > 0 || token.kind === "place") return at;
      const isThing = Object.values(words.things).some((nouns) => nouns.has(token.word));
      const isNoun = isThing || words.placeNouns.has(token.word) || words.articles.has(token.word);
      // "my new colleague ada@…": a noun between an article and its address.
      const isBefore = rest[at + 1]?.kind === "place" || this.#lengthOf(rest, at + 1) > 0;
      const isApposed = at > from && isBefore && !this.#isGrammar(token);
      if (!isNoun && !isApposed && !this.#isPersonAt(at, from) && !/^[([\]]$/.test(token.text)) break;
    }
    return from;
  }

  /**
   * Returns true if these tokens are the text to write: nouns and words that join them, without other grammar
   * and without a verb to which the destination could belong.
   */
  #isObject(object: readonly MessageToken[], group: Places & { isTo: boolean }): boolean {
    const { words, verbs, asks } = this.#order;
    const [first, ...others] = object;
    // "Mail Ada a summary of the mails to Bob": the recipient was already stated.
    const isRecipient = isCapital(first) && isInAnyLanguage("articles", others[0]);
    if (isRecipient || (first?.kind === "place" && !first.text.includes("/"))) return false;
    const isStrange = ({ word }: MessageToken) =>
      words.grammar.has(word) || words.reports.has(word) || words.to.has(word);
    const isClause = ({ word }: MessageToken) =>
      words.pronouns.has(word) && !words.articles.has(word) && !words.definites.has(word);
    if (object.some(isStrange) || others.some(isClause) || this.#holdsOrder(others)) return false;
    if (words.with.has(this.#order.rest[group.at]?.word ?? "")) return this.#isMet(object, group);
    // "Send zero mails to Ada": an adjective without an article may be a negation.
    const isParticle = isInAnyLanguage("articles", others[0]);
    if (first && others.length > 0 && !isParticle && !this.#isDeterminer(first)) return false;
    // "Can you send mails to Ada?", "Add Bob to #general".
    const isSome = words.articles.has(first?.word ?? "") || first?.kind === "place";
    if (asks && !isSome) return false;
    if (verbs.has("makes") && !(isSome && this.#isText(object))) return false;
    return group.isTo || this.#isShort(object, group);
  }

  #isDeterminer(token: MessageToken): boolean {
    const { words } = this.#order;
    const isNoun = [words.mails, words.texts].some((list) => list.has(token.word));
    const isGiven = isInAnyLanguage("articles", token) || words.pronouns.has(token.word);
    return (
      isGiven || isNoun || token.kind === "place" || isCapital(token) || /^[1-9]|['’]s$/u.test(token.text)
    );
  }

  /** Returns true for "the sentence mail the numbers": a verb of sending with an object, among the nouns. */
  #holdsOrder(object: readonly MessageToken[]): boolean {
    const { words } = this.#order;
    const isVerb = ({ word }: MessageToken) =>
      [words.posts, words.sends, words.tells].some((list) => list.has(word));
    return object.some((token, at) => isVerb(token) && words.articles.has(object[at + 1]?.word ?? ""));
  }

  /** Accepts "a call with Ada" but not "the call with Ada", which may be in the past. */
  #isMet(object: readonly MessageToken[], group: Places & { isTo: boolean }): boolean {
    const { words, verbs } = this.#order;
    if (group.isTo) return true;
    if (!verbs.has("makes")) return this.#isShort(object, group);
    const isEvent = words.things.event?.has(object.at(-1)?.word ?? "") === true;
    const isNew = !words.definites.has(object[0]?.word ?? "") && !object.slice(1).some(isCapital);
    return isEvent && isNew && object.length <= MAX_OBJECT_WORDS;
  }

  /** Returns true for an existing text, or one created to be sent, unlike "a rule for mails to Ada". */
  #isText(object: readonly MessageToken[]): boolean {
    const { words } = this.#order;
    const last = object.at(-1);
    const isNew = [words.mails, words.texts].some((list) => list.has(last?.word ?? ""));
    if (words.definites.has(object[0]?.word ?? "") || last?.kind === "place") return true;
    return isNew && !this.#isJoined(object.slice(1));
  }

  #isShort(object: readonly MessageToken[], { at }: Places): boolean {
    const { rest, words } = this.#order;
    // "a note on #general": a new text, perhaps only about the destination.
    const isKnown = words.definites.has(object[0]?.word ?? "");
    const isText = object.some(({ word }) => words.published.has(word));
    const isStanding = isKnown && words.standing.has(object.at(-1)?.word ?? "");
    const isTopic = words.topics.has(rest[at]?.word ?? "") && (isKnown ? isStanding : !isText);
    // "the thread in #general": the destination only states where the thread is.
    const last = object.at(-1)?.word ?? "";
    const isElsewhere = words.sources.has(last) && object.some(({ word }) => words.links.has(word));
    const isPlaceNoun = words.placeNouns.has(last) && !words.texts.has(last);
    if (isTopic || (isPlaceNoun && !isElsewhere)) return false;
    // "a summary of the discussion in #general": the summary may not be meant for that channel.
    if (object.at(-1)?.kind === "place") return true;
    return isElsewhere || (object.length <= MAX_OBJECT_WORDS && !this.#isJoined(object.slice(1)));
  }

  /** Returns true if the destination may belong to a noun after "of". A text from elsewhere has no place. */
  #isJoined(object: readonly MessageToken[]): boolean {
    const { sources, links } = this.#order.words;
    const last = object.at(-1);
    if (last?.kind === "place" || sources.has(last?.word ?? "")) return false;
    return object.some(({ word }) => links.has(word));
  }

  #isGrammar({ word }: MessageToken): boolean {
    const { words } = this.#order;
    return [words.grammar, words.links, words.reports, words.to].some((list) => list.has(word));
  }
}
