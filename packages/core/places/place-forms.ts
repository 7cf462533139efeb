import { isCapital, type Order } from "./orders.ts";
import type { MessageToken } from "./words.ts";
import { FORMS_AROUND } from "./writing-words.ts";

/** Words that may be between a preposition and its place: "to my colleague Ada (". */
const MOST_BETWEEN = 5;
/** Words of an object whose place is where it is written, too: "the short summary in #general". */
const SHORT_OBJECT = 4;

/** Counts the tokens from here on that denote the place in question; 0 for none. */
export type LengthOfPlace = (tokens: readonly MessageToken[], at: number) => number;

/** Returns whether an order names a place as what its verb writes to. */
export function namesPlace(order: Order, lengthOf: LengthOfPlace): boolean {
  const { verbs } = order;
  if (!(["posts", "sends", "tells", "makes"] as const).some((verb) => verbs.has(verb))) return false;
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
    // "Ping https://…": a verb that may also mean to look at something looks at an address.
    const isAddress = ({ kind, text }: MessageToken) => kind === "place" && text.includes("/");
    if (verbs.has("reads") && rest.slice(0, places.end).some(isAddress)) return false;
    // "Send #general to Ada": it is what is sent.
    const next = rest[places.end]?.word ?? "";
    if (verbs.has("sends") && words.to.has(next)) return false;
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
  #isObject(object: readonly MessageToken[], group: Places & { isTo: boolean }): boolean {
    const { words, verbs, asks } = this.#order;
    const [first, ...others] = object;
    // "Mail Ada a summary of the mails to Bob": who hears of it was said.
    if (first?.kind === "place" && !first.text.includes("/")) return false;
    const isStrange = ({ word }: MessageToken) =>
      words.grammar.has(word) || words.reports.has(word) || words.to.has(word);
    const isClause = ({ word }: MessageToken) => words.pronouns.has(word) && !words.articles.has(word);
    if (object.some(isStrange) || others.some(isClause)) return false;
    if (words.with.has(this.#order.rest[group.at]?.word ?? "")) return this.#isMet(object, group);
    // "Can you send mails to Ada?", "Add Bob to #general".
    const isSome = words.articles.has(first?.word ?? "") || first?.kind === "place";
    if (asks && !isSome) return false;
    if (verbs.has("makes") && !(isSome && this.#isText(object))) return false;
    return group.isTo || this.#isShort(object, group);
  }

  /** "a call with Ada", and not "the call with Ada", which was before. */
  #isMet(object: readonly MessageToken[], group: Places & { isTo: boolean }): boolean {
    const { words, verbs } = this.#order;
    if (group.isTo) return true;
    if (!verbs.has("makes")) return this.#isShort(object, group);
    const isEvent = words.things.event?.has(object.at(-1)?.word ?? "") === true;
    const isNew = !words.definites.has(object[0]?.word ?? "") && !object.slice(1).some(isCapital);
    return isEvent && isNew && object.length <= SHORT_OBJECT;
  }

  /** A text that is there, or one that is made to be sent; "a rule for mails to Ada" is another thing. */
  #isText(object: readonly MessageToken[]): boolean {
    const { words } = this.#order;
    const last = object.at(-1);
    const isNew = [words.mails, words.texts].some((list) => list.has(last?.word ?? ""));
    if (words.definites.has(object[0]?.word ?? "") || last?.kind === "place") return true;
    return isNew && !this.#isJoined(object.slice(1));
  }

  #isShort(object: readonly MessageToken[], { at }: Places): boolean {
    const { rest, words } = this.#order;
    // "a note on #general": a new text, which may only be about the place.
    const isTopic = words.topics.has(rest[at]?.word ?? "") && !words.definites.has(object[0]?.word ?? "");
    // "the thread in #general": the place is where it stands.
    if (isTopic || words.placeNouns.has(object.at(-1)?.word ?? "")) return false;
    // "a summary of the discussion in #general": that it is written there is not certain.
    if (object.at(-1)?.kind === "place") return true;
    return object.length <= SHORT_OBJECT && !this.#isJoined(object.slice(1));
  }

  #isJoined(object: readonly MessageToken[]): boolean {
    return object.at(-1)?.kind !== "place" && object.some(({ word }) => this.#order.words.links.has(word));
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
    // "Tell Ada if there is an outage".
    const [condition = ""] = words.conditions;
    if (first.word === condition) return !following.some(({ word }) => words.persons.has(word));
    if (words.at.has(first.word) || words.with.has(first.word)) return !isStrange(second);
    if (words.articles.has(first.word) || words.tails.has(first.word)) return true;
    return words.links.has(first.word) && !isStrange(second);
  }

  #isGrammar({ word }: MessageToken): boolean {
    const { words } = this.#order;
    return [words.grammar, words.links, words.reports, words.to].some((list) => list.has(word));
  }
}

/** Returns whether what is around a place names it, in a language whose verb is the sentence's end. */
export function isNamedAround(before: string, after: string): boolean {
  return FORMS_AROUND.some((form) => form.before.test(before) && form.after.test(after));
}
