import type { Destination } from "../tool/destination.ts";
import { type AskedName, isAskedSender, namesToAnswer } from "./asked-answers.ts";
import { foldCase, splitUserWords, tokensOf } from "./words.ts";
import { addressesIn, addressKey, urlKey, urlsIn } from "./written-addresses.ts";

/** Ids of chat apps as they stand in the path of a link, as in https://acme.slack.com/archives/C0123ABCD. */
const ID_IN_PATH = /^[A-Z][A-Z0-9]{5,}$/;

export interface Namings {
  /** The user's own messages. */
  messages?: readonly string[] | undefined;
  /** Entries of `allow_destinations` and of the policy: whatever they hold may be written to. */
  allowed?: readonly string[] | undefined;
}

/**
 * The destinations that a user, a request or a policy has named. A name is a whole token of their words.
 * Nothing else names one: no assistant's message, no tool's result, no context of a workspace.
 */
export class NamedDestinations {
  /** Folded tokens; those of one character in their own case. */
  readonly #tokens = new Set<string>();
  /** Each text as its folded words, so that a name of several words is found in it. */
  readonly #running: string[] = [];
  readonly #addresses = new Set<string>();
  /** By key: the plainest word that was said of a URL. */
  readonly #urls = new Map<string, "read" | "write" | "neutral">();
  readonly #asked: AskedName[] = [];

  constructor({ messages = [], allowed = [] }: Namings = {}) {
    for (const message of messages) {
      this.#read(message);
      for (const { key, use } of urlsIn(message)) this.#mention(key, use);
      this.#asked.push(...namesToAnswer(message));
    }
    for (const entry of allowed) this.allow(entry);
  }

  /** Adds an entry of `allow_destinations`. */
  allow(entry: string): void {
    this.#read(entry);
    for (const { key } of urlsIn(entry)) this.#urls.set(key, "write");
  }

  #read(text: string): void {
    for (const token of tokensOf(text)) this.#tokens.add(keyOf(token));
    this.#running.push(runningWords(text));
    for (const address of addressesIn(text)) this.#addresses.add(address);
    for (const { key } of urlsIn(text))
      for (const part of key.split("/")) if (ID_IN_PATH.test(part)) this.#tokens.add(keyOf(part));
  }

  #mention(key: string, use: "read" | "write" | "neutral"): void {
    const before = this.#urls.get(key);
    if (before === undefined || use === "write" || (use === "neutral" && before === "read"))
      this.#urls.set(key, use);
  }

  /**
   * Returns whether a destination was named. `wasRead`: tells whether the run has read from a URL, which then
   * is a place to write only if the user said so.
   */
  names(destination: Destination, wasRead: (key: string) => boolean = () => false): boolean {
    const { kind, value, names = [] } = destination;
    switch (kind) {
      case "address":
        return this.#addresses.has(addressKey(value) ?? value);
      case "recipient":
        return value.includes("@", 1)
          ? this.#addresses.has(addressKey(value) ?? value)
          : this.#hasToken(value, "@");
      case "channel":
        return this.#hasToken(value.replace(/^#/, ""), "#");
      case "mention":
        return value.startsWith("@") ? this.#tokens.has(keyOf(value)) : this.#hasToken(value, "@");
      case "url":
        return this.#mayWriteTo(urlKey(value), wasRead);
      case "link":
        return this.#urls.has(urlKey(value) ?? value);
      case "header":
        return this.#says(value);
      case "account":
        return [value, ...names].some((name) => this.#says(name));
    }
  }

  /** Returns whether the user asked to answer a sender of this name. */
  asksToAnswer(displayName: string | undefined): boolean {
    return isAskedSender(displayName, this.#asked);
  }

  #mayWriteTo(key: string | undefined, wasRead: (key: string) => boolean): boolean {
    const use = key === undefined ? undefined : this.#urls.get(key);
    return use === "write" || (use === "neutral" && key !== undefined && !wasRead(key));
  }

  #hasToken(bare: string, mark: "#" | "@"): boolean {
    return this.#tokens.has(keyOf(bare)) || this.#tokens.has(keyOf(`${mark}${bare}`));
  }

  /** A name of one letter, such as X, counts only as it is written: "x" stands in many a text. */
  #says(name: string): boolean {
    const words = runningWords(name);
    if (words.trim() === "") return this.#tokens.has(keyOf(name));
    return this.#running.some((running) => running.includes(words));
  }
}

/** A token of one letter keeps its case. */
function keyOf(token: string): string {
  return token.length === 1 ? token : foldCase(token);
}

/** The words of a text between spaces, also of its first and last one. */
function runningWords(text: string): string {
  return ` ${splitUserWords(text).map(keyOf).join(" ")} `;
}
