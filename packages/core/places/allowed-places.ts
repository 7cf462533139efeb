import type { Destination } from "../tool/destination.ts";
import { tokenizeMessage } from "./words.ts";
import { denotes } from "./written-place.ts";

export interface AllowedSources {
  /** Destinations permitted by the caller, the tenant's policy or a person, as people write them. */
  allowed?: readonly string[] | undefined;
  /** Names that the tenant's policy defines for destinations. */
  places?: Readonly<Record<string, string>> | undefined;
}

/**
 * The destinations that somebody permitted without a message of the user. Apart from NamedPlaces, because
 * most calls are decided without reading any message.
 */
export class AllowedPlaces {
  readonly #sources: AllowedSources;
  readonly #names = new Map<Destination, readonly (readonly string[])[]>();

  constructor(sources: AllowedSources) {
    this.#sources = sources;
  }

  /** Returns true if the caller, the policy or a person permitted a destination. */
  allows(destination: Destination): boolean {
    return (this.#sources.allowed ?? []).some((entry) => this.means(entry, destination));
  }

  /** Returns true if a text refers to a destination by its own form or by a name from the policy. */
  means(written: string, destination: Destination): boolean {
    if (denotes(written, destination)) return true;
    const name = nameKey(written).join(" ");
    return this.namesOf(destination).some((known) => known.join(" ") === name);
  }

  /** Returns the names of an account, and the policy's names for a destination, split into words. */
  namesOf(destination: Destination): readonly (readonly string[])[] {
    const { kind, value, names = [] } = destination;
    const known = this.#names.get(destination);
    if (known) return known;
    const places = Object.entries(this.#sources.places ?? {});
    const leading = places.filter(([, place]) => denotes(place, destination)).map(([name]) => name);
    const all = [...(kind === "account" || kind === "thing" ? [value, ...names] : []), ...leading];
    // A name of one letter, such as X, must match exactly.
    const found = all.filter(({ length }) => length > 1).map(nameKey);
    this.#names.set(destination, found);
    return found;
  }
}

/** Articles and similar words, which people omit or change. */
const ARTICLE = /^(?:the|my|our|a|das|die|der|unser|unsere|le|la|les|el|los|las|il|lo|o|os|de|het)$/;

function nameKey(name: string): string[] {
  const words = tokenizeMessage(name).map(({ word }) => word);
  return words.length > 1 && ARTICLE.test(words[0] ?? "") ? words.slice(1) : words;
}
