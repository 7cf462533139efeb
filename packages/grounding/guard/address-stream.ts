import { isNamedAddress, type NamedAddresses, removeUnnamedAddresses } from "./addresses.ts";
import { findLinks, readLinkHost, toLinkKey } from "./links.ts";

/** Maximum length of an unclosed link or tag to hold back. A longer one is split up. */
const MAX_BUFFER_LENGTH = 4_000;

const TAG_BEGINS = /<[a-z/!?]/i;
const DEFINITION_BEGINS = /\[[^\]\n]*\]:\s*$/;
const TARGET = /\]\(\s*<?(?<target>[^)\s>]*)[^)]*\)?/gu;
const DEFINED = /\]:\s*<?(?<target>(?:[a-z][a-z0-9+.-]*:|[\\/]{2}|www\.)[^\s>]*)>?/giu;
const ANY_TAG = /<[a-z/!][^<>]*(?:>|$)/giu;
const ADDRESS_ATTRIBUTE =
  /(?:src|srcset|href|data|action|formaction|poster|background|cite|ping|content|style)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s>]*))/giu;
/** Matches a host with a query, which some clients turn into a link. */
const QUERIED_HOST = /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}[?#][^\s<>"')\]]+/gu;

/** Returns the addresses that users named in these texts: whole addresses, and hosts without a path. */
export function findUserAddresses(said: readonly string[]): NamedAddresses {
  const keys = said.flatMap(findLinks).map(({ key }) => key);
  const whole = new Set(keys.flatMap((key) => [key, key.replace(/[?#].*$/, "").replace(/\/+$/, "")]));
  return { whole, hosts: new Set(keys.filter((key) => key === readLinkHost(key))) };
}

/**
 * Removes the addresses that the user did not name from a streamed text: those of links, images and HTML, and
 * bare ones. The text of a link stays. Text is held back while a link or tag in it may continue, so that the
 * result does not depend on how the stream is split.
 */
export class AddressStream {
  readonly #named: NamedAddresses;
  #held = "";

  constructor(named: NamedAddresses) {
    this.#named = named;
  }

  /** Returns the text that may be sent now, which is often empty. */
  push(delta: string): string {
    this.#held += delta;
    const end = this.#held.search(/\s\S*$/) + 1;
    if (end === 0 && this.#held.length < MAX_BUFFER_LENGTH) return "";
    const ready = this.#held.slice(0, end);
    if (end > 0 && !isOpen(ready)) return this.#release(end);
    return this.#held.length < MAX_BUFFER_LENGTH ? "" : this.end();
  }

  /** Returns the rest. */
  end(): string {
    return this.#release(this.#held.length);
  }

  #release(end: number): string {
    const text = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    return removeForeignAddresses(text, this.#named);
  }
}

/** Returns whether a link or tag at the end of a text may continue. */
function isOpen(text: string): boolean {
  const tag = text.lastIndexOf("<");
  if (tag > text.lastIndexOf(">") && TAG_BEGINS.test(text.slice(tag, tag + 2))) return true;
  if (text.lastIndexOf("[") > text.lastIndexOf("]")) return true;
  if (text.lastIndexOf("](") > text.lastIndexOf(")")) return true;
  return DEFINITION_BEGINS.test(text);
}

/** Removes the addresses that the user did not name. Keeps the white space at the end. */
function removeForeignAddresses(text: string, named: NamedAddresses): string {
  const space = /\s*$/.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - space.length);
  if (!/[/@:.<\\]/.test(body)) return text;
  const left = withoutHiddenAddresses(removeUnnamedAddresses(body, named, true), named);
  return left === "" && body !== "" ? space.replace(/[^\n]/g, "") : left + space;
}

/** Removes addresses that Markdown or HTML would open and that the rules for plain links miss. */
function withoutHiddenAddresses(text: string, named: NamedAddresses): string {
  return text
    .replace(ANY_TAG, (tag) => (opensForeign(tag, named) ? "" : tag))
    .replace(TARGET, (link, ...found) => (isNamedAddress(found.at(-1).target, named) ? link : "]"))
    .replace(DEFINED, (line, ...found) => (isNamedAddress(found.at(-1).target, named) ? line : "]"))
    .replace(QUERIED_HOST, (address) => (isNamedAddress(address, named) ? address : ""));
}

function opensForeign(tag: string, named: NamedAddresses): boolean {
  return Array.from(tag.matchAll(ADDRESS_ATTRIBUTE)).some(
    ({ groups = {} }) => !named.whole.has(toLinkKey(Object.values(groups).find(Boolean) ?? "")),
  );
}
