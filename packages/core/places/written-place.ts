import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { parseUrl } from "../text/parsed-url.ts";
import type { Destination } from "../tool/destination.ts";
import { foldCase, joinTitle } from "./words.ts";

/** IDs of chat apps in a URL's path, as in https://acme.slack.com/archives/C0123ABCD. */
const ID_IN_PATH = /^[A-Z][A-Z0-9]{5,}$/;
/**
 * A destination as chat apps and mail programs write it: <#C…|general>, <@U…>, <mailto:a@b.c>, Ada <a@b.c>.
 */
const BRACKETED = /<(?:[#@]|mailto:)?(?<target>[^<>|]+)(?:\|[^<>]*)?>$/iu;

/** Folds an address's case and converts its domain to ASCII. Returns `undefined` for other text. */
export function normalizeAddress(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  return at < 1 || domain === "" ? undefined : `${foldCase(address.slice(0, at))}@${domain}`;
}

/**
 * Normalizes a URL with the WHATWG parser. Keeps its query but not its fragment and trailing slash. Returns
 * `undefined` if it is not http(s), or if it contains a user name, which only serves to disguise the host.
 */
export function normalizeHttpUrl(written: string): string | undefined {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

/** Hashes a URL, to be stored instead of it. */
export function hashUrl(written: string): string {
  return createHash("sha256")
    .update(normalizeHttpUrl(written) ?? written)
    .digest("base64url")
    .slice(0, 22);
}

const URL_IN_JSON = /https?:\/\/[^\s"<>\\`|]+/giu;
const CLOSING = /[.,;:!?'’*_~)\]}]+$/u;
/** Maximum number of stored URLs per result. */
const MAX_URLS = 500;

/** Returns the digests of the URLs in a tool's result. */
export function hashUrlsIn(result: unknown): string[] {
  const text = JSON.stringify(result) ?? "";
  const found = Array.from(text.matchAll(URL_IN_JSON), ([url]) => url).slice(0, MAX_URLS);
  return [...new Set(found.flatMap((url) => [url, url.replace(CLOSING, "")]))].map(hashUrl);
}

/**
 * Returns true if a text refers to a destination by its address, URL, ID or name, in a form that people or
 * programs use. Compares whole words only.
 */
export function denotes(written: string, destination: Destination): boolean {
  const bare = removeBrackets(written);
  const { kind, value, names = [], needsClick } = destination;
  switch (kind) {
    case "url":
      return isSameUrl(bare, value);
    case "link":
      // Nothing is sent to a link unless it is clicked, so its host is enough to identify it.
      return (
        isSameUrl(bare, value) || (needsClick === true && isSameUrl(readOrigin(bare), readOrigin(value)))
      );
    case "address":
      return isSameAddress(bare, value);
    case "recipient":
      return isSameAddress(bare, value) || isSameId(bare, value, "@");
    case "channel":
      return isSameId(bare, value, "#");
    case "mention":
      return value.startsWith("@") ? isSame(bare, value) : isSameId(bare, value, "@");
    case "header":
      return isSame(bare, value);
    case "account":
    case "new":
    case "thing":
      return [value, ...names].some((name) => isSame(bare, name) || isSame(bare, joinTitle(name)));
  }
}

/** Returns true if two texts refer to the same destination, of any kind. */
export function denotesSame(written: string, other: string): boolean {
  const value = removeBrackets(other);
  return (["url", "address", "channel", "recipient"] as const).some((kind) =>
    denotes(written, { kind, value }),
  );
}

/** Removes the brackets that chat apps and mail programs add. */
function removeBrackets(written: string): string {
  return (BRACKETED.exec(written)?.groups?.target ?? written).trim();
}

function isSameUrl(written: string, value: string): boolean {
  const key = normalizeHttpUrl(written);
  return key !== undefined && key === normalizeHttpUrl(value);
}

function readOrigin(written: string): string {
  const key = normalizeHttpUrl(written);
  return key === undefined ? "" : new URL(key).origin;
}

function isSameAddress(written: string, value: string): boolean {
  const key = normalizeAddress(written.replace(/^mailto:/i, "").replace(/\?.*$/, ""));
  return key !== undefined && key === normalizeAddress(value);
}

/** Compares names with or without their mark, or with the ID in a URL's path. */
function isSameId(written: string, value: string, mark: "#" | "@"): boolean {
  const bare = (text: string) => (text.startsWith(mark) ? text.slice(1) : text);
  if (isSame(bare(written), bare(value))) return true;
  const path = /^https?:/i.test(written) ? (parseUrl(written)?.pathname ?? "") : "";
  return path.split("/").some((part) => ID_IN_PATH.test(part) && isSame(part, bare(value)));
}

/**
 * Compares two names. A name of one letter, such as X, must match exactly, because "x" occurs in many texts.
 */
function isSame(one: string, other: string): boolean {
  if (one === "" || one.length === 1 || other.length === 1) return one !== "" && one === other;
  return foldCase(one) === foldCase(other);
}
