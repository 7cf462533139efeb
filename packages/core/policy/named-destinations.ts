import type { Destination } from "../tool/destination.ts";
import { type AskedName, isAskedSender, namesToAnswer } from "./asked-answers.ts";
import { splitProhibitions } from "./prohibitions.ts";
import { foldCase, splitUserWords, tokensOf } from "./words.ts";
import { addressesIn, addressKey, type UrlUse, urlKey, urlsIn } from "./written-addresses.ts";

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
 * Nothing else names one: no assistant's message, no tool's result, no context of a workspace. What a message
 * forbids is not named by it.
 */
export class NamedDestinations {
  /** Those that forbid nothing. */
  readonly #messages: readonly string[];
  readonly #allowed: readonly string[];
  readonly #restricted: readonly RestrictedMessage[];
  // Each is read from the texts when a destination of its kind first asks for it: most calls need one.
  #tokens: Set<string> | undefined;
  #pathTokens: Set<string> | undefined;
  #running: string[] | undefined;
  #addresses: Set<string> | undefined;
  #urls: Map<string, UrlUse> | undefined;
  #asked: AskedName[] | undefined;

  constructor({ messages = [], allowed = [] }: Namings = {}) {
    const said = messages.map(splitProhibitions);
    this.#messages = said.flatMap((one) => (one.forbidden === "" ? [one.allowed] : []));
    this.#restricted = said
      .filter(({ forbidden }) => forbidden !== "")
      .map((one) => ({
        allowed: new NamedDestinations({ messages: [one.allowed] }),
        forbidden: new NamedDestinations({ allowed: [one.forbidden] }),
      }));
    this.#allowed = allowed;
  }

  /** Reads every text by one of the readers of words. */
  #readAll<Found>(read: (text: string) => Iterable<Found>): Found[] {
    return [...this.#messages, ...this.#allowed].flatMap((text) => [...read(text)]);
  }

  /**
   * Returns whether a destination was named. `wasRead`: tells whether the run has read from a URL, which then
   * is a place to write only if the user said so.
   */
  names(destination: Destination, wasRead: (key: string) => boolean = () => false): boolean {
    return (
      this.#namesPlainly(destination, wasRead) ||
      this.#restricted.some(
        ({ allowed, forbidden }) => allowed.names(destination, wasRead) && !forbidden.names(destination),
      )
    );
  }

  #namesPlainly(destination: Destination, wasRead: (key: string) => boolean): boolean {
    const { kind, value, names = [] } = destination;
    switch (kind) {
      case "address":
        return this.#hasAddress(value);
      case "recipient":
        return value.includes("@", 1) ? this.#hasAddress(value) : this.#hasToken(value, "@");
      case "channel":
        return this.#hasToken(value.replace(/^#/, ""), "#");
      case "mention":
        return value.startsWith("@") ? this.#isToken(value) : this.#hasToken(value, "@");
      case "url":
        return this.#mayWriteTo(urlKey(value), wasRead);
      case "link":
        return this.#namesLink(urlKey(value), destination.needsClick === true);
      case "header":
        return this.#says(value);
      case "account":
        return [value, ...names].some((name) => this.#says(name));
    }
  }

  /** Returns whether the user asked to answer a sender of this name. */
  asksToAnswer(displayName: string | undefined): boolean {
    this.#asked ??= this.#messages.flatMap(namesToAnswer);
    if (isAskedSender(displayName, this.#asked)) return true;
    return this.#restricted.some(({ allowed }) => allowed.asksToAnswer(displayName));
  }

  /** Nothing goes to a link before a click, so naming its host names it. What is loaded is named whole. */
  #namesLink(key: string | undefined, needsClick: boolean): boolean {
    if (key === undefined) return false;
    if (this.#usesOfUrls.has(key)) return true;
    if (!needsClick) return false;
    const { origin, hostname } = new URL(key);
    return (
      this.#isToken(hostname) || [...this.#usesOfUrls.keys()].some((url) => new URL(url).origin === origin)
    );
  }

  #mayWriteTo(key: string | undefined, wasRead: (key: string) => boolean): boolean {
    const use = key === undefined ? undefined : this.#usesOfUrls.get(key);
    return use === "write" || (use === "neutral" && key !== undefined && !wasRead(key));
  }

  /** By key: the plainest word that was said of a URL. One that is allowed may be written to. */
  get #usesOfUrls(): Map<string, UrlUse> {
    if (this.#urls) return this.#urls;
    const urls = new Map<string, UrlUse>();
    for (const { key, use } of this.#messages.flatMap(urlsIn)) {
      const before = urls.get(key);
      if (before === undefined || use === "write" || (use === "neutral" && before === "read"))
        urls.set(key, use);
    }
    for (const { key } of this.#allowed.flatMap(urlsIn)) urls.set(key, "write");
    this.#urls = urls;
    return urls;
  }

  #hasAddress(value: string): boolean {
    this.#addresses ??= new Set(this.#readAll(addressesIn));
    return this.#addresses.has(addressKey(value) ?? value);
  }

  #hasToken(bare: string, mark: "#" | "@"): boolean {
    return this.#isToken(bare) || this.#isToken(`${mark}${bare}`);
  }

  /** Returns whether this is a token of the texts, or an id in the path of a URL that they name. */
  #isToken(value: string): boolean {
    const key = keyOf(value);
    this.#tokens ??= new Set(this.#readAll(tokensOf).map(keyOf));
    if (this.#tokens.has(key)) return true;
    this.#pathTokens ??= new Set(
      [...this.#usesOfUrls.keys()]
        .flatMap((url) => url.split("/"))
        .filter((part) => ID_IN_PATH.test(part))
        .map(keyOf),
    );
    return this.#pathTokens.has(key);
  }

  /** A name of one letter, such as X, counts only as it is written: "x" stands in many a text. */
  #says(name: string): boolean {
    const words = runningWords(name);
    if (words.trim() === "") return this.#isToken(name);
    this.#running ??= [...this.#messages, ...this.#allowed].map(runningWords);
    return this.#running.some((running) => running.includes(words));
  }
}

/** A message that forbids something, and what it forbids. */
interface RestrictedMessage {
  allowed: NamedDestinations;
  forbidden: NamedDestinations;
}

/** A token of one letter keeps its case. */
function keyOf(token: string): string {
  return token.length === 1 ? token : foldCase(token);
}

/** The words of a text between spaces, also of its first and last one. */
function runningWords(text: string): string {
  return ` ${splitUserWords(text).map(keyOf).join(" ")} `;
}
