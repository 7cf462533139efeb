import type { Destination, MailSender, Thing } from "../tool/destination.ts";
import { AllowedPlaces, type AllowedSources } from "./allowed-places.ts";
import { isNamedAround } from "./lexicon/verb-last.ts";
import { type NamedEarlier, updateNamed } from "./named-earlier.ts";
import { namesPlace } from "./place-forms.ts";
import { SaidMessage } from "./said-message.ts";
import { changesThing, findPointer, namesThing, pointsAt } from "./thing-forms.ts";
import { type MessageToken, tokenizeMessage, UNSPACED_LETTER, type UserSentence } from "./words.ts";
import { denotes } from "./written-place.ts";

/** Parts of the user's own words that a model extracted. Only verbatim parts are accepted. */
export interface WritingSpans {
  /** Destinations to which the user asks to write or send something. */
  write_to: readonly string[];
  /** New things that the user asks to create, and existing ones to change or delete. */
  things: readonly { thing: Thing; words: string }[];
  /** Words that refer to a mail to reply to. */
  answer: readonly string[];
}

/**
 * Asks a model to which destinations the user's own words ask to write. The model sees no tool results and no
 * quoted text. Returns `undefined` if it did not respond.
 */
export type AskForSpans = (ownWords: readonly string[]) => Promise<WritingSpans | undefined>;

export interface PlaceSources extends AllowedSources {
  /** The user's own messages, oldest first. */
  messages?: readonly string[] | undefined;
  /** Destinations from earlier messages of the conversation that are not in `messages`. */
  earlier?: readonly NamedEarlier[] | undefined;
  /** Omitted if no model is configured. */
  ask?: AskForSpans | undefined;
  /** Receives the verbatim parts that the model extracted. */
  found?: ((named: readonly NamedEarlier[]) => void) | undefined;
}

/**
 * The destinations to which a person asked to write: as the object or recipient of a writing verb, or in
 * `allowed`. A destination that is to be read, asked about or left alone, or that is quoted, does not count.
 * The model decides about sentences that the strict forms cannot parse; without a model, they do not count.
 */
export class NamedPlaces {
  readonly #sources: PlaceSources;
  #read: readonly SaidMessage[] | undefined;
  readonly #allowed: AllowedPlaces;
  #spans: Promise<WritingSpans | undefined> | undefined;

  constructor(sources: PlaceSources) {
    this.#sources = sources;
    this.#allowed = new AllowedPlaces(sources);
  }

  /** Returns true if a user asked to write to a destination. */
  async names(destination: Destination): Promise<boolean> {
    if (this.#allowed.allows(destination) || this.namesByForm(destination)) return true;
    const { kind, value, noun } = destination;
    if (kind === "new" && this.#earlier.some((one) => "thing" in one && one.thing === noun)) return true;
    // Earlier messages only matter if the current ones do not mention the destination.
    if (!this.#mayBeMeant(destination))
      return this.#earlier.some((one) => "words" in one && this.#allowed.means(one.words, destination));
    const spans = await this.#askOnce();
    if (spans === undefined) return false;
    if (kind === "new" || kind === "thing")
      return spans.things.some(({ thing }) => thing === noun || thing === value);
    return spans.write_to.some((span) => this.#allowed.means(span, destination));
  }

  /** Returns true if the user asked to reply to a mail from this sender, or to the only mail shown. */
  async asksToAnswer(sender: MailSender): Promise<boolean> {
    const asks = this.#valid.some((message) =>
      message.sentences.some((one) =>
        message.ordersIn(one).some((order) => answers(findPointer(order), sender)),
      ),
    );
    if (asks) return true;
    const spans = await this.#askOnce();
    return (spans?.answer ?? []).some((span) => answers(tokenizeMessage(span), sender));
  }

  /** Returns true if the last sentence about a destination is an order, to read or to write. */
  isPartOfOrder(destination: Destination): boolean {
    for (const message of this.#messages.toReversed()) {
      const last = message.sentences.findLast((one) => this.#occurrences(destination, one).length > 0);
      if (last) return message.ordersIn(last).length > 0;
    }
    return false;
  }

  /** Returns true if the user's own words mention a destination, for any purpose. */
  mentions(destination: Destination): boolean {
    const holds = (sentence: UserSentence) => this.#occurrences(destination, sentence).length > 0;
    return this.#messages.some(({ sentences }) => sentences.some(holds));
  }

  get #messages(): readonly SaidMessage[] {
    if (this.#read) return this.#read;
    const read: SaidMessage[] = [];
    for (const message of this.#sources.messages ?? []) read.push(new SaidMessage(message, read.at(-1)));
    this.#read = read;
    return read;
  }

  /**
   * The messages with valid orders: the latest, and those before it until one may withdraw them. A message
   * that repeats an order makes the last one with a place valid again: "Hold on.", "OK, send it."
   */
  get #valid(): readonly SaidMessage[] {
    const all = this.#messages;
    const last = Math.max(
      all.findLastIndex((message, at) => at === 0 || !message.carriesOn),
      0,
    );
    const isRepeated = last > 0 && all.at(-1)?.repeats === true;
    const place = isRepeated ? all.slice(0, last + 1).findLast(({ hasPlace }) => hasPlace) : undefined;
    return [...(place ? [place] : []), ...all.slice(last)];
  }

  /** Returns false if the destination was never mentioned, so that the model need not be asked. */
  #mayBeMeant(destination: Destination): boolean {
    const { kind } = destination;
    return kind === "new" || kind === "thing" || this.mentions(destination);
  }

  get #earlier(): readonly NamedEarlier[] {
    return this.#sources.earlier ?? [];
  }

  #askOnce(): Promise<WritingSpans | undefined> | undefined {
    const { ask } = this.#sources;
    const own = this.#messages.map(({ text }) => text).filter((text) => text.trim() !== "");
    if (ask && own.length > 0) this.#spans ??= ask(own).then((spans) => spans && this.#keepVerbatim(spans));
    return this.#spans;
  }

  /** Returns the parts that the user wrote verbatim, in messages that no later one has replaced. */
  #keepVerbatim({ write_to, things, answer }: WritingSpans): WritingSpans {
    const given = [...write_to, ...things.map(({ words }) => words), ...answer];
    // "No, to #random instead." replaces what was named before, even if the model still lists it.
    const latest = this.#messages.findLastIndex(
      (one) =>
        !one.carriesOn && (updateNamed(one.text, []).length > 0 || given.some((span) => holds(one, span))),
    );
    const valid = this.#messages.slice(Math.max(latest, 0));
    const isWritten = (span: string) => valid.some((one) => holds(one, span));
    const spans = {
      write_to: write_to.filter(isWritten),
      things: things.filter(({ words }) => isWritten(words)),
      answer: answer.filter(isWritten),
    };
    const made = spans.things.map(({ thing }) => ({ thing }));
    this.#sources.found?.([...spans.write_to.map((words) => ({ words })), ...made]);
    return spans;
  }

  #lengthAt(destination: Destination, tokens: readonly MessageToken[], at: number): number {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return 0;
    if (denotes(token.text, destination)) return 1;
    const lengths = this.#allowed
      .namesOf(destination)
      .filter((name) => name.every((word, index) => tokens[at + index]?.word === word))
      .map(({ length }) => length);
    return Math.max(0, ...lengths);
  }

  /** Returns true if an order, or the last sentence about a destination, asks to write to it. */
  namesByForm(destination: Destination): boolean {
    const { kind, noun } = destination;
    for (const message of this.#valid.toReversed())
      for (const sentence of message.sentences.toReversed()) {
        const found = kind === "new" ? [] : this.#occurrences(destination, sentence);
        if (found.length > 0) return this.#isNamedIn(message, sentence, destination, found);
        if (noun !== undefined && namesThing(message.ordersIn(sentence), destination)) return true;
      }
    return false;
  }

  #isNamedIn(
    message: SaidMessage,
    sentence: UserSentence,
    destination: Destination,
    found: readonly Occurrence[],
  ): boolean {
    const lengthOf = (all: readonly MessageToken[], at: number) => this.#lengthAt(destination, all, at);
    const orders = message.ordersIn(sentence);
    if (orders.some((order) => namesPlace(order, lengthOf))) return true;
    if (destination.kind === "thing") return orders.some((order) => changesThing(order, lengthOf));
    if (!message.counts(sentence) || /[?？:：]/u.test(sentence.end)) return false;
    const { text } = sentence;
    return found.some(([from, to]) => isNamedAround(text.slice(0, from), text.slice(to).trimEnd()));
  }

  /** Returns the start and end of each mention of a destination in a sentence. */
  #occurrences(destination: Destination, { tokens, text, at: start }: UserSentence): Occurrence[] {
    const whole = tokens.flatMap((token, at): Occurrence[] => {
      const last = tokens[at + this.#lengthAt(destination, tokens, at) - 1];
      return last && last.at >= token.at ? [[token.at - start, last.at + last.text.length - start]] : [];
    });
    // In scripts without spaces, a name may be part of a longer word.
    const within = this.#allowed.namesOf(destination).flatMap((words): Occurrence[] => {
      const name = words.join(" ");
      const from = UNSPACED_LETTER.test(name) ? text.indexOf(name) : -1;
      return from < 0 ? [] : [[from, from + name.length]];
    });
    return [...whole, ...within];
  }
}

/** Start and end of a mention in its sentence. */
type Occurrence = readonly [from: number, to: number];

function holds({ text }: SaidMessage, span: string): boolean {
  return span.trim() !== "" && text.includes(span);
}

function answers(pointer: readonly MessageToken[], sender: MailSender): boolean {
  return pointer.length > 0 && pointsAt(pointer, sender);
}
