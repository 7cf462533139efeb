import type { Destination, MailSender, Thing } from "../tool/destination.ts";
import type { NamedEarlier } from "./named-earlier.ts";
import { smallWords } from "./orders.ts";
import { isNamedAround, namesPlace } from "./place-forms.ts";
import { SaidMessage } from "./said-message.ts";
import type { UserSentence } from "./sentences.ts";
import { namesThing, pointerIn, pointsAt } from "./thing-forms.ts";
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
  /** Named by earlier messages of the conversation, which are not among `messages`. */
  earlier?: readonly NamedEarlier[] | undefined;
  /** Names that people use for destinations, by the tenant's policy. */
  places?: Readonly<Record<string, string>> | undefined;
  /** Left out where no model is configured. */
  ask?: AskForSpans | undefined;
  /** Hears what the model found, where the user wrote it so. */
  found?: ((named: readonly NamedEarlier[]) => void) | undefined;
}

/**
 * The places that a person has named for writing: as the object or recipient of a verb of writing, or in
 * `allowed`. A place that they named to be read, asked about or left alone, and one in a quotation, is not
 * among them. What the strict forms do not read is left to the model, and without one it is not named.
 */
export class NamedPlaces {
  readonly #sources: PlaceSources;
  #read: readonly SaidMessage[] | undefined;
  readonly #names = new Map<Destination, readonly (readonly string[])[]>();
  #spans: Promise<WritingSpans | undefined> | undefined;

  constructor(sources: PlaceSources) {
    this.#sources = sources;
  }

  /** Returns whether a destination was named for writing. */
  async names(destination: Destination): Promise<boolean> {
    if (this.allows(destination) || this.namesByForm(destination)) return true;
    const { kind, value, noun } = destination;
    if (kind === "new" && this.#earlier.some((one) => "thing" in one && one.thing === noun)) return true;
    // What the messages say of a place counts, whatever was said before them.
    if (!this.#mayBeMeant(destination))
      return this.#earlier.some((one) => "words" in one && this.#means(one.words, destination));
    const spans = await this.#askedSpans();
    if (spans === undefined) return false;
    if (kind === "new" || kind === "thing")
      return spans.things.some(({ thing }) => thing === noun || thing === value);
    return spans.write_to.some((span) => this.#means(span, destination));
  }

  /** Returns whether it is among what a caller, the policy or a person has allowed. */
  allows(destination: Destination): boolean {
    return (this.#sources.allowed ?? []).some((entry) => this.#means(entry, destination));
  }

  /** Returns whether the user asked to answer a mail of this sender, or the one mail that they were shown. */
  async asksToAnswer(sender: MailSender): Promise<boolean> {
    const asks = this.#messages.some((message) =>
      message.sentences.some((one) =>
        message.ordersIn(one).some((order) => answers(pointerIn(order), sender)),
      ),
    );
    if (asks) return true;
    const spans = await this.#askedSpans();
    return (spans?.answer ?? []).some((span) => answers(tokensIn(span), sender));
  }

  /** Returns whether the last sentence about a destination is an order, to read it or to write of it. */
  isPartOfOrder(destination: Destination): boolean {
    for (const message of this.#messages.toReversed()) {
      const last = message.sentences.findLast((one) => this.#occurrences(destination, one).length > 0);
      if (last) return message.ordersIn(last).length > 0;
    }
    return false;
  }

  /** Returns whether the user's own words hold a destination, for whatever purpose. */
  mentions(destination: Destination): boolean {
    const holds = (sentence: UserSentence) => this.#occurrences(destination, sentence).length > 0;
    return this.#messages.some(({ sentences }) => sentences.some(holds));
  }

  get #messages(): readonly SaidMessage[] {
    this.#read ??= (this.#sources.messages ?? []).map((message) => new SaidMessage(message));
    return this.#read;
  }

  /** Returns false for what was never mentioned: it cannot have been named, so the model is not asked. */
  #mayBeMeant(destination: Destination): boolean {
    const { kind } = destination;
    return kind === "new" || kind === "thing" || this.mentions(destination);
  }

  get #earlier(): readonly NamedEarlier[] {
    return this.#sources.earlier ?? [];
  }

  #askedSpans(): Promise<WritingSpans | undefined> | undefined {
    const { ask } = this.#sources;
    const own = this.#messages.map(({ text }) => text).filter((text) => text.trim() !== "");
    if (ask && own.length > 0) this.#spans ??= ask(own).then((spans) => spans && this.#verbatim(spans));
    return this.#spans;
  }

  /** The spans that the user wrote so. */
  #verbatim({ write_to, things, answer }: WritingSpans): WritingSpans {
    const isWritten = (span: string) => this.#isVerbatim(span);
    const spans = {
      write_to: write_to.filter(isWritten),
      things: things.filter(({ words }) => isWritten(words)),
      answer: answer.filter(isWritten),
    };
    const made = spans.things.map(({ thing }) => ({ thing }));
    this.#sources.found?.([...spans.write_to.map((words) => ({ words })), ...made]);
    return spans;
  }

  #isVerbatim(span: string): boolean {
    return span.trim() !== "" && this.#messages.some(({ text }) => text.includes(span));
  }

  /** By its own form, or by a name that the policy has for it. */
  #means(written: string, destination: Destination): boolean {
    if (denotes(written, destination)) return true;
    const name = nameKey(tokensIn(written));
    return this.#namesOf(destination).some((known) => known.join(" ") === name.join(" "));
  }

  /** The names of an account, and those of the policy that lead to a destination, in words. */
  #namesOf(destination: Destination): readonly (readonly string[])[] {
    const { kind, value, names = [] } = destination;
    const known = this.#names.get(destination);
    if (known) return known;
    const places = Object.entries(this.#sources.places ?? {});
    const leading = places.filter(([, place]) => denotes(place, destination)).map(([name]) => name);
    const all = [...(kind === "account" ? [value, ...names] : []), ...leading];
    // A name of one letter, such as X, counts only as it is written.
    const found = all.filter(({ length }) => length > 1).map((name) => nameKey(tokensIn(name)));
    this.#names.set(destination, found);
    return found;
  }

  #lengthAt(destination: Destination, tokens: readonly MessageToken[], at: number): number {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return 0;
    if (denotes(token.text, destination)) return 1;
    const lengths = this.#namesOf(destination)
      .filter((name) => name.every((word, index) => tokens[at + index]?.word === word))
      .map(({ length }) => length);
    return Math.max(0, ...lengths);
  }

  /** Returns whether an order, or the last sentence about a destination, names it for writing. */
  namesByForm(destination: Destination): boolean {
    const { noun } = destination;
    for (const message of this.#messages.toReversed())
      for (const sentence of message.sentences.toReversed()) {
        const found = noun === undefined ? this.#occurrences(destination, sentence) : [];
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
    if (message.ordersIn(sentence).some((order) => namesPlace(order, lengthOf))) return true;
    if (!message.counts(sentence) || /[?？:：]/u.test(sentence.end)) return false;
    const { text } = sentence;
    return found.some(([from, to]) => isNamedAround(text.slice(0, from), text.slice(to).trimEnd()));
  }

  /** Begin and end of each mention of a destination in a sentence. */
  #occurrences(destination: Destination, { tokens, text, at: start }: UserSentence): Occurrence[] {
    const whole = tokens.flatMap((token, at): Occurrence[] => {
      const last = tokens[at + this.#lengthAt(destination, tokens, at) - 1];
      return last && last.at >= token.at ? [[token.at - start, last.at + last.text.length - start]] : [];
    });
    // Where no spaces are written, a name is within a longer word.
    const within = this.#namesOf(destination).flatMap((words): Occurrence[] => {
      const name = words.join(" ");
      const from = UNSPACED_LETTER.test(name) ? text.indexOf(name) : -1;
      return from < 0 ? [] : [[from, from + name.length]];
    });
    return [...whole, ...within];
  }
}

/** Begin and end of a mention in its sentence. */
type Occurrence = readonly [from: number, to: number];

/** Articles and their like, which people leave out or change. */
const ARTICLE = /^(?:the|my|our|a|das|die|der|unser|unsere|le|la|les|el|los|las|il|lo|o|os|de|het)$/;

function nameKey(tokens: readonly MessageToken[]): string[] {
  const words = smallWords(tokens);
  return words.length > 1 && ARTICLE.test(words[0] ?? "") ? words.slice(1) : words;
}

function answers(pointer: readonly MessageToken[], sender: MailSender): boolean {
  return pointer.length > 0 && pointsAt(pointer, sender);
}
