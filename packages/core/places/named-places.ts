import type { Destination, MailSender, Thing } from "../tool/destination.ts";
import { ownWords } from "./own-words.ts";
import { sentencesIn, type UserSentence } from "./sentences.ts";
import {
  endsThing,
  isNamedAround,
  makesThing,
  namesPlace,
  type Order,
  ordersIn,
  pointerIn,
  pointsAt,
} from "./strict-forms.ts";
import { type MessageToken, tokensIn, UNSPACED_LETTER } from "./words.ts";
import { denotes } from "./written-place.ts";

/** Spans of a user's own words, as a model gives them. Each counts only where the user wrote it so. */
export interface WritingSpans {
  /** Places that they ask to write or send something to. */
  write_to: readonly string[];
  /** New things that they ask to make, and standing things that they ask to change or end. */
  things: readonly { thing: Thing; words: string }[];
  /** Words that point at a mail which they ask to answer. */
  answer: readonly string[];
}

/**
 * Asks a model for the places that the user's own words name for writing. It is given nothing else: no result
 * of a tool, no quoted block. `undefined` where it gave no answer.
 */
export type AskForSpans = (ownWords: readonly string[]) => Promise<WritingSpans | undefined>;

export interface PlaceSources {
  /** The user's own messages, oldest first. */
  messages?: readonly string[] | undefined;
  /** Destinations that a caller, the tenant's policy or a person has allowed, each as people write it. */
  allowed?: readonly string[] | undefined;
  /** Names that people use for destinations, by the tenant's policy. */
  places?: Readonly<Record<string, string>> | undefined;
  /** Left out where no model is configured. */
  ask?: AskForSpans | undefined;
}

/**
 * The places that a person has named for writing: as the object or recipient of a verb of writing, or in
 * `allowed`. A place that they named to be read, asked about or left alone, and one in a quotation, is not
 * among them. What the strict forms do not read is left to the model, and without one it is not named.
 */
export class NamedPlaces {
  readonly #sources: PlaceSources;
  #read: readonly ReadMessage[] | undefined;
  #spans: Promise<WritingSpans | undefined> | undefined;

  constructor(sources: PlaceSources) {
    this.#sources = sources;
  }

  /** Returns whether a destination was named for writing. */
  async names(destination: Destination): Promise<boolean> {
    if (this.allows(destination) || this.namesByForm(destination)) return true;
    if (!this.#mayBeMeant(destination)) return false;
    const spans = await this.#askedSpans();
    if (spans === undefined) return false;
    const { kind, value, noun } = destination;
    if (kind === "new" || kind === "thing")
      return spans.things.some(
        ({ thing, words }) => (thing === noun || thing === value) && this.#isVerbatim(words),
      );
    return spans.write_to.some((span) => this.#isVerbatim(span) && this.#means(span, destination));
  }

  /** Returns whether it is among what a caller, the policy or a person has allowed. */
  allows(destination: Destination): boolean {
    return (this.#sources.allowed ?? []).some((entry) => this.#means(entry, destination));
  }

  /** Returns whether the user's last sentence about a destination names it for writing. */
  namesByForm(destination: Destination): boolean {
    return this.#lastSaid(destination) === "named";
  }

  /** Returns whether the user asked to answer a mail of this sender, or the one mail that they were shown. */
  async asksToAnswer(sender: MailSender): Promise<boolean> {
    const orders = this.#messages.flatMap(({ sentences }) => sentences.flatMap(({ orders: all }) => all));
    if (orders.some((order) => answers(pointerIn(order), sender))) return true;
    const spans = await this.#askedSpans();
    return (spans?.answer ?? []).some((span) => this.#isVerbatim(span) && answers(tokensIn(span), sender));
  }

  /** Returns whether the last sentence about a destination is an order, to read it or to write of it. */
  isPartOfOrder(destination: Destination): boolean {
    const said = this.#messages.flatMap(({ sentences }) => sentences);
    const last = said.findLast(({ sentence }) => this.#occurrences(destination, sentence).length > 0);
    return last !== undefined && last.orders.length > 0;
  }

  /** Returns whether the user's own words hold a destination, for whatever purpose. */
  mentions(destination: Destination): boolean {
    return this.#messages.some(({ sentences }) =>
      sentences.some(({ sentence }) => this.#occurrences(destination, sentence).length > 0),
    );
  }

  get #messages(): readonly ReadMessage[] {
    this.#read ??= (this.#sources.messages ?? []).map(readMessage);
    return this.#read;
  }

  /** Returns false for what was never mentioned: it cannot have been named, so the model is not asked. */
  #mayBeMeant(destination: Destination): boolean {
    const { kind } = destination;
    return kind === "new" || kind === "thing" || this.mentions(destination);
  }

  #askedSpans(): Promise<WritingSpans | undefined> | undefined {
    const { ask } = this.#sources;
    const own = this.#messages.map(({ text }) => text).filter((text) => text.trim() !== "");
    if (ask && own.length > 0) this.#spans ??= ask(own);
    return this.#spans;
  }

  #isVerbatim(span: string): boolean {
    return span.trim() !== "" && this.#messages.some(({ text }) => text.includes(span));
  }

  /** By its own form, or by a name that the policy has for it. */
  #means(written: string, destination: Destination): boolean {
    if (denotes(written, destination)) return true;
    const name = nameKey(tokensIn(written));
    return this.#namesOf(destination).some((key) => key.join(" ") === name.join(" "));
  }

  /** The names of the policy that lead to a destination, in words. */
  #namesOf(destination: Destination): string[][] {
    return Object.entries(this.#sources.places ?? {})
      .filter(([, place]) => denotes(place, destination))
      .map(([name]) => nameKey(tokensIn(name)));
  }

  #lengthAt(destination: Destination, tokens: readonly MessageToken[], at: number): number {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return 0;
    if (denotes(token.text, destination)) return 1;
    const spoken = destination.kind === "account" ? [destination.value, ...(destination.names ?? [])] : [];
    const names = [...spoken.map((name) => wordsOf(tokensIn(name))), ...this.#namesOf(destination)];
    const lengths = names
      .filter((name) => name.length > 0 && (name.length > 1 || (name[0]?.length ?? 0) > 1))
      .filter((name) => name.every((word, index) => tokens[at + index]?.word === word))
      .map(({ length }) => length);
    return Math.max(0, ...lengths);
  }

  #lastSaid(destination: Destination): "named" | "mentioned" | "never" {
    for (const { sentences } of this.#messages.toReversed())
      for (const sentence of sentences.toReversed()) {
        const said = this.#saidIn(sentence, destination);
        if (said !== "never") return said;
      }
    return "never";
  }

  #saidIn(
    { sentence, orders, counts }: ReadSentence,
    destination: Destination,
  ): "named" | "mentioned" | "never" {
    const { kind, noun } = destination;
    if (kind === "new" || kind === "thing") {
      if (noun === undefined) return "never";
      const isChange = kind === "thing" || noun === UPSERTED;
      const isNamed = orders.some(
        (order) =>
          (kind === "new" && makesThing(order, destination)) || (isChange && endsThing(order, destination)),
      );
      return isNamed ? "named" : "never";
    }
    const lengthOf = (all: readonly MessageToken[], at: number) => this.#lengthAt(destination, all, at);
    const found = this.#occurrences(destination, sentence);
    if (found.length === 0) return "never";
    if (orders.some((order) => namesPlace(order, lengthOf))) return "named";
    const mayName = counts && !/[?？:：]/u.test(sentence.end);
    const { text } = sentence;
    const isNamed = found.some(([from, to]) => isNamedAround(text.slice(0, from), text.slice(to).trimEnd()));
    return mayName && isNamed ? "named" : "mentioned";
  }

  /** Begin and end of each mention of a destination in a sentence. */
  #occurrences(
    destination: Destination,
    { tokens, text, at: start }: UserSentence,
  ): [from: number, to: number][] {
    const whole = tokens.flatMap((token, at): [number, number][] => {
      const last = tokens[at + this.#lengthAt(destination, tokens, at) - 1];
      return last && last.at >= token.at ? [[token.at - start, last.at + last.text.length - start]] : [];
    });
    // Where no spaces are written, a name is within a longer word.
    const within = this.#namesOf(destination).flatMap((words): [number, number][] => {
      const name = words.join(" ");
      const from = UNSPACED_LETTER.test(name) ? text.indexOf(name) : -1;
      return from < 0 ? [] : [[from, from + name.length]];
    });
    return [...whole, ...within];
  }
}

/** Made where it is not there yet, and changed where it is: either verb names it. */
const UPSERTED: Thing = "contact";

interface ReadSentence {
  sentence: UserSentence;
  /** Empty for a sentence that gives none. */
  orders: readonly Order[];
  /** False for words to be written, and where another sentence may govern this one. */
  counts: boolean;
}

interface ReadMessage {
  /** Without what is quoted or pasted. */
  text: string;
  sentences: readonly ReadSentence[];
}

function readMessage(message: string): ReadMessage {
  const text = ownWords(message);
  let mayBeLed = false;
  let isLed = false;
  const sentences = sentencesIn(text).map((sentence) => {
    const counts = !sentence.isContent && !isLed && !(sentence.isItem && mayBeLed);
    const orders = ordersIn(sentence);
    // A line without a mark at its end that gives no order may be the heading of all that follows.
    if (orders.length === 0) {
      mayBeLed = true;
      if (sentence.end === "") isLed = true;
    }
    return { sentence, orders: counts ? orders : [], counts };
  });
  return { text, sentences };
}

function wordsOf(tokens: readonly MessageToken[]): string[] {
  return tokens.map(({ word }) => word);
}

/** Articles and their like, which people leave out or change. */
const ARTICLE = /^(?:the|my|our|a|das|die|der|unser|unsere|le|la|les|el|los|las|il|lo|o|os|de|het)$/;

function nameKey(tokens: readonly MessageToken[]): string[] {
  const words = wordsOf(tokens);
  return words.length > 1 && ARTICLE.test(words[0] ?? "") ? words.slice(1) : words;
}

function answers(pointer: readonly MessageToken[], sender: MailSender): boolean {
  return pointer.length > 0 && pointsAt(pointer, sender);
}
